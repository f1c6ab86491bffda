"""One lock per room: every service locks the room's row before it reads anything else.

On PostgreSQL the row is locked, and rows of players after it, always in this order. Players' rows
are locked ``FOR NO KEY UPDATE``, so that inserting a notice for them does not wait. On SQLite the
transaction is IMMEDIATE, so its first statement already waits for every other writer; see
``DATABASES`` in the settings.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

from django.db import connection, transaction
from django.db.models import F

from games.common.sql_statements import Statement, build_update, execute_together
from games.play.models import Game, Room, Seat, SeatMember
from games.play.store.snapshots import RoomSnapshot, lock_snapshot
from games.players.models import Player
from scrabble_site.shared.refusals import Conflict, Forbidden, NotFound

_writer_queue = RLock()


@contextmanager
def _queue_writers() -> Iterator[None]:
    """On SQLite, which allows one writer at a time, make the threads of this process queue up.

    SQLite's own waiting is unfair: a writer sleeps and tries again, and the one that has waited
    longest is not necessarily the next.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
    else:
        with _writer_queue:
            yield


@contextmanager
def write_transaction() -> Iterator[None]:
    """Open a transaction for writing, after the other writers of this process on SQLite."""
    with _queue_writers(), transaction.atomic():
        yield


@contextmanager
def exclusive_transaction(name: str) -> Iterator[None]:
    """Open a transaction that never overlaps another one of the same name, in any process."""
    with write_transaction():
        # SQLite has only one writer at a time anyway.
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                # PostgreSQL releases it with the transaction, even if this process dies.
                cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [name])
        yield


@contextmanager
def locked_snapshot(code: str) -> Iterator[RoomSnapshot]:
    """Open a transaction that locks a room, and yield a snapshot of it.

    Raises ``NotFound`` for an unknown code.
    """
    with write_transaction():
        yield lock_snapshot(code)


@contextmanager
def locked_room(code: str, *, wait: bool = True) -> Iterator[Room]:
    """Open a transaction that locks a room, and yield its row.

    Raises ``NotFound`` for an unknown code. Without ``wait`` it also does so on PostgreSQL if
    another transaction holds the lock.
    """
    with write_transaction():
        rooms = Room.objects.select_for_update(skip_locked=not wait)
        room = rooms.filter(code=code).first()
        if room is None:
            raise NotFound("room.unknown")
        yield room


def bump_stamp(room: Room) -> None:
    """Give the room a new stamp after a change that people in the room can see."""
    execute_together([stamp_statement(room)])


def raise_all_stamps(by: int) -> None:
    """Raise the stamps of all rooms, so that open pages take the next state for a newer one."""
    Room.objects.update(stamp=F("stamp") + by)


def stamp_statement(room: Room) -> Statement:
    """Count the stamp up on the object, and return the statement that saves it."""
    room.stamp += 1
    changed = {"stamp": room.stamp, "stage": room.stage, "seen_at": room.seen_at}
    return build_update(Room, "id", room.pk, **changed)


def get_current_game(room: Room, shown: str = "") -> Game:
    """Return the newest game of the room. Raises ``NotFound`` if there is none.

    ``shown`` is the id of the game that a command is meant for, or "": raises ``Conflict`` if a
    later one has begun.
    """
    game = room.games.order_by("-number").first()
    if game is None:
        raise NotFound("game.unknown")
    if shown and shown != str(game.pk):
        raise Conflict("game.moved_on")
    return game


def get_seat(game: Game, player: Player | None) -> Seat:
    """Return the seat that ``player`` holds. Raises ``Forbidden`` if they hold none."""
    holder = (
        SeatMember.objects.select_related("seat").filter(game=game, player=player).first()
        if player
        else None
    )
    if holder is None:
        raise Forbidden("seat.not_yours")
    return holder.seat
