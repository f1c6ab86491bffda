"""How the games of an event are played: the fields of the form for a room that make sense here."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.lobby.forms import RoomForm
from games.lobby.forms.choices import list_form_choices
from games.lobby.forms.clocks import CLOCK_CHOICES, CUSTOM_FIELDS, ClockForm
from games.lobby.forms.lexicon_field import LexiconField, get_lexicon_field
from games.play.models.rooms import RACKS_HIDDEN
from games.play.perspective.option_definition import FormSection
from games.play.perspective.room_options import ROOM_OPTIONS
from games.play.services.room_settings import RoomSettings
from games.rules.positions.variants import VARIANTS
from games.rules.time.clock import Pace
from lexicon.perspective.default_lexicon import choose_lexicon

DEFAULT_CLOCK = "25+0/5"
NOT_OFFERED = ("1d", "3d")
"""Clocks that an event does not offer: its rounds are played at one sitting."""
LEFT_OUT = {"rated", "teams", "late_members", "public", "may_err", "unhurried"}
"""Options of rooms that an event decides by itself, or that are about teams and computers."""
OPTIONS = [option for option in ROOM_OPTIONS if option.field and option.name not in LEFT_OUT]
TABLE_SIZES = (2, 3, 4)


class GameFields(ClockForm):
    """The fields about the games. Call ``read_room_settings`` once the others are clean."""

    variant = forms.ChoiceField(label=_("Game"))
    lexicon = LexiconField(label=_("Dictionary"))
    table_size = forms.TypedChoiceField(
        label=_("Players at a table"),
        choices=[(n, str(n)) for n in TABLE_SIZES],
        coerce=int,
        help_text=_("Tables of three give 2, 1 or 0 points by place, tables of four 3, 2, 1 or 0."),
    )
    rated = forms.BooleanField(
        label=_("Rated"),
        required=False,
        help_text=_("Only members can enter, and games need a clock."),
    )

    shared_racks = forms.BooleanField(
        label=_("Teams share a rack"),
        required=False,
        help_text=_(
            "The first to enter gets a link for the others. They play every game together."
        ),
    )

    def __init__(self, *args: Any, languages: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.languages = languages
        lexicons = get_lexicon_field(self).load_offered()
        usual = choose_lexicon(lexicons, languages)
        self.fields["lexicon"].initial = usual.slug if usual else None
        variants: Any = self.fields["variant"]
        variants.choices = [(key, variant.name) for key, variant in VARIANTS.items()]
        for name in [option.name for option in OPTIONS]:
            self.fields[name] = deepcopy(RoomForm.base_fields[name])
            # A game may offer no choice. What is missing gets its usual value below.
            self.fields[name].required = False
        self.fields["edition"] = RoomForm(languages=languages).fields["edition"]
        clocks: Any = self.fields["clock"]
        clocks.choices = [pair for pair in CLOCK_CHOICES if pair[0] not in NOT_OFFERED]
        clocks.initial = DEFAULT_CLOCK
        paces: Any = self.fields["pace"]
        paces.choices = [pair for pair in paces.choices if pair[0] != Pace.DAYS.value]

    def list_form_choices(self) -> dict[str, dict[str, list[str]]]:
        """Return the values that each game offers, field by field. The page hides all others."""
        lexicons = get_lexicon_field(self).lexicons
        found = {key: list_form_choices(variant, lexicons) for key, variant in VARIANTS.items()}
        for key, variant in VARIANTS.items():
            sizes = [str(n) for n in variant.seat_numbers if n in TABLE_SIZES]
            found[key]["table_size"] = sizes
            found[key]["shared_racks"] = found[key]["teams"]
        return found

    def rated_clocks(self) -> dict[str, list[str]]:
        """Return the clocks of rated events, by game."""
        clocks: Any = self.fields["clock"]
        timed = [value for value, _label in clocks.choices if value != "none"]
        return dict.fromkeys(VARIANTS, timed)

    def option_sections(self) -> dict[str, list[forms.BoundField]]:
        """Return the fields of the options by the section of the form for a room."""
        return {
            section.value: [self[option.name] for option in OPTIONS if option.section == section]
            for section in FormSection
        }

    def read_room_settings(self, *, on_boards: bool, teams: bool = False) -> RoomSettings | None:
        """Return the settings of the rooms, or ``None`` after adding what is wrong with them."""
        data = self.cleaned_data
        shared = (*(option.name for option in OPTIONS), "clock", *CUSTOM_FIELDS, "edition")
        chosen: dict[str, Any] = {name: self.data[name] for name in shared if name in self.data}
        if on_boards:
            chosen |= {"clock": "none", "racks": RACKS_HIDDEN}
        room = RoomForm.filled(
            self.languages,
            **chosen
            | {
                "variant": data["variant"],
                "seats": str(data["table_size"]),
                "language": "",
                "lexicon": data["lexicon"].slug,
                "rated": "on" if data["rated"] and not on_boards else "",
                "public": "",
                "teams": "on" if teams and not on_boards else "",
            },
        )
        if room.is_valid():
            return room.room_settings()
        for name, errors in room.errors.items():
            self.add_error(name if name in self.fields else None, errors)
        return None
