"""The tables of an event that can be watched side by side, and which of them is most exciting."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, Q, QuerySet, Sum, When
from django.urls import reverse

from games.broadcasts.models import AnnotatedGame
from games.broadcasts.store.annotated_records import read_moves, replay_moves
from games.broadcasts.terms.excitement import rate_excitement
from games.events.models import Event, EventRound, EventTable
from games.events.perspective.standings import EventStanding, build_standings
from games.events.store.event_state import load_event_rows
from games.play import store
from games.play.models import Game
from games.rules.equipment.tiles import load_tile_set
from games.rules.flow.game import GameState
from scrabble_site.shared.instants import to_ms

MAX_TABLES = 60
"""Tables that a broadcast lists, those that are being played first: the best players sit at the
first tables of a round."""
MAX_PLACES = 10
STAMP_RANGE = 100_000
"""How far the summed stamps of the games can raise a broadcast's stamp before the event's own has
to grow."""


@dataclass(frozen=True, slots=True)
class FeaturedTable:
    """A table of an event whose game can be watched."""

    number: int
    # The names and the scores of the seats, in the order of their turns.
    sides: tuple[tuple[str, int], ...]
    # The address of the board as a page for a frame, and of the whole page.
    frame: str
    page: str
    over: bool
    # 1 is the most exciting one.
    rank: int


@dataclass(frozen=True, slots=True)
class BroadcastView:
    """What the page with the tables of an event shows beside their boards."""

    code: str
    stamp: int
    title: str
    round: int
    tables: tuple[FeaturedTable, ...]
    # How many more tables of the round there are, which are not listed.
    others: int
    standings: tuple[tuple[str, tuple[EventStanding, ...]], ...]


@dataclass(frozen=True, slots=True)
class _RatedTable:
    """A table and how exciting its game is; -1 once it is over."""

    row: EventTable
    sides: tuple[tuple[str, int], ...]
    excitement: float
    frame: str
    page: str

    @property
    def over(self) -> bool:
        return self.excitement < 0


def build_broadcast_view(event: Event, now: datetime) -> BroadcastView:
    """Return the tables of the round that is being played, and who leads."""
    rows = load_event_rows(event)
    listed = _list_rows(event, rows.current)
    found = [_build_table(row, to_ms(now)) for row in listed[:MAX_TABLES]]
    ranked = sorted(found, key=lambda table: (-table.excitement, table.row.number))
    ranks = {table.row.pk: rank for rank, table in enumerate(ranked, 1)}
    divisions = event.divisions or [""]
    return BroadcastView(
        code=event.code,
        stamp=read_broadcast_stamps([event.code]).get(event.code, 0),
        title=event.title,
        round=rows.current.number if rows.current is not None else 0,
        tables=tuple(
            FeaturedTable(
                table.row.number,
                table.sides,
                table.frame,
                table.page,
                table.over,
                ranks[table.row.pk],
            )
            for table in found
        ),
        others=max(0, listed.count() - MAX_TABLES),
        standings=tuple(
            (name, tuple(build_standings(rows, name)[:MAX_PLACES])) for name in divisions
        )
        if rows.rounds
        else (),
    )


def read_broadcast_stamps(codes: Iterable[str]) -> Mapping[str, int]:
    """Return a number for each event that grows with every change of it or of its open games."""
    events = dict(Event.objects.filter(code__in=list(codes)).values_list("code", "stamp"))
    open_tables = EventTable.objects.filter(
        round__event__code__in=list(events), result_from=EventTable.Source.NONE
    )
    played = dict(
        open_tables.values_list("round__event__code").annotate(sum=Sum("game__room__stamp"))
    )
    written = dict(
        open_tables.values_list("round__event__code").annotate(sum=Sum("annotated_game__stamp"))
    )
    return {
        code: stamp * STAMP_RANGE
        + min((played.get(code) or 0) + (written.get(code) or 0), STAMP_RANGE - 1)
        for code, stamp in events.items()
    }


def _list_rows(event: Event, current: EventRound | None) -> QuerySet[EventTable]:
    """Return the tables of a round whose games can be watched, unfinished ones first."""
    if current is None:
        return EventTable.objects.none()
    rows = current.tables.filter(Q(game__isnull=False) | Q(annotated_game__isnull=False))
    if event.arena_minutes is not None:
        rows = rows.filter(result_from=EventTable.Source.NONE)
    related = ("game__room", "annotated_game__revision__lexicon")
    unfinished_first = Case(When(result_from=EventTable.Source.NONE, then=0), default=1)
    ordered = rows.order_by(unfinished_first, "number")
    return ordered.select_related(*related).prefetch_related("seats__entrant__player")


def _build_table(row: EventTable, now: int) -> _RatedTable:
    names = [seat.entrant.shown_name for seat in row.seats.all()]
    if row.game is not None:
        return _build_played_table(row, row.game, names, now)
    game: AnnotatedGame = row.annotated_game
    replay = replay_moves(game, read_moves(game))
    scores = list(replay.totals.values())
    total = load_tile_set(game.edition).total
    left = total - len(replay.board)
    excitement = -1.0 if game.is_over else rate_excitement(scores, left, total)
    frame = reverse("games:annotated_embed", args=[game.code])
    sides = tuple(zip(names, scores, strict=False))
    return _RatedTable(row, sides, excitement, frame, game.get_absolute_url())


def _build_played_table(row: EventTable, game: Game, names: list[str], now: int) -> _RatedTable:
    code = game.room.code
    frame, page = (reverse(f"games:{name}", args=[code]) for name in ("room_embed", "room"))
    if game.state is None:  # it starts in a moment
        return _RatedTable(row, tuple((name, 0) for name in names), 0.0, frame, page)
    state = store.load_public_state(game)
    scores = [seat.score for seat in state.seats]
    over = row.has_result or game.status == Game.Status.OVER
    total = state.tile_set.total
    left = total - len(state.board)
    excitement = -1.0 if over else rate_excitement(scores, left, total, _read_time_left(state, now))
    return _RatedTable(row, tuple(zip(names, scores, strict=False)), excitement, frame, page)


def _read_time_left(state: GameState, now: int) -> int | None:
    """Return the milliseconds of the player to move, ``None`` without a clock."""
    if state.clock is None or state.to_move is None:
        return None
    return state.clock.left_at(state.to_move, now)
