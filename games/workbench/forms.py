"""Which game, dictionary and tiles a new board is for."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.rules.editions import editions_for
from games.rules.setups import Setup, empty_setup
from games.rules.variants import VARIANTS, get_variant
from lexicon.models import Lexicon


class NewBoardForm(forms.Form):
    """Call ``setup`` and ``lexicon`` after ``is_valid``."""

    game = forms.ChoiceField(label=_("Game"))
    book = forms.ModelChoiceField(
        Lexicon.objects.none(), label=_("Dictionary"), empty_label=None, to_field_name="slug"
    )
    tiles = forms.ChoiceField(label=_("Tile set"), required=False)
    seats = forms.TypedChoiceField(label=_("Seats"), coerce=int, required=False, empty_value=None)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **({"label_suffix": ""} | kwargs))
        offered = Lexicon.objects.offered()
        fields: dict[str, Any] = self.fields
        fields["book"].queryset = offered
        fields["game"].choices = [(key, variant.name) for key, variant in VARIANTS.items()]
        languages = list(offered.values_list("language", flat=True))
        found = {
            edition.code: edition.name
            for variant in VARIANTS.values()
            for edition in editions_for(variant, languages)
        }
        fields["tiles"].choices = [("", _("The usual one")), *found.items()]
        seats = sorted({n for variant in VARIANTS.values() for n in variant.seat_numbers})
        fields["seats"].choices = [(str(n), str(n)) for n in seats]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        variant = get_variant(data["game"])
        fitting = [one.code for one in editions_for(variant, [data["book"].language])]
        if not fitting:
            self.add_error("book", _("There is no tile set of this game in that language."))
        elif data["tiles"] and data["tiles"] not in fitting:
            self.add_error("tiles", _("This tile set does not fit the dictionary or the game."))
        if variant.min_seats == variant.max_seats or not data["seats"]:
            data["seats"] = variant.min_seats
        data["tiles"] = data["tiles"] or next(iter(fitting), "")
        return data

    def setup(self) -> Setup:
        data = self.cleaned_data
        return empty_setup(data["game"], data["tiles"], data["seats"])

    @property
    def lexicon(self) -> Lexicon:
        chosen: Lexicon = self.cleaned_data["book"]
        return chosen
