"""The form for a game on one device: names, a dictionary, how words are judged, and a clock."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.lobby.forms import RoomForm
from games.lobby.forms.clocks import CLOCK_CHOICES
from games.lobby.forms.lexicon_field import LexiconField, get_lexicon_field
from games.play.services.room_settings import RoomSettings
from games.rules.positions.variants import ChallengeRule
from lexicon.perspective.default_lexicon import choose_lexicon
from scrabble_site.shared.refusals import InvalidRequest

MAX_OTHERS = 3
"""How many people can play besides the owner of the device."""

OFFERED_CHALLENGE_RULES = (ChallengeRule.VOID.value, ChallengeRule.SINGLE.value)
"""Challenge rules on offer. On one device nobody wants a penalty."""

FAIR_CLOCKS = ("none", "25+0/5", "15+0/1", "5+5")
"""Clocks that are offered. A player's time runs from the move before, since everyone sees the board
while the device is passed on: the seconds that this takes must count for little. Days per turn need
reminders, which the others cannot get.
"""


class OneDeviceForm(forms.Form):
    """The form for a game on one device. Call ``room_settings`` after ``is_valid``."""

    other_1 = forms.CharField(label=_("Second player"), max_length=24)
    other_2 = forms.CharField(label=_("Third player"), max_length=24, required=False)
    other_3 = forms.CharField(label=_("Fourth player"), max_length=24, required=False)
    lexicon = LexiconField(label=_("Dictionary"))
    clock = forms.ChoiceField(
        label=_("Clock"),
        choices=[pair for pair in CLOCK_CHOICES if pair[0] in FAIR_CLOCKS],
        initial="none",
        required=False,
        help_text=_("The next player's time starts with your move, so pass the phone on at once."),
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

    def list_name_fields(self) -> list[forms.BoundField]:
        """Return the fields for the names of the others."""
        return [self[f"other_{number}"] for number in range(1, MAX_OTHERS + 1)]

    def list_others(self) -> list[str]:
        """Return the names of the others in the order of their seats."""
        typed = (self.cleaned_data[field.name].strip() for field in self.list_name_fields())
        return [name for name in typed if name]

    def room_settings(self) -> RoomSettings:
        """Return the settings of an unlisted, casual room."""
        form = RoomForm.filled(
            self.languages,
            seats=str(len(self.list_others()) + 1),
            language="",
            lexicon=self.cleaned_data["lexicon"].slug,
            challenge=self.cleaned_data["challenge"],
            clock=self.cleaned_data["clock"] or "none",
            public="",
            rated="",
        )
        if not form.is_valid():
            raise InvalidRequest("room.lexicon_empty")
        return form.room_settings()
