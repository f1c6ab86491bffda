"""The form in which a host chooses how a duplicate game is played."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.duplicate.models import DEFAULT_PAUSE_SECONDS, DEFAULT_TURN_SECONDS
from games.duplicate.perspective.wording import FORMAT_LABELS
from games.duplicate.terms.settings import DUPLICATE_VARIANTS, DuplicateSettings
from games.rules.duplicate.formats import DuplicateFormat, DuplicateOptions
from games.rules.positions.editions import list_editions
from games.rules.positions.variants import get_variant
from lexicon.models import Lexicon
from lexicon.perspective.default_lexicon import choose_lexicon

TURN_CHOICES = (30, 60, 90, 120, 180)
SHORT_TURN = 20
PAUSE_CHOICES = (5, 10, 15, 20, 30, 60)


class DuplicateForm(forms.Form):
    """The settings of a new game. Call ``duplicate_settings`` after ``is_valid``."""

    title = forms.CharField(
        label=_("Game name"),
        max_length=60,
        required=False,
        help_text=_("Leave it empty to name the game after you."),
    )
    variant = forms.ChoiceField(label=_("Game"))
    lexicon = forms.ModelChoiceField(
        Lexicon.objects.none(), label=_("Dictionary"), to_field_name="slug", empty_label=None
    )
    turn_seconds = forms.TypedChoiceField(
        label=_("Time for each turn"),
        coerce=int,
        required=False,
        initial=DEFAULT_TURN_SECONDS,
    )
    pause_seconds = forms.TypedChoiceField(
        label=_("Break between turns"),
        coerce=int,
        required=False,
        initial=DEFAULT_PAUSE_SECONDS,
    )
    format = forms.ChoiceField(
        label=_("Racks"), choices=list(FORMAT_LABELS.items()), initial=DuplicateFormat.STANDARD
    )
    refuses_invalid_words = forms.BooleanField(
        label=_("Reject invalid words right away"),
        required=False,
        help_text=_("Otherwise a play with an invalid word scores nothing."),
    )
    lone_best_bonus = forms.BooleanField(
        label=_("10 extra points if only one player finds the best play"),
        required=False,
        help_text=_("If at least 16 players sent a play."),
    )
    public = forms.BooleanField(
        label=_("Show in the list of open games"), required=False, initial=True
    )

    def __init__(self, data: Any = None, *, languages: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(data, label_suffix="", **kwargs)
        fields: dict[str, Any] = self.fields
        offered = Lexicon.objects.offered()
        usual = choose_lexicon(offered, languages)
        fields["lexicon"].queryset = offered
        fields["lexicon"].initial = usual.slug if usual else None
        fields["variant"].choices = [(key, get_variant(key).name) for key in DUPLICATE_VARIANTS]
        fields["variant"].initial = DUPLICATE_VARIANTS[0]
        fields["turn_seconds"].choices = _list_times((SHORT_TURN, *TURN_CHOICES))
        fields["pause_seconds"].choices = _list_times(PAUSE_CHOICES)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        cleaned["turn_seconds"] = cleaned["turn_seconds"] or DEFAULT_TURN_SECONDS
        cleaned["pause_seconds"] = cleaned["pause_seconds"] or DEFAULT_PAUSE_SECONDS
        language = cleaned["lexicon"].language
        editions = list_editions(get_variant(cleaned["variant"]), [language])
        if editions:
            cleaned["tile_set"] = editions[0].code
        else:
            self.add_error("lexicon", _("This game has no tile set in that language."))
        return cleaned

    def duplicate_settings(self) -> DuplicateSettings:
        chosen = self.cleaned_data
        options = DuplicateOptions(
            format=DuplicateFormat(chosen["format"]),
            refuses_invalid_words=chosen["refuses_invalid_words"],
            lone_best_bonus=chosen["lone_best_bonus"],
        )
        names = ("variant", "tile_set", "lexicon", "title", "turn_seconds", "pause_seconds")
        return DuplicateSettings(
            options=options,
            public=chosen["public"],
            **{name: chosen[name] for name in names},
        )


def _list_times(seconds: Sequence[int]) -> list[tuple[int, str]]:
    """Return times with their labels as a clock shows them: "1:30"."""
    return [(one, f"{one // 60}:{one % 60:02}") for one in seconds]
