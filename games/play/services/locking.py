"""One lock a room: every service takes the room's row before it reads anything else.

On PostgreSQL the row is locked; on SQLite the transaction is IMMEDIATE, so the first statement
already waits for every other writer. See ``DATABASES`` in the settings.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

from django.db import connection, transaction

from games.common.refusals import Forbidden, Missing
from games.common.statements import Statement, update, write_together
from games.play.models import Game, Holder, Room, Seat
from games.play.scenes import Scene, lock_scene
from games.players.models import Player

_turnstile = RLock()


@contextmanager
def _one_writer() -> Iterator[None]:
    """On SQLite, which has one writer at a time, let threads of this process queue for it. SQLite
    itself makes them sleep and try again, and whoever slept longest is not the next."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
    else:
        with _turnstile:
            yield


@contextmanager
def writing() -> Iterator[None]:
    """A transaction that will write, begun in its turn."""
    with _one_writer(), transaction.atomic():
        yield


@contextmanager
def one_at_a_time(deed: str) -> Iterator[None]:
    """A transaction that no other one of the same deed overlaps, in whatever process."""
    with writing():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [deed])
        yield


@contextmanager
def locked_scene(code: str) -> Iterator[Scene]:
    """Open a transaction that holds the lock of a room with a game on its table. Raises
    ``Missing`` for an unknown code."""
    with writing():
        yield lock_scene(code)


@contextmanager
def locked_room(code: str, *, wait: bool = True) -> Iterator[Room]:
    """Open a transaction that holds the room's lock. Raises ``Missing`` for an unknown code, and
    without ``wait`` for a room that somebody else has locked (PostgreSQL alone can tell)."""
    with writing():
        rooms = Room.objects.select_for_update(skip_locked=not wait)
        room = rooms.filter(code=code).first()
        if room is None:
            raise Missing("room.unknown")
        yield room


def touch(room: Room) -> None:
    """Count a change that people in the room can see."""
    write_together([stamped(room)])


def stamped(room: Room) -> Statement:
    """The same, to be written together with the change."""
    room.stamp += 1
    changed = {"stamp": room.stamp, "stage": room.stage, "seen_at": room.seen_at}
    return update(Room, "id", room.pk, **changed)


def current_game(room: Room) -> Game:
    """The game on the table: the newest of the room."""
    game = room.games.order_by("-number").first()
    if game is None:
        raise Missing("game.unknown")
    return game


def seat_of(game: Game, player: Player | None) -> Seat:
    """The seat ``player`` holds. Raises ``Forbidden`` for everybody else."""
    holder = (
        Holder.objects.select_related("seat").filter(game=game, player=player).first()
        if player
        else None
    )
    if holder is None:
        raise Forbidden("seat.not_yours")
    return holder.seat
