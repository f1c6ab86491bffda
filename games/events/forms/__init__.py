"""The form for a new event."""

from dataclasses import asdict
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.events.forms.detail_fields import EventDetailFields
from games.events.forms.method_fields import MethodFields, ScoringFields
from games.events.forms.room_fields import GameFields
from games.events.perspective.wording import METHOD_LABELS, explain
from games.events.services.events import require_methods_for
from games.events.services.imports import read_division_file
from games.events.terms.settings import (
    ARENA_MINUTES,
    MAX_BOARDS,
    MAX_ROUNDS,
    OFFERED_METHODS,
    EventSettings,
    plan_rounds,
)
from games.pairing.event import Method
from games.pairing.formats.tsh import TshPlayer
from games.rules.positions.variants import get_variant
from scrabble_site.shared.refusals import InvalidRequest

DEFAULT_ROUNDS = 7
DEFAULT_ARENA = 60
"""Minutes that an arena takes."""
MAX_TSH_LENGTH = 60_000


class EventForm(GameFields, MethodFields, ScoringFields, EventDetailFields):
    """The settings of a new event. Call ``event_settings`` after ``is_valid``."""

    on_boards = forms.BooleanField(
        label=_("Played on real boards"),
        required=False,
        help_text=_("Games are not played here. You or the players enter the results."),
    )
    method = forms.ChoiceField(
        label=_("How rounds are paired"),
        choices=[(one.value, METHOD_LABELS[one]) for one in (*OFFERED_METHODS, Method.ARENA)],
        initial=Method.AUTOMATIC.value,
        help_text=_("You can change it for each round later."),
    )
    rounds = forms.IntegerField(
        label=_("Rounds"), min_value=1, max_value=MAX_ROUNDS, initial=DEFAULT_ROUNDS
    )
    arena_minutes = forms.IntegerField(
        label=_("Length of the arena in minutes"),
        min_value=ARENA_MINUTES.start,
        max_value=ARENA_MINUTES.stop - 1,
        initial=DEFAULT_ARENA,
        required=False,
        help_text=_("Games still being played at the end count."),
    )
    boards = forms.IntegerField(
        label=_("Boards in a team match"),
        min_value=0,
        max_value=MAX_BOARDS,
        initial=0,
        required=False,
        help_text=_(
            "With 0, everyone plays alone, and teammates meet only if there is no other way."
        ),
    )
    tsh = forms.CharField(
        label=_("Division file of tsh"),
        required=False,
        max_length=MAX_TSH_LENGTH,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false"}),
        help_text=_("Paste the file, such as a.t, to continue with its players and rounds."),
    )

    def clean_tsh(self) -> list[TshPlayer]:
        """Read the players of the division file, if there is one."""
        try:
            return read_division_file(self.cleaned_data["tsh"])
        except InvalidRequest as refusal:
            raise forms.ValidationError(explain(refusal)) from refusal

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        # An error takes its field out of ``data``, so the method is kept.
        method, boards, shares = Method(data["method"]), data["boards"] or 0, data["shared_racks"]
        data |= {"method": method, "boards": boards}
        if method is Method.ARENA:
            data |= {"rounds": 1, "arena_minutes": data["arena_minutes"] or DEFAULT_ARENA}
        else:
            data |= {"arena_minutes": None}
        try:
            require_methods_for(data["table_size"], [method])
        except InvalidRequest as refusal:
            self.add_error("method", explain(refusal))
        if method is Method.ARENA and data["on_boards"]:
            self.add_error("method", explain(InvalidRequest("event.arena_on_boards")))
        alone = method in (Method.ARENA, Method.MANUAL) or data["tsh"] or data["table_size"] != 2
        if boards and alone:
            self.add_error("boards", explain(InvalidRequest("event.team_boards")))
        alone = data["on_boards"] or get_variant(data["variant"]).team_size < 2
        if shares and (boards or alone):
            self.add_error("shared_racks", explain(InvalidRequest("event.shared_racks")))
        if data["tsh"] and (data["table_size"] != 2 or not data["on_boards"]):
            self.add_error("tsh", _("That's only for events on real boards with tables of two."))
        rooms = self.read_room_settings(on_boards=data["on_boards"], teams=shares)
        return data if rooms is None else data | {"room_settings": rooms}

    def event_settings(self) -> EventSettings:
        data = self.cleaned_data
        if "room_settings" not in data:
            raise InvalidRequest("room.lexicon_empty")
        return EventSettings(
            room_settings=data["room_settings"],
            plan=plan_rounds(data["method"], data["rounds"], self.read_method_settings()),
            scoring=self.read_scoring(data["table_size"]),
            prize_places=self.read_prize_places(),
            division=data["tsh"],
            on_boards=data["on_boards"],
            arena_minutes=data["arena_minutes"],
            boards=data["boards"],
            shared_racks=data["shared_racks"],
            **asdict(self.read_details()),
        )
