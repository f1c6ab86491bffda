"""The state that pairing and standings work with, built from an event's rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from typing import cast

from django.db.models import prefetch_related_objects

from games.events.models import Entrant, Event, EventBye, EventRound, EventSeat
from games.events.models.rounds import SeatResult, build_played_table
from games.pairing.event import (
    EventPlayer,
    EventState,
    PastRound,
    RoundPlan,
    ScoringSettings,
    void_results,
)
from games.players.models import Player
from games.rules.equipment.json_codec import decode, encode


@dataclass(frozen=True, slots=True)
class EventRows:
    """An event with its entrants and rounds, read with few queries."""

    event: Event
    entrants: list[Entrant]
    rounds: list[EventRound]
    # The rounds as pairing and scoring see them.
    played: list[PastRound]

    @property
    def current(self) -> EventRound | None:
        """The round that is being played, or else the last one."""
        started = (one for one in self.rounds if one.stage == EventRound.Stage.STARTED)
        return next(started, self.rounds[-1] if self.rounds else None)

    @property
    def coming(self) -> EventRound | None:
        """The round that has been paired while another one is being played."""
        last = self.rounds[-1] if self.rounds else None
        return last if last is not self.current else None

    def get_entrant(self, pk: int) -> Entrant:
        return next(one for one in self.entrants if one.pk == pk)

    def find_own_entrant(self, viewer: Player | None) -> Entrant | None:
        """Return the entrant that a viewer is, alone or with others."""
        if viewer is None:
            return None
        return next((one for one in self.entrants if self._is_of(viewer, one)), None)

    def _is_of(self, viewer: Player, entrant: Entrant) -> bool:
        if not self.event.shared_racks:
            return entrant.player_id == viewer.pk
        return viewer in entrant.list_people()

    def list_names(self) -> dict[int, str]:
        """Return the names by id as reasons have it; that of a team is negative."""
        names = {one.pk: one.shown_name for one in self.entrants}
        if self.event.boards:
            names |= {-one.pk: one.team for one in self.entrants}
        return names


def load_event_rows(event: Event, *, latest_tables: bool = False) -> EventRows:
    """Return an event's entrants with their players, and its rounds with tables and seats.

    With ``latest_tables``, only the last round and those that are not over have the rows of their
    tables at hand. That takes a fraction of the time late in a large event.
    """
    entrants = list(event.entrants.select_related("player"))
    if event.shared_racks:
        prefetch_related_objects(entrants, "partners__player")
    rounds = list(event.rounds.all())
    earlier = _count_earlier(rounds) if latest_tables else 0
    prefetch_related_objects(rounds[earlier:], "tables__seats", "byes")
    played = [
        *_read_past_rounds(rounds[:earlier]),
        *(one.to_past_round() for one in rounds[earlier:]),
    ]
    return EventRows(event, entrants, rounds, played)


def _count_earlier(rounds: Sequence[EventRound]) -> int:
    """Return how many rounds precede those that are not over, or the last one."""
    over = takewhile(lambda one: one.stage == EventRound.Stage.OVER, rounds[:-1])
    return sum(1 for _round in over)


def _read_past_rounds(rounds: Sequence[EventRound]) -> list[PastRound]:
    """Return rounds as pairing and scoring see them, without making an object of each row."""
    if not rounds:
        return []
    tables: dict[int, dict[int, list[SeatResult]]] = {one.pk: {} for one in rounds}
    seats = EventSeat.objects.filter(table__round__in=rounds).order_by("table__number", "position")
    for round_id, table, *result in seats.values_list(
        "table__round", "table", "entrant", "score", "place", "absent"
    ):
        tables[round_id].setdefault(table, []).append(cast("SeatResult", tuple(result)))
    byes: dict[int, list[int]] = {one.pk: [] for one in rounds}
    for round_id, entrant in EventBye.objects.filter(round__in=rounds).values_list(
        "round", "entrant"
    ):
        byes[round_id].append(entrant)
    return [
        PastRound(tuple(map(build_played_table, tables[one.pk].values())), tuple(byes[one.pk]))
        for one in rounds
    ]


def build_event_state(rows: EventRows, *, now: datetime | None = None) -> EventState:
    """Return the event as pairing sees it.

    With ``now``, those who are suspended at that moment sit the next round out.
    """
    event = rows.event
    past: Sequence[PastRound] = rows.played
    for entrant in rows.entrants:
        if entrant.voided_from is not None:
            past = void_results(past, entrant.pk, entrant.voided_from)
    return EventState(
        players=tuple(
            _build_player(
                event, one, rests_in=len(past) + 1 if now and _is_suspended(one, now) else None
            )
            for one in rows.entrants
        ),
        plan=read_plan(event),
        rounds=tuple(past),
        scoring=read_scoring(event),
        prize_places=event.prize_places,
        seed=event.seed,
    )


def read_plan(event: Event) -> tuple[RoundPlan, ...]:
    return tuple(decode(RoundPlan, one) for one in event.plan)


def write_plan(plan: Sequence[RoundPlan]) -> list[object]:
    return [encode(one) for one in plan]


def read_scoring(event: Event) -> ScoringSettings:
    return decode(ScoringSettings, {**event.scoring, "table_size": event.table_size})


def _is_suspended(entrant: Entrant, now: datetime) -> bool:
    """Return whether no one of an entrant may play now."""
    people = entrant.list_people() if entrant.event.shared_racks else [entrant.player]
    until = [one.suspended_until for one in people if one is not None]
    return bool(until) and all(end is not None and end > now for end in until)


def _build_player(event: Event, entrant: Entrant, rests_in: int | None) -> EventPlayer:
    missing = entrant.unconfirmed or (event.checks_in and entrant.checked_in_at is None)
    return EventPlayer(
        id=entrant.pk,
        rating=entrant.rating,
        seed=entrant.seed,
        team=entrant.team,
        division=entrant.division,
        first_round=entrant.first_round,
        withdrawn_from=1 if missing and entrant.withdrawn_from is None else entrant.withdrawn_from,
        sits_out=frozenset([*entrant.sits_out, *([rests_in] if rests_in else [])]),
        penalty_half_points=entrant.penalty_half_points,
        penalty_spread=entrant.penalty_spread,
    )
