"""The form for a swapped match: against whom, and how both games are played."""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.lobby.forms import RoomForm
from games.lobby.forms.clocks import CLOCK_CHOICES, CUSTOM
from games.lobby.forms.level_field import LevelField
from games.lobby.forms.lexicon_field import LexiconField, get_lexicon_field
from games.play.services.room_settings import RoomSettings
from games.rules.positions.variants import ChallengeRule
from lexicon.perspective.default_lexicon import choose_lexicon
from scrabble_site.shared.refusals import InvalidRequest

OFFERED_CHALLENGE_RULES = (
    ChallengeRule.VOID.value,
    ChallengeRule.SINGLE.value,
    ChallengeRule.DOUBLE.value,
    ChallengeRule.FIVE.value,
)
"""Challenge rules on offer. Not triple challenge: it decides a game whatever the points."""


class SwappedMatchForm(forms.Form):
    """The form for a swapped match. Call ``room_settings`` after ``is_valid``."""

    opponents = forms.ChoiceField(
        label=_("Opponents"),
        choices=[
            ("computer", _("The computer, at both tables")),
            ("people", _("Two teams of two people")),
        ],
        initial="computer",
    )
    level = LevelField(label=_("Level of the computer"))
    lexicon = LexiconField(label=_("Dictionary"))
    clock = forms.ChoiceField(
        label=_("Clock"),
        choices=[pair for pair in CLOCK_CHOICES if pair[0] != CUSTOM],
        initial="none",
        help_text=_("Only for games between people."),
    )

    def __init__(self, *args: Any, languages: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.languages = languages
        lexicons = get_lexicon_field(self).load_offered()
        usual = choose_lexicon(lexicons, languages)
        self.fields["lexicon"].initial = usual.slug if usual else None
        challenge: Any = deepcopy(RoomForm.base_fields["challenge"])
        challenge.choices = [
            pair for pair in challenge.choices if pair[0] in OFFERED_CHALLENGE_RULES
        ]
        self.fields["challenge"] = challenge

    @property
    def plays_computer(self) -> bool:
        """Whether the computer plays at both tables."""
        return bool(self.cleaned_data["opponents"] == "computer")

    def room_settings(self) -> RoomSettings:
        """Return the settings of both tables, which are unlisted and casual."""
        chosen = self.cleaned_data
        form = RoomForm.filled(
            self.languages,
            seats="2",
            language="",
            lexicon=chosen["lexicon"].slug,
            challenge=chosen["challenge"],
            clock="none" if self.plays_computer else chosen["clock"],
            public="",
            rated="",
        )
        if not form.is_valid():
            raise InvalidRequest("room.lexicon_empty")
        room_settings = form.room_settings()
        options = replace(room_settings.options, separate_draws=True)
        return replace(room_settings, options=options, start_when_full=True)
