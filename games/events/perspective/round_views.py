"""Rounds of an event as pages show them: tables, results, byes, and the reasons in words."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from games.events.models import Entrant, Event, EventRound, EventTable
from games.events.perspective.reason_texts import explain_reasons
from games.events.perspective.standings import build_person
from games.events.store.event_state import EventRows, load_event_rows
from games.events.terms.reasons import read_reasons
from games.pairing.reasons import Reason
from games.play.perspective.viewdata import PersonView

LATEST_RESULTS = 20
"""How many finished games of an arena its page lists; the cross-table has all."""


@dataclass(frozen=True, slots=True)
class EventSeatView:
    """A player at a table, with the score once there is one."""

    entrant: int
    person: PersonView
    score: int | None
    absent: bool
    winner: bool


@dataclass(frozen=True, slots=True)
class EventTableView:
    """A table of a round."""

    number: int
    seats: tuple[EventSeatView, ...]
    # Why these players meet, and who starts.
    reasons: tuple[str, ...]
    has_result: bool
    # Whether no two of the players appeared, so that scores mean nothing.
    forfeited: bool
    pinned: bool
    # The room while it is played here, and the record afterwards.
    url: str
    mine: bool


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round that has been paired."""

    number: int
    stage: str
    # Tables by division.
    divisions: tuple[tuple[str, tuple[EventTableView, ...]], ...]
    byes: tuple[PersonView, ...]
    # Entrants with a bye, by id.
    bye_ids: tuple[int, ...]
    reasons: tuple[str, ...]
    # Whether there are tables beyond those listed.
    more: bool

    def find_own_table(self) -> EventTableView | None:
        """Return the viewer's table, if there is one."""
        tables = (table for _name, some in self.divisions for table in some)
        return next((table for table in tables if table.mine), None)


def build_round_view(event: Event, number: int, divisions: Sequence[str]) -> RoundView | None:
    """Return one round of these divisions, ``None`` if it has not been paired."""
    rows = load_event_rows(event)
    names = rows.list_names()
    found = next((one for one in rows.rounds if one.number == number), None)
    return build_round(rows, found, names, None, divisions) if found is not None else None


def list_divisions(event: Event) -> Sequence[str]:
    return event.divisions or [""]


def build_round(
    rows: EventRows,
    found: EventRound,
    names: dict[int, str],
    viewer: Entrant | None,
    divisions: Sequence[str] = (),
    most: int | None = None,
) -> RoundView:
    """Return a round; without ``divisions`` it is that of everyone.

    ``most`` is how many tables of each division are listed; the viewer's own always is.
    """
    shown = divisions or list_divisions(rows.event)
    entrants = {one.pk: one for one in rows.entrants}
    all_rows = list(found.tables.all())
    if rows.event.arena_minutes is not None:
        rows_shown = _choose_arena_tables(all_rows, viewer)
    else:
        rows_shown = _choose_first_tables(all_rows, viewer, most)
    rooms = _read_room_codes(rows_shown)
    tables = [
        (table.division, _build_table(table, names, entrants, viewer, rooms.get(table.pk, "")))
        for table in rows_shown
    ]
    return RoundView(
        number=found.number,
        stage=found.stage,
        divisions=tuple(
            (name, tuple(view for division, view in tables if division == name)) for name in shown
        ),
        byes=tuple(
            build_person(entrants[bye.entrant_id])
            for bye in found.byes.all()
            if entrants[bye.entrant_id].division in shown
        ),
        bye_ids=tuple(bye.entrant_id for bye in found.byes.all()),
        reasons=tuple(
            explain_reasons(
                (one for one in read_reasons(found.reasons) if _is_about(one, shown, entrants)),
                names,
            )
        ),
        more=len(rows_shown) < len(all_rows),
    )


def _choose_first_tables(
    tables: list[EventTable], viewer: Entrant | None, most: int | None
) -> list[EventTable]:
    """Return the first tables of each division, and the viewer's."""
    found: list[EventTable] = []
    counts = Counter[str]()
    for table in tables:
        counts[table.division] += 1
        if most is None or counts[table.division] <= most or (viewer and _sits(table, viewer)):
            found.append(table)
    return found


def _choose_arena_tables(tables: list[EventTable], viewer: Entrant | None) -> list[EventTable]:
    """Return the viewer's open table, all other open ones, and the latest results."""
    open_tables = [table for table in tables if not table.has_result]
    over = [table for table in tables if table.has_result]
    ordered = [*open_tables, *over[: -1 - LATEST_RESULTS : -1]]
    return sorted(ordered, key=lambda table: not (viewer and _sits(table, viewer)))


def _sits(table: EventTable, entrant: Entrant) -> bool:
    return any(seat.entrant_id == entrant.pk for seat in table.seats.all())


def _is_about(reason: Reason, shown: Sequence[str], entrants: dict[int, Entrant]) -> bool:
    """Return whether a reason about a round belongs to one of these divisions."""
    known = reason.arguments
    if "player" in known:
        entrant = entrants.get(abs(int(known["player"])))
        return entrant is None or entrant.division in shown
    return known.get("division", shown[0]) in shown


def _build_table(
    table: EventTable,
    names: dict[int, str],
    entrants: dict[int, Entrant],
    viewer: Entrant | None,
    room: str,
) -> EventTableView:
    seats = list(table.seats.all())
    best = max((seat.score for seat in seats if seat.score is not None), default=None)
    return EventTableView(
        number=table.number,
        seats=tuple(
            EventSeatView(
                seat.entrant_id,
                build_person(entrants[seat.entrant_id]),
                seat.score,
                seat.absent,
                table.has_result and (seat.place == 1 if seat.place else seat.score == best),
            )
            for seat in seats
        ),
        reasons=tuple(explain_reasons(read_reasons(table.reasons), names)),
        has_result=table.has_result,
        forfeited=sum(not seat.absent for seat in seats) < 2,
        pinned=table.pinned,
        url=_get_url(table, room),
        mine=viewer is not None and _sits(table, viewer),
    )


def _get_url(table: EventTable, room: str) -> str:
    if table.game_id is None:
        return ""
    if table.has_result:
        return reverse("games:record", args=[table.game_id])
    return reverse("games:room", args=[room])


def _read_room_codes(tables: Sequence[EventTable]) -> dict[int, str]:
    """Return the code of the room by table, as far as its game is being played."""
    played = [one.pk for one in tables if one.game_id is not None and not one.has_result]
    codes = EventTable.objects.filter(pk__in=played).values_list("pk", "game__room__code")
    return dict(codes) if played else {}
