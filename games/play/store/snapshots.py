"""Snapshots: a room with its current game, read in one go.

A service reads a snapshot under the room's lock, writes what changes, and passes the new snapshot
on to :mod:`games.play.perspective`, so no row is read twice. Snapshots contain secrets; the
perspective decides who may see what. :mod:`games.play.store` converts the rows.

Snapshots of games in play are cached. Every visible change gives the room a new stamp, and recorded
moves never change. So a cached snapshot with the stamp of the row is up to date, except for the
fields that change without one (:data:`FIELDS_NOT_SHOWN`, and when players were last seen). If only
moves have been made since, they are added to it. After any other change the rows are read again,
but its record of moves is reused. Snapshots enter the cache only after the commit;
:mod:`games.common.latest_cache` states the rules for all caches.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import Model, Prefetch, QuerySet
from django.utils import timezone

from games.common.latest_cache import LatestCache
from games.play import store
from games.play.models import Game, Invitation, Move, Room, Seat, SeatMember
from games.play.store.changes import (
    FIELDS_NOT_SHOWN,
    GAME_FIELDS,
    MOVE_FIELDS,
    RoomChanges,
    query_changes,
)
from games.play.store.shared_device import find_uncovered_seat
from games.play.terms.seating import is_free, list_guests
from games.players.models import Player
from games.rules.equipment.tiles import load_tile_set
from games.rules.flow.game import GameState
from games.rules.plays.acts import TURN_KINDS
from games.rules.plays.events import Event, Passed, Withdrawn, event_from_json
from games.rules.positions.variants import get_variant
from scrabble_site.shared.refusals import NotFound

# How many times a page rereads a room that changes while it is being read.
READ_ATTEMPTS = 4
# Number of rooms whose latest snapshot is kept in memory.
MAX_CACHED = 128


class ClockPause(NamedTuple):
    """A time when a turn's clock stood still: ``why`` is "pause" or "days_off", instants in ms."""

    why: str
    begin: int
    end: int


class RecordedMove(NamedTuple):
    """One move of the record; ``kind`` is the name of its act."""

    number: int
    seat: int
    kind: str
    events: tuple[Event, ...]
    # Identifies the command, so that one sent twice is made only once.
    key: str = ""
    # Whether the variant calls an exchange a swap.
    swaps: bool = False
    # The language of the tiles.
    language: str = ""
    # Who made the move, and under which name; ``None`` and "" if a program did.
    player: UUID | None = None
    name: str = ""
    # Whether it had been stored in advance.
    by_reply: bool = False
    # Milliseconds that the turn took without its ``pauses``, or ``None`` if they were not counted.
    spent: int | None = None
    pauses: tuple[ClockPause, ...] = ()

    @property
    def withdrew_play(self) -> bool:
        """True if a play was taken back."""
        return any(isinstance(event, Withdrawn) for event in self.events)

    @property
    def took_turn(self) -> bool:
        """True if the move used up a turn, even if only because time ran out."""
        return self.kind in TURN_KINDS or any(isinstance(event, Passed) for event in self.events)


@dataclass(frozen=True)
class RoomSnapshot:
    """A room's rows at one moment. ``state`` is ``None`` before the start.

    ``seats`` come with their racks, holders and players, ``game`` with its revision and secret.
    ``guests`` are the invitations that keep a seat or a place in a team.
    """

    room: Room
    game: Game
    seats: tuple[Seat, ...]
    state: GameState | None
    record: tuple[RecordedMove, ...]
    guests: tuple[Invitation, ...]

    def seat_of(self, player_id: object) -> int | None:
        """Return the seat that a player (an id or its text) holds or has uncovered, or ``None``."""
        wanted = str(player_id)
        if self.room.device_owner_id is not None and self.game.running:
            shown = find_uncovered_seat(self.room, self.game, self.state, self.record)
            return shown if wanted == str(self.room.device_owner_id) else None
        for seat in self.seats:
            if any(str(holder.player_id) == wanted for holder in seat.holders.all()):
                return seat.number
        return None

    def player_in(self, player_id: object) -> Player | None:
        """Return the player with this id, if they hold a seat."""
        wanted = str(player_id)
        holders = (holder for seat in self.seats for holder in seat.holders.all())
        return next((holder.player for holder in holders if str(holder.player_id) == wanted), None)


def read_snapshot(code: str) -> RoomSnapshot:
    """Return a snapshot of a room's newest game. Raises ``NotFound`` for an unknown code."""
    return _catch_up(code) or _read_anew(Room.objects.filter(code=code))


def lock_snapshot(code: str) -> RoomSnapshot:
    """Lock the room's row and return a snapshot of its newest game. Call it in a transaction."""
    locked = Room.objects.order_by().select_for_update().filter(code=code)
    return _catch_up(code, lock=True) or _read_anew(locked)


def _read_anew(rooms: QuerySet[Room]) -> RoomSnapshot:
    room = rooms.first()
    if room is None:
        raise NotFound("room.unknown")
    related = ("revision", "secret", "room__host", "room__lexicon")
    game = room.games.select_related(*related).order_by("-number").first()
    if game is None:
        raise NotFound("game.unknown")
    room.host, room.lexicon = game.room.host, game.room.lexicon
    return build_snapshot(room, game)


def build_snapshot(room: Room, game: Game) -> RoomSnapshot:
    """Return a snapshot of a room with one particular game."""
    game.room = room
    holders = Prefetch("holders", SeatMember.objects.select_related("player"))
    seats = tuple(game.seats.select_related("rack").prefetch_related(holders))
    state, record = _read_turns(game, seats) if game.state is not None else (None, ())
    return RoomSnapshot(room, game, seats, state, record, list_guests(game, seats, timezone.now()))


def get_cached_snapshot(code: str) -> RoomSnapshot | None:
    """Return the cached snapshot of a room, if any. It may be out of date: never write from it."""
    return _snapshot_cache.get(code)


def read_stable_snapshot(code: str) -> RoomSnapshot:
    """Return a snapshot of a room's newest game that did not change while it was read.

    Reading takes no lock, so pages never wait for moves. If the stamp has changed meanwhile,
    everything is read again, up to ``READ_ATTEMPTS`` times. After that the last reading is good
    enough: the next change publishes a newer stamp anyway.
    """
    snapshot = _catch_up(code, steadily=True)
    steady = snapshot is not None
    for _try in range(0 if steady else READ_ATTEMPTS):
        snapshot = _read_anew(Room.objects.filter(code=code))
        steady = Room.objects.filter(pk=snapshot.room.pk, stamp=snapshot.room.stamp).exists()
        if steady:
            break
    assert snapshot is not None
    if steady and not connection.in_atomic_block:
        cache_snapshot(snapshot)
    return snapshot


def cache_snapshot(snapshot: RoomSnapshot) -> None:
    """Cache a complete, committed snapshot of a running game. No one may change its rows later.

    A snapshot that can change other than by moves (a seat is free or kept) is not cached.
    """
    is_complete = snapshot.state is not None and len(snapshot.record) == snapshot.state.turn_number
    people = any(seat.holders.all() for seat in snapshot.seats)
    is_full = people and not snapshot.guests and not any(is_free(seat) for seat in snapshot.seats)
    if is_complete and is_full and snapshot.game.running:
        _snapshot_cache.put(snapshot.room.code, snapshot.room.stamp, snapshot)


def read_recorded_move(move: Move, room: Room) -> RecordedMove:
    """Return a move's row as a line of the record."""
    events = tuple(event_from_json(data) for data in move.events)
    swaps = get_variant(room.variant).swaps
    language = load_tile_set(room.edition).language
    fields = (move.number, move.seat, move.kind, events, move.key, swaps, language)
    pauses = tuple(ClockPause(*pause) for pause in move.pauses)
    name = move.player.nickname if move.player else ""
    return RecordedMove(*fields, move.player_id, name, move.by_reply, move.spent, pauses)


_snapshot_cache = LatestCache["RoomSnapshot"](MAX_CACHED)
clear_snapshot_cache = _snapshot_cache.forget
"""Empty the cache, for code that writes rows without the services, such as tests."""


def _catch_up(code: str, *, lock: bool = False, steadily: bool = False) -> RoomSnapshot | None:
    """Return an up-to-date snapshot made from the cached one, or ``None`` if that is not possible.

    With ``steadily`` it also returns ``None`` if the room changed while it was read.
    """
    known = _snapshot_cache.get(code)
    if known is None:
        return None
    changes = query_changes(code, known.game.pk, len(known.record), lock=lock)
    for stamp, stage, seen_at in changes.room():
        room = copy(known.room)
        room.stamp, room.stage, room.seen_at = stamp, stage, seen_at
        snapshot, later = _with_people(known, room, changes), stamp - known.room.stamp
        now = _with_moves(snapshot, changes, later) if later else snapshot
        if not steadily or changes.room_again()[0][0] == stamp:
            return now
    return None


def _with_people(known: RoomSnapshot, room: Room, changes: RoomChanges) -> RoomSnapshot:
    """Return a copy of the snapshot with the fields that change without a stamp.

    Rows that writers modify are copied, so the cached snapshot stays as it is.
    """
    game = copy(known.game)
    game.room = room
    seen_at: dict[int, datetime | None] = {}
    for holder, moment, *unseen in changes.holders():
        seen_at[holder] = moment
        _set(game, FIELDS_NOT_SHOWN, unseen)
    seats = tuple(_copy_seat(seat, seen_at) for seat in known.seats)
    return replace(known, room=room, game=game, seats=seats)


def _copy_seat(seat: Seat, seen_at: Mapping[int, datetime | None]) -> Seat:
    for holder in seat.holders.all():
        holder.seen_at = seen_at.get(holder.pk, holder.seen_at)
    mine = copy(seat)
    mine.rack = copy(seat.rack)
    return mine


def _with_moves(snapshot: RoomSnapshot, changes: RoomChanges, count: int) -> RoomSnapshot | None:
    """Return the snapshot with the moves made since, or ``None`` if anything else has changed.

    Every visible change adds one to the stamp, so the stamp has to have grown by ``count``, exactly
    the number of new moves.
    """
    game, before = snapshot.game, len(snapshot.record)
    for secret_state, *values in changes.game():
        _set(game, GAME_FIELDS, values)
        game.secret = copy(game.secret)
        game.secret.state = secret_state
    if not game.running or game.turn_number - before != count:
        return None
    racks: dict[int, str] = dict(changes.racks())
    for seat in snapshot.seats:
        seat.rack.tiles = racks[seat.pk]
    state = store.build_state(game, {seat.number: seat.rack.tiles for seat in snapshot.seats})
    lines = (
        read_recorded_move(_move_from(row, snapshot), snapshot.room)
        for row in changes.moves()[:count]
    )
    return replace(snapshot, state=state, record=(*snapshot.record, *lines))


def _move_from(row: Sequence[object], snapshot: RoomSnapshot) -> Move:
    move = Move(**dict(zip(MOVE_FIELDS, row, strict=True)))
    move.player = snapshot.player_in(move.player_id)
    return move


def _set(row: Model, names: Iterable[str], values: Iterable[object]) -> None:
    for name, value in zip(names, values, strict=True):
        setattr(row, name, value)


def _read_turns(game: Game, seats: tuple[Seat, ...]) -> tuple[GameState, tuple[RecordedMove, ...]]:
    # In a team's game each line says which member moved, and nicknames can change.
    known = None if game.room.has_teams else _snapshot_cache.get(game.room.code)
    record: tuple[RecordedMove, ...] = ()
    if known is not None and known.game.pk == game.pk and len(known.record) <= game.turn_number:
        record = known.record
        if known.state is not None and len(record) == game.turn_number:
            return replace(known.state, clock=store.read_clock(game)), record
    state = store.build_state(game, {seat.number: seat.rack.tiles for seat in seats})
    later = game.moves.select_related("player").filter(
        number__gt=len(record), number__lte=game.turn_number
    )
    return state, record + tuple(read_recorded_move(move, game.room) for move in later)
