"""All rounds of an event: those that have been paired, and what is known of those to come."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.events.models import Event
from games.events.perspective.standings import build_person
from games.events.perspective.wording import METHOD_LABELS
from games.events.store.event_state import EventRows, build_event_state, load_event_rows, read_plan
from games.events.store.team_state import build_team_state
from games.pairing.errors import PairingError
from games.pairing.pairings import list_scheduled_rounds
from games.pairing.rounds import PairedRound
from games.play.perspective.viewdata import PersonView


@dataclass(frozen=True, slots=True)
class PastRoundLine:
    """A round that has been paired."""

    number: int
    stage: str
    method: str


@dataclass(frozen=True, slots=True)
class ComingRound:
    """A round to come. Without tables, its pairings depend on results."""

    number: int
    method: str
    # Those who meet at each table, the starter first; in team matches the teams.
    tables: tuple[tuple[PersonView, ...], ...]
    byes: tuple[PersonView, ...]


@dataclass(frozen=True, slots=True)
class Schedule:
    """The rounds of an event."""

    past: tuple[PastRoundLine, ...]
    coming: tuple[ComingRound, ...]


def build_schedule(event: Event) -> Schedule:
    """Return the rounds of an event. Before the first is paired, no pairings are shown."""
    rows = load_event_rows(event)
    plan = read_plan(event)
    labels = [str(METHOD_LABELS[one.method]) for one in plan]
    known = _list_scheduled(rows) if rows.rounds and not event.is_over else {}
    people = _list_people(rows)
    left = range(len(rows.rounds) + 1, len(plan) + 1) if not event.is_over else range(0)
    return Schedule(
        past=tuple(
            PastRoundLine(one.number, one.stage, labels[one.number - 1]) for one in rows.rounds
        ),
        coming=tuple(
            _build_coming(number, labels[number - 1], known.get(number), people) for number in left
        ),
    )


def _list_scheduled(rows: EventRows) -> dict[int, PairedRound]:
    state = build_team_state(rows).state if rows.event.boards else build_event_state(rows)
    try:
        return {paired.number: paired for paired in list_scheduled_rounds(state)}
    except PairingError:
        return {}  # a director has to settle something first


def _list_people(rows: EventRows) -> dict[int, PersonView]:
    """Return everyone by id as pairing has it; that of a team is negative."""
    people = {one.pk: build_person(one) for one in rows.entrants}
    if rows.event.boards:
        people |= {-one.pk: PersonView(one.team, "") for one in rows.entrants}
    return people


def _build_coming(
    number: int, method: str, paired: PairedRound | None, people: Mapping[int, PersonView]
) -> ComingRound:
    if paired is None:
        return ComingRound(number, method, (), ())
    return ComingRound(
        number,
        method,
        tuple(_name(table.players, people) for table in paired.tables),
        _name(paired.byes, people),
    )


def _name(players: Sequence[int], people: Mapping[int, PersonView]) -> tuple[PersonView, ...]:
    return tuple(people[player] for player in players)
