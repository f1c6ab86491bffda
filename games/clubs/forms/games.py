"""Forms for what is played: club nights and matches."""

from collections.abc import Sequence
from copy import deepcopy
from datetime import UTC, datetime
from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.clubs.forms.clubs import DayField, SectionedForm
from games.clubs.terms.recurrence import LAST_WEEK
from games.clubs.terms.settings import MAX_BOARDS, MatchSettings, NightSettings
from games.common.time_zones import load_time_zone
from games.events.perspective.wording import METHOD_LABELS
from games.events.terms.settings import OFFERED_METHODS
from games.lobby.forms import RoomForm
from games.lobby.forms.clocks import CLOCK_CHOICES, CUSTOM
from games.lobby.forms.lexicon_field import LexiconField, get_lexicon_field
from games.pairing.event import Method
from games.play.services.room_settings import RoomSettings
from games.rules.positions.variants import VARIANTS
from lexicon.perspective.default_lexicon import choose_lexicon
from scrabble_site.shared.refusals import InvalidRequest

NOT_OFFERED = (CUSTOM, "1d", "3d")
"""Clocks that are not offered: a night or a match is played at one sitting."""
DEFAULT_CLOCK = "25+0/5"
DEFAULT_ROUNDS = 3
EVERY_WEEK, EVERY_OTHER_WEEK = "weeks-1", "weeks-2"


GAME_SECTION = (_("Game"), ("variant", "lexicon", "challenge", "clock", "rated"))


class GamesForm(SectionedForm):
    """How games are played. Call ``room_settings`` after ``is_valid``."""

    variant = forms.ChoiceField(label=_("Game"))
    lexicon = LexiconField(label=_("Dictionary"))
    rated = forms.BooleanField(
        label=_("Rated"),
        required=False,
        help_text=_("Only members can enter, and games need a clock."),
    )

    def __init__(self, *args: Any, languages: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.languages = languages
        lexicons = get_lexicon_field(self).load_offered()
        usual = choose_lexicon(lexicons, languages)
        self.fields["lexicon"].initial = usual.slug if usual else None
        variants: Any = self.fields["variant"]
        variants.choices = [(key, variant.name) for key, variant in VARIANTS.items()]
        for name in ("challenge", "clock"):
            self.fields[name] = deepcopy(RoomForm.base_fields[name])
        clocks: Any = self.fields["clock"]
        clocks.choices = [pair for pair in CLOCK_CHOICES if pair[0] not in NOT_OFFERED]
        clocks.initial = DEFAULT_CLOCK

    def check_room(self, data: dict[str, Any], seats: int) -> None:
        """Check the settings as those of a room, and keep them."""
        room = RoomForm.filled(
            self.languages,
            variant=data["variant"],
            seats=str(seats),
            language="",
            lexicon=data["lexicon"].slug,
            challenge=data["challenge"],
            clock=data["clock"],
            rated="on" if data["rated"] else "",
            public="",
        )
        if not room.is_valid():
            for name, errors in room.errors.items():
                self.add_error(name if name in self.fields else None, errors)
            return
        data["room_settings"] = room.room_settings()

    def room_settings(self) -> RoomSettings:
        found = self.cleaned_data.get("room_settings")
        if not isinstance(found, RoomSettings):
            raise InvalidRequest("room.lexicon_empty")
        return found


class NightForm(GamesForm):
    """A club night that recurs."""

    sections = (
        (
            _("Club night"),
            (
                *("title", "weekday", "begins_at", "recurs", "first_day", "last_day"),
                *("days_before", "guests"),
            ),
        ),
        (_("Rounds"), ("on_boards", "method", "rounds", "break_minutes", "table_size")),
        GAME_SECTION,
    )
    title = forms.CharField(label=_("Name of the night"), max_length=49)
    weekday = forms.TypedChoiceField(
        label=_("Weekday"), choices=list(WEEKDAYS.items()), coerce=int, initial=1
    )
    begins_at = forms.TimeField(
        label=_("Begins at"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=_("In the time zone of the club"),
    )
    recurs = forms.ChoiceField(
        label=_("How often"),
        choices=[
            (EVERY_WEEK, _("Every week")),
            (EVERY_OTHER_WEEK, _("Every other week")),
            ("month-1", _("The first week of each month")),
            ("month-2", _("The second week of each month")),
            ("month-3", _("The third week of each month")),
            ("month-4", _("The fourth week of each month")),
            (f"month-{LAST_WEEK}", _("The last week of each month")),
        ],
        initial=EVERY_WEEK,
    )
    first_day = DayField(label=pgettext_lazy("a day", "From"))
    last_day = DayField(label=_("Until"), required=False, help_text=_("Leave it empty for no end."))
    days_before = forms.IntegerField(
        label=_("Announce this many days ahead"),
        min_value=1,
        max_value=28,
        initial=5,
        help_text=_("Members are notified then and can enter."),
    )
    guests = forms.BooleanField(
        label=_("Open to everyone"),
        required=False,
        help_text=_("The night is listed among all events."),
    )
    on_boards = forms.BooleanField(label=_("Played on real boards"), required=False)
    table_size = forms.TypedChoiceField(
        label=_("Players at a table"), choices=[(n, str(n)) for n in (2, 3, 4)], coerce=int
    )
    method = forms.ChoiceField(
        label=_("How rounds are paired"),
        choices=[(one.value, METHOD_LABELS[one]) for one in OFFERED_METHODS],
        initial=Method.AUTOMATIC.value,
    )
    rounds = forms.IntegerField(
        label=_("Rounds"), min_value=1, max_value=30, initial=DEFAULT_ROUNDS
    )
    break_minutes = forms.IntegerField(
        label=_("Minutes between rounds"),
        min_value=0,
        max_value=1000,
        required=False,
        help_text=_(
            "Each round then starts automatically. Leave it empty to start rounds by hand."
        ),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        if data["on_boards"]:
            data |= {"clock": "none", "rated": False}
        self.check_room(data, data["table_size"])
        return data

    def night_settings(self) -> NightSettings:
        data = self.cleaned_data
        unit, _dash, number = data["recurs"].partition("-")
        weekly = unit == "weeks"
        return NightSettings(
            room_settings=self.room_settings(),
            every_weeks=int(number) if weekly else 1,
            week_of_month=None if weekly else int(number),
            **{
                name: data[name]
                for name in (
                    *("title", "weekday", "begins_at", "first_day", "last_day", "days_before"),
                    *("guests", "on_boards", "method", "rounds", "break_minutes"),
                )
            },
        )


class MatchForm(GamesForm):
    """A match against another club."""

    sections = ((_("Match"), ("opponent", "boards", "starts_at")), GAME_SECTION)
    opponent = forms.ChoiceField(label=_("Other club"))
    boards = forms.IntegerField(label=_("Boards"), min_value=1, max_value=MAX_BOARDS, initial=4)
    starts_at = forms.DateTimeField(
        label=_("Start"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("In the time zone of the club. A director starts the match."),
    )

    def __init__(
        self, *args: Any, opponents: Sequence[tuple[str, str]] = (), zone: str = "", **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.zone = load_time_zone(zone)
        clubs: Any = self.fields["opponent"]
        clubs.choices = opponents

    def clean_starts_at(self) -> datetime | None:
        """Read the time in the zone of the club."""
        typed: datetime | None = self.cleaned_data["starts_at"]
        return typed and typed.replace(tzinfo=self.zone).astimezone(UTC)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            self.check_room(data, 2)
        return data

    def match_settings(self) -> MatchSettings:
        data = self.cleaned_data
        return MatchSettings(
            opponent=data["opponent"],
            boards=data["boards"],
            room_settings=self.room_settings(),
            starts_at=data["starts_at"],
        )
