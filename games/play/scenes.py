"""A room with the game on its table, read whole and handed on: from the lock to the last page.

A service reads a scene under the lock, writes what follows from it and hands the new scene on to
:mod:`games.play.perspective`, so nothing is read a second time to be shown. Scenes hold secrets;
what may be seen of them is decided there. Rows become states in :mod:`games.play.store`.

What a finished turn left behind never changes, so states and records of the games in play are
kept in memory, told apart by game and turn number. They enter it after the commit alone.
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from typing import NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import Prefetch
from django.utils import timezone

from games.common.refusals import Missing
from games.play import store
from games.play.chairs import guests_of
from games.play.models import Game, Holder, Move, Room, Seat
from games.players.models import Player
from games.rules.events import Event, event_from_json
from games.rules.game import GameState

TRIES = 4

MOST_KEPT = 128
"""Games whose last turn is kept in memory."""


class Line(NamedTuple):
    """One move of the record. ``key`` makes its command land once."""

    number: int
    seat: int
    kind: str
    events: tuple[Event, ...]
    key: str


@dataclass(frozen=True)
class Scene:
    """The rows of a room at one moment; ``state`` is ``None`` before the start.

    ``seats`` come with their racks, holders and players, the game with its revision and secret.
    ``guests`` are the players for whom a free seat is kept.
    """

    room: Room
    game: Game
    seats: tuple[Seat, ...]
    state: GameState | None
    record: tuple[Line, ...]
    guests: tuple[Player, ...]

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
    room = Room.objects.select_related("lexicon", "host").filter(code=code).first()
    if room is None:
        raise Missing("room.unknown")
    return scene_in(room)


def scene_in(room: Room) -> Scene:
    """The newest game of a room whose row was read, or locked, before."""
    game = room.games.select_related("revision", "secret").order_by("-number").first()
    if game is None:
        raise Missing("game.unknown")
    return scene_of(room, game)


def scene_of(room: Room, game: Game) -> Scene:
    """One certain game of a room."""
    game.room = room
    holders = Prefetch("holders", Holder.objects.select_related("player"))
    seats = tuple(game.seats.select_related("rack").prefetch_related(holders))
    state, record = _turns_of(game, seats) if game.state is not None else (None, ())
    return Scene(room, game, seats, state, record, guests_of(game, seats, timezone.now()))


def read_steadily(code: str) -> Scene:
    """The newest game of a room that did not change meanwhile.

    Reading takes no lock, so pages never wait for moves; when the stamp has moved on between the
    first row and the last, everything is read again. A room that never rests is taken as it is:
    its next change publishes a newer stamp anyway.
    """
    for _try in range(TRIES):
        scene = read_scene(code)
        if Room.objects.filter(pk=scene.room.pk, stamp=scene.room.stamp).exists():
            if not connection.in_atomic_block:
                keep(scene)
            break
    return scene


def keep(scene: Scene) -> None:
    """Hold the turn of a scene in memory. The scene is whole and committed."""
    if scene.state is not None and len(scene.record) == scene.state.turn_number:
        _memory.put(scene.game.pk, Turn(scene.state, scene.record))


def line_of(move: Move) -> Line:
    events = tuple(event_from_json(data) for data in move.events)
    return Line(move.number, move.seat, move.kind, events, move.key)


class Turn(NamedTuple):
    """What a game is after so many acts."""

    state: GameState
    record: tuple[Line, ...]


class Memory:
    """The last turns of the games used lately. Threads share it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._turns: OrderedDict[UUID, Turn] = OrderedDict()
        self._lock = Lock()

    def get(self, game_id: UUID) -> Turn | None:
        with self._lock:
            turn = self._turns.get(game_id)
            if turn is not None:
                self._turns.move_to_end(game_id)
            return turn

    def put(self, game_id: UUID, turn: Turn) -> None:
        with self._lock:
            known = self._turns.get(game_id)
            if known is None or known.state.turn_number <= turn.state.turn_number:
                self._turns[game_id] = turn
                self._turns.move_to_end(game_id)
            while len(self._turns) > self._most:
                self._turns.popitem(last=False)

    def forget(self) -> None:
        with self._lock:
            self._turns.clear()


_memory = Memory(MOST_KEPT)
forget_turns = _memory.forget
"""For whoever writes rows past the services, as tests do."""


def _turns_of(game: Game, seats: tuple[Seat, ...]) -> tuple[GameState, tuple[Line, ...]]:
    known = _memory.get(game.pk)
    record: tuple[Line, ...] = ()
    if known is not None and known.state.turn_number <= game.turn_number:
        record = known.record
        if known.state.turn_number == game.turn_number:
            return known.state, record
    state = store.unfold(game, _racks(seats))
    later = game.moves.filter(number__gt=len(record), number__lte=game.turn_number)
    return state, record + tuple(line_of(move) for move in later)


def _racks(seats: tuple[Seat, ...]) -> Mapping[int, str]:
    return {seat.number: seat.rack.tiles for seat in seats}
