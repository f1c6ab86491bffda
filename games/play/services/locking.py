"""One lock a room: every service takes the room's row before it reads anything else.

On PostgreSQL the row is locked; on SQLite the transaction is IMMEDIATE, so the first statement
already waits for every other writer. See ``DATABASES`` in the settings.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

from django.db import connection, transaction

from games.common.refusals import Forbidden, Missing
from games.play.models import Game, Holder, Room, Seat
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
def locked_room(code: str, *, wait: bool = True) -> Iterator[Room]:
    """Open a transaction that holds the room's lock. Raises ``Missing`` for an unknown code, and
    without ``wait`` for a room that somebody else has locked (PostgreSQL alone can tell)."""
    with _one_writer(), transaction.atomic():
        rooms = Room.objects.select_related("host", "lexicon")
        rooms = rooms.select_for_update(of=("self",), skip_locked=not wait)
        room = rooms.filter(code=code).first()
        if room is None:
            raise Missing("room.unknown")
        yield room


def touch(room: Room) -> None:
    """Count a change that people in the room can see."""
    room.stamp += 1
    room.save(update_fields=["stamp", "stage", "seen_at"])


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
