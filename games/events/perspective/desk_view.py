"""The director's desk: the event with everything a director can do about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.events.models import Entrant, Event, EventRound
from games.events.perspective.event_views import EventView, build_event_view
from games.events.perspective.logs import LogLine, list_log_lines
from games.events.perspective.reason_texts import write_points
from games.events.perspective.round_views import RoundView
from games.events.perspective.wording import METHOD_LABELS, describe_act
from games.events.services.missed_rounds import find_missable_round
from games.events.services.undoing import PASSED_OVER, find_undoable
from games.events.store.event_state import EventRows, load_event_rows, read_plan
from games.events.terms.divisions import write_divisions
from games.events.terms.settings import list_methods
from games.pairing.event import Method
from games.play.perspective.viewdata import PersonView
from games.play.perspective.wording import LEVEL_LABELS
from games.players.models import Player

SHOWN_ACTS = 12
EXAMINED_ACTS = 50
"""Of so many of the newest acts, the desk says whether they can be undone."""
MAX_PENALTY = 6
"""The highest penalty that is offered, in half points."""
MAX_PINS = 4
"""Tables that a director can choose at once, except in rounds that are paired by hand."""


@dataclass(frozen=True, slots=True)
class DeskEntrant:
    """An entrant as the desk lists them."""

    pk: int
    name: str
    rating: int
    seed: int | None
    team: str
    division: str
    # The level of a computer player in words.
    computer: str
    withdrawn: bool
    checked_in: bool
    # Whether they have yet to confirm that they will play.
    unconfirmed: bool
    penalty_half_points: int
    penalty_spread: int
    voided_from: int | None
    # Whether they miss the round that they can miss.
    misses_round: bool
    # Whether the entrant is to be paired in the next round that has not started.
    plays_next: bool
    # Those who share the rack with the one who entered the team: their rows and names.
    partners: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class DeskDirector:
    """Someone who directs the event."""

    pk: int
    person: PersonView
    is_viewer: bool


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A round that is not paired yet, and how it will be."""

    number: int
    method: str


@dataclass(frozen=True, slots=True)
class DeskView:
    """The desk of an event."""

    event: EventView
    entrants: tuple[DeskEntrant, ...]
    # What may be done now.
    may_pair: bool
    may_start_arena: bool
    may_stop_arena: bool
    may_start: bool
    may_end: bool
    # The number of the round to be paired, and its method in words.
    next_number: int
    next_method: str
    # Tables whose players can be chosen before pairing, by number, and the seats at one.
    pins: tuple[int, ...]
    pin_seats: tuple[int, ...]
    # The round that waits for its start, and the one to which results can be entered.
    paired_round: RoundView | None
    played_round: RoundView | None
    # Rounds before that one, whose results are corrected on their own pages.
    earlier_rounds: tuple[int, ...]
    # Tables without a result, by number.
    missing: tuple[int, ...]
    # Those who came after the round was paired, and are at no table.
    left_out: tuple[str, ...]
    plan: tuple[PlannedRound, ...]
    arena_minutes: int | None
    # The names of the divisions, the form's text for them, and whether they can be changed.
    divisions: tuple[str, ...]
    divisions_text: str
    may_divide: bool
    may_add_computers: bool
    methods: tuple[tuple[str, Any], ...]
    directors: tuple[DeskDirector, ...]
    log: tuple[LogLine, ...]
    # The newest change that can be undone, 0 for none, and what it was.
    undoable: int
    undoable_text: str

    @property
    def penalties(self) -> list[tuple[int, str]]:
        """The penalties in points that are offered: half points with their words."""
        return [(half_points, write_points(half_points)) for half_points in range(MAX_PENALTY + 1)]

    @property
    def counts(self) -> dict[str, int]:
        """How many take part, and how many of them have checked in."""
        staying = [one for one in self.entrants if not one.withdrawn]
        return {"staying": len(staying), "here": sum(one.checked_in for one in staying)}


def build_desk_view(event: Event, director: Player) -> DeskView:
    """Return the desk of an event that the player directs."""
    rows = load_event_rows(event)
    last = rows.rounds[-1] if rows.rounds else None
    paired = last is not None and last.stage == EventRound.Stage.PAIRED
    number = len(rows.rounds) + (0 if paired else 1)
    missable = find_missable_round(event)
    entrants = [_build_entrant(event, one, number, missable) for one in rows.entrants]
    going_on, arena = not event.is_over, event.arena_minutes is not None
    plan = read_plan(event)
    left = plan[len(rows.rounds) :]
    acts = event.acts.select_related("actor").order_by("-number")
    standing = list(acts.filter(undone_at=None).exclude(kind__in=PASSED_OVER)[:EXAMINED_ACTS])
    undoable = find_undoable(event, standing)
    newest = next((act for act in standing if act.number in undoable and act.changes), None)
    view = build_event_view(event, director, most=None)
    return DeskView(
        event=view,
        entrants=tuple(sorted(entrants, key=lambda one: (one.withdrawn, one.name.casefold()))),
        may_pair=going_on and bool(left) and not paired and not event.paused and not arena,
        may_start_arena=arena and event.stage == Event.Stage.OPEN and not event.paused,
        may_stop_arena=arena and event.stage == Event.Stage.RUNNING,
        may_start=going_on and paired and not event.paused and view.coming is None,
        may_end=going_on and (last is None or last.stage == EventRound.Stage.OVER),
        next_number=number,
        next_method=str(METHOD_LABELS[left[0].method]) if left else "",
        pins=_list_pins(event, entrants, left[0].method) if left else (),
        pin_seats=tuple(range(event.table_size)),
        paired_round=(view.coming or view.current) if paired and not event.paused else None,
        played_round=view.current if not paired or view.coming or event.paused else None,
        earlier_rounds=tuple(
            one.number for one in rows.rounds if one.stage == EventRound.Stage.OVER
        )
        if view.current is not None and view.current.number > 1
        else (),
        missing=_list_missing(rows.current),
        left_out=_list_left_out(rows, last) if last is not None and paired else (),
        plan=tuple(
            PlannedRound(one, plan[one - 1].method)
            for one in range(len(rows.rounds) + 1, len(plan) + 1)
        )
        if going_on and not arena
        else (),
        arena_minutes=event.arena_minutes,
        divisions=tuple(event.divisions),
        divisions_text=write_divisions(event.divisions, event.division_floors),
        may_divide=_may_divide(event, rows),
        may_add_computers=not event.on_boards and not event.rated,
        methods=tuple(
            (one.value, METHOD_LABELS[one])
            for one in list_methods(event.table_size)
            if not (event.boards and one is Method.MANUAL)
        ),
        directors=tuple(
            DeskDirector(
                one.pk,
                PersonView.of(one.player),
                one.player_id == director.pk,
            )
            for one in event.directors.select_related("player")
        ),
        log=tuple(list_log_lines(acts[:SHOWN_ACTS], undoable)),
        undoable=newest.number if newest else 0,
        undoable_text=describe_act(newest) if newest else "",
    )


def _list_pins(event: Event, entrants: Sequence[DeskEntrant], method: Method) -> tuple[int, ...]:
    if event.boards:
        return ()
    tables = sum(one.plays_next for one in entrants) // event.table_size
    most = tables if method is Method.MANUAL else min(tables, MAX_PINS)
    return tuple(range(1, most + 1))


def _may_divide(event: Event, rows: EventRows) -> bool:
    whole = event.is_over or event.arena_minutes is not None or bool(event.boards)
    return not (whole or rows.rounds)


def _list_missing(last: EventRound | None) -> tuple[int, ...]:
    if last is None or last.stage != EventRound.Stage.STARTED:
        return ()
    return tuple(table.number for table in last.tables.all() if not table.has_result)


def _list_left_out(rows: EventRows, last: EventRound) -> tuple[str, ...]:
    past = last.to_past_round()
    known = {player for table in past.tables for player in table.players} | set(past.byes)
    return tuple(
        one.shown_name
        for one in rows.entrants
        if one.pk not in known
        and one.withdrawn_from is None
        and not one.unconfirmed
        and max(one.entered_at, one.checked_in_at or one.entered_at) > last.paired_at
    )


def _build_entrant(event: Event, one: Entrant, number: int, missable: int) -> DeskEntrant:
    checked_in = one.checked_in_at is not None
    return DeskEntrant(
        pk=one.pk,
        name=one.shown_name,
        rating=one.rating,
        seed=one.seed,
        team=one.team,
        division=one.division,
        computer=str(LEVEL_LABELS[one.computer_level]) if one.computer_level else "",
        withdrawn=one.withdrawn_from is not None,
        checked_in=checked_in,
        unconfirmed=one.unconfirmed,
        penalty_half_points=one.penalty_half_points,
        penalty_spread=one.penalty_spread,
        voided_from=one.voided_from,
        misses_round=missable in one.sits_out,
        plays_next=one.withdrawn_from is None
        and one.first_round <= number
        and number not in one.sits_out
        and not one.unconfirmed
        and (checked_in or not event.checks_in),
        partners=tuple((row.pk, row.player.shown_name) for row in one.partners.all())
        if event.shared_racks
        else (),
    )
