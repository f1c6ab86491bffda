"""The form for a new analysis board: game, dictionary and tiles."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.rules.positions.editions import list_editions
from games.rules.positions.setups import Setup, make_empty_setup
from games.rules.positions.variants import VARIANTS, get_variant
from lexicon.models import Lexicon
from scrabble_site.shared.language_names import translate_tile_set_name


class NewBoardForm(forms.Form):
    """Choices for an empty board. Call ``setup`` and ``lexicon`` after ``is_valid``."""

    game = forms.ChoiceField(label=_("Game"))
    book = forms.ModelChoiceField(
        Lexicon.objects.none(), label=_("Dictionary"), empty_label=None, to_field_name="slug"
    )
    tiles = forms.ChoiceField(label=_("Tile set"), required=False)
    seats = forms.TypedChoiceField(label=_("Players"), coerce=int, required=False, empty_value=None)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **({"label_suffix": ""} | kwargs))
        offered = Lexicon.objects.offered()
        fields: dict[str, Any] = self.fields
        fields["book"].queryset = offered
        fields["game"].choices = [(key, variant.name) for key, variant in VARIANTS.items()]
        languages = list(offered.values_list("language", flat=True))
        found = {
            edition.code: translate_tile_set_name(edition.name)
            for variant in VARIANTS.values()
            for edition in list_editions(variant, languages)
        }
        fields["tiles"].choices = [("", _("Default")), *found.items()]
        seats = sorted({n for variant in VARIANTS.values() for n in variant.seat_numbers})
        fields["seats"].choices = [(str(n), str(n)) for n in seats]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        variant = get_variant(data["game"])
        fitting = [edition.code for edition in list_editions(variant, [data["book"].language])]
        if not fitting:
            self.add_error("book", _("This game has no tile set in that language."))
        elif data["tiles"] and data["tiles"] not in fitting:
            self.add_error("tiles", _("This tile set doesn't match the dictionary or the game."))
        if variant.min_seats == variant.max_seats or not data["seats"]:
            data["seats"] = variant.min_seats
        data["tiles"] = data["tiles"] or next(iter(fitting), "")
        return data

    def setup(self) -> Setup:
        data = self.cleaned_data
        return make_empty_setup(data["game"], data["tiles"], data["seats"])

    @property
    def lexicon(self) -> Lexicon:
        chosen: Lexicon = self.cleaned_data["book"]
        return chosen
