"""A room with the game on its table, read whole and handed on: from the lock to the last page.

A service reads a scene under the lock, writes what follows from it and hands the new scene on to
:mod:`games.play.perspective`, so nothing is read a second time to be shown. Scenes hold secrets;
what may be seen of them is decided there. Rows become states in :mod:`games.play.store`.

Every write that anybody can see gives the room a new stamp, and what a finished turn left behind
never changes. So the scenes of games in play are kept in memory: one whose stamp is the row's is
the room as it is, but for what changes unseen (:data:`UNSEEN`, and when people were last here);
an older one is brought up to date by the moves since, where there were no other changes; of any
other the record is still true. Scenes enter the memory after the commit alone.
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

from games.common.memory import Memory
from games.common.refusals import Missing
from games.play import store
from games.play.chairs import guests_of, is_free
from games.play.changes import GAME, MOVE, UNSEEN, Changes, ask_changes
from games.play.models import Game, Holder, Invitation, Move, Room, Seat
from games.players.models import Player
from games.rules.events import Event, Passed, Withdrawn, event_from_json
from games.rules.game import GameState
from games.rules.moves import TURN_KINDS
from games.rules.tiles import load_tile_set
from games.rules.variants import get_variant

TRIES = 4

MOST_KEPT = 128
"""Rooms whose last scene is kept in memory."""


class Halt(NamedTuple):
    """When a turn's time stood: for a "pause" or for "days_off", from one instant to another."""

    why: str
    begin: int
    end: int


class Line(NamedTuple):
    """One move of the record: its number, who made it, its act's name, and what followed.

    ``key`` makes its command land once. ``swaps``: the variant says "swap" for an exchange.
    ``language``: of the tiles. ``player`` made it, under ``name`` then, where no program did.
    ``by_reply``: it had been stored. ``spent``: the milliseconds it took, but for its ``halts``.
    """

    number: int
    seat: int
    kind: str
    events: tuple[Event, ...]
    key: str = ""
    swaps: bool = False
    language: str = ""
    player: UUID | None = None
    name: str = ""
    by_reply: bool = False
    spent: int | None = None
    halts: tuple[Halt, ...] = ()

    @property
    def withdrew(self) -> bool:
        """A play was taken back by it."""
        return any(isinstance(event, Withdrawn) for event in self.events)

    @property
    def took_turn(self) -> bool:
        """The turn went on by it, be it for want of time."""
        return self.kind in TURN_KINDS or any(isinstance(event, Passed) for event in self.events)


@dataclass(frozen=True)
class Scene:
    """The rows of a room at one moment; ``state`` is ``None`` before the start.

    ``seats`` come with their racks, holders and players, the game with its revision and secret.
    ``guests`` are the invitations of those for whom a seat or a place in a team is kept.
    """

    room: Room
    game: Game
    seats: tuple[Seat, ...]
    state: GameState | None
    record: tuple[Line, ...]
    guests: tuple[Invitation, ...]

    def seat_of(self, player_id: object) -> int | None:
        """The seat a player holds; ids may be text."""
        wanted = str(player_id)
        for seat in self.seats:
            if any(str(holder.player_id) == wanted for holder in seat.holders.all()):
                return seat.number
        return None

    def player_in(self, player_id: object) -> Player | None:
        """Someone at the table."""
        wanted = str(player_id)
        holders = (holder for seat in self.seats for holder in seat.holders.all())
        return next((one.player for one in holders if str(one.player_id) == wanted), None)


def read_scene(code: str) -> Scene:
    """The newest game of a room. Raises ``Missing`` for an unknown code."""
    return _catch_up(code) or _read_anew(Room.objects.filter(code=code))


def lock_scene(code: str) -> Scene:
    """The newest game of a room whose row is locked by this statement, inside a transaction."""
    locked = Room.objects.order_by().select_for_update().filter(code=code)
    return _catch_up(code, lock=True) or _read_anew(locked)


def _read_anew(rooms: QuerySet[Room]) -> Scene:
    room = rooms.first()
    if room is None:
        raise Missing("room.unknown")
    related = ("revision", "secret", "room__host", "room__lexicon")
    game = room.games.select_related(*related).order_by("-number").first()
    if game is None:
        raise Missing("game.unknown")
    room.host, room.lexicon = game.room.host, game.room.lexicon
    return scene_of(room, game)


def scene_of(room: Room, game: Game) -> Scene:
    """One certain game of a room."""
    game.room = room
    holders = Prefetch("holders", Holder.objects.select_related("player"))
    seats = tuple(game.seats.select_related("rack").prefetch_related(holders))
    state, record = _turns_of(game, seats) if game.state is not None else (None, ())
    return Scene(room, game, seats, state, record, guests_of(game, seats, timezone.now()))


def last_known(code: str) -> Scene | None:
    """The last scene that is in memory of a room; the room may have gone on since. To look at."""
    return _memory.get(code)


def read_steadily(code: str) -> Scene:
    """The newest game of a room that did not change meanwhile.

    Reading takes no lock, so pages never wait for moves; when the stamp has moved on between the
    first row and the last, everything is read again. A room that never rests is taken as it is:
    its next change publishes a newer stamp anyway.
    """
    scene = _catch_up(code, steadily=True)
    steady = scene is not None
    for _try in range(0 if steady else TRIES):
        scene = _read_anew(Room.objects.filter(code=code))
        steady = Room.objects.filter(pk=scene.room.pk, stamp=scene.room.stamp).exists()
        if steady:
            break
    assert scene is not None
    if steady and not connection.in_atomic_block:
        keep(scene)
    return scene


def keep(scene: Scene) -> None:
    """Hold a scene in memory. It is whole and committed, and nobody changes its rows any more."""
    whole = scene.state is not None and len(scene.record) == scene.state.turn_number
    people = any(seat.holders.all() for seat in scene.seats)
    full = people and not scene.guests and not any(is_free(seat) for seat in scene.seats)
    if whole and full and scene.game.running:
        _memory.put(scene.room.code, scene.room.stamp, scene)


def line_of(move: Move, room: Room) -> Line:
    events = tuple(event_from_json(data) for data in move.events)
    swaps = get_variant(room.variant).swaps
    language = load_tile_set(room.edition).language
    said = (move.number, move.seat, move.kind, events, move.key, swaps, language)
    halts = tuple(Halt(*halt) for halt in move.halts)
    name = move.player.nickname if move.player else ""
    return Line(*said, move.player_id, name, move.by_reply, move.spent, halts)


_memory = Memory["Scene"](MOST_KEPT)
forget_scenes = _memory.forget
"""For whoever writes rows past the services, as tests do."""


def _catch_up(code: str, *, lock: bool = False, steadily: bool = False) -> Scene | None:
    """The room as it is now, made of the scene in memory where nothing but moves has changed it;
    ``steadily``: and nothing did while it was read."""
    known = _memory.get(code)
    if known is None:
        return None
    changes = ask_changes(code, known.game.pk, len(known.record), lock=lock)
    for stamp, stage, seen_at in changes.room():
        room = copy(known.room)
        room.stamp, room.stage, room.seen_at = stamp, stage, seen_at
        scene, later = _with_people(known, room, changes), stamp - known.room.stamp
        now = _with_moves(scene, changes, later) if later else scene
        if not steadily or changes.room_again()[0][0] == stamp:
            return now
    return None


def _with_people(known: Scene, room: Room, changes: Changes) -> Scene:
    """The scene with what changes unseen, and with rows of its own for whoever writes."""
    game = copy(known.game)
    game.room = room
    seen_at: dict[int, datetime | None] = {}
    for holder, moment, *unseen in changes.holders():
        seen_at[holder] = moment
        _set(game, UNSEEN, unseen)
    seats = tuple(_own(seat, seen_at) for seat in known.seats)
    return replace(known, room=room, game=game, seats=seats)


def _own(seat: Seat, seen_at: Mapping[int, datetime | None]) -> Seat:
    for holder in seat.holders.all():
        holder.seen_at = seen_at.get(holder.pk, holder.seen_at)
    mine = copy(seat)
    mine.rack = copy(seat.rack)
    return mine


def _with_moves(scene: Scene, changes: Changes, most: int) -> Scene | None:
    """The scene after further moves, if there were as many of them as new stamps: every change that
    can be seen gives the room one, and every move does."""
    game, before = scene.game, len(scene.record)
    for hidden, *values in changes.game():
        _set(game, GAME, values)
        game.secret = copy(game.secret)
        game.secret.hidden = hidden
    if not game.running or game.turn_number - before != most:
        return None
    racks: dict[int, str] = dict(changes.racks())
    for seat in scene.seats:
        seat.rack.tiles = racks[seat.pk]
    state = store.unfold(game, {seat.number: seat.rack.tiles for seat in scene.seats})
    lines = (line_of(_move_from(row, scene), scene.room) for row in changes.moves()[:most])
    return replace(scene, state=state, record=(*scene.record, *lines))


def _move_from(row: Sequence[object], scene: Scene) -> Move:
    move = Move(**dict(zip(MOVE, row, strict=True)))
    move.player = scene.player_in(move.player_id)
    return move


def _set(row: Model, names: Iterable[str], values: Iterable[object]) -> None:
    for name, value in zip(names, values, strict=True):
        setattr(row, name, value)


def _turns_of(game: Game, seats: tuple[Seat, ...]) -> tuple[GameState, tuple[Line, ...]]:
    # Lines of teams say who moved, and names change.
    known = None if game.room.has_teams else _memory.get(game.room.code)
    record: tuple[Line, ...] = ()
    if known is not None and known.game.pk == game.pk and len(known.record) <= game.turn_number:
        record = known.record
        if known.state is not None and len(record) == game.turn_number:
            return replace(known.state, clock=store.clock_of(game)), record
    state = store.unfold(game, {seat.number: seat.rack.tiles for seat in seats})
    later = game.moves.select_related("player").filter(
        number__gt=len(record), number__lte=game.turn_number
    )
    return state, record + tuple(line_of(move, game.room) for move in later)
