"""Queries for everything that may have changed in a room since a snapshot of it was read.

:mod:`games.play.store.snapshots` uses the rows to bring the snapshot up to date.
"""

from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import UUID

from games.common.sql_statements import CachedQuery, Row, query_together
from games.play.models import Game, Move, Rack, Room, SeatMember

FIELDS_NOT_SHOWN = (
    *("due_at", "computer_at", "busy_shown", "claimed_until", "failures", "reminders_sent"),
    *("moved_at", "seats_with_replies"),
)
"""Fields of a game that change without a new stamp of the room: those that the worker writes, and
``seats_with_replies``, which no one may notice."""

GAME_FIELDS = tuple(field.attname for field in Game._meta.concrete_fields)
MOVE_FIELDS = tuple(field.attname for field in Move._meta.concrete_fields)


class RoomChanges(NamedTuple):
    """Functions that return the current rows of each kind.

    On PostgreSQL the rows have been read already, all in one round trip. Elsewhere each call runs
    its query. The columns are listed with the queries below.
    """

    room: Callable[[], list[Row]]
    holders: Callable[[], list[Row]]
    game: Callable[[], list[Row]]
    racks: Callable[[], list[Row]]
    moves: Callable[[], list[Row]]
    # Read last, so that a stamp unlike that of ``room`` shows that the room has changed meanwhile.
    room_again: Callable[[], list[Row]]


def query_changes(code: str, game: UUID, moves: int, *, lock: bool) -> RoomChanges:
    """Read the rows of a room, its game and the moves after the first ``moves``.

    With ``lock`` the room's row is locked first, inside the caller's transaction.
    """
    return RoomChanges(
        *query_together(
            (_LOCK if lock else _ROOM)(code),
            _HOLDERS(game),
            _GAME(game),
            _RACKS(game),
            _MOVES(game, moves),
            _ROOM(code),
        )
    )


def _room(code: str) -> Any:
    found = Room.objects.order_by().filter(code=code)
    return found.values_list("stamp", "stage", "seen_at")


def _locked(code: str) -> Any:
    return _room(code).select_for_update()


def _holders(game: UUID) -> Any:
    found = SeatMember.objects.order_by().filter(game_id=game)
    return found.values_list("pk", "seen_at", *(f"game__{name}" for name in FIELDS_NOT_SHOWN))


def _game(game: UUID) -> Any:
    return Game.objects.order_by().filter(pk=game).values_list("secret__state", *GAME_FIELDS)


def _racks(game: UUID) -> Any:
    return Rack.objects.order_by().filter(seat__game=game).values_list("seat", "tiles")


def _moves(game: UUID, known: int) -> Any:
    found = Move.objects.order_by("number").filter(game=game).filter(number__gt=known)
    return found.values_list(*MOVE_FIELDS)


_ANY_GAME = UUID(int=0)
_ROOM, _LOCK = CachedQuery(_room, ""), CachedQuery(_locked, "")
_HOLDERS, _GAME = CachedQuery(_holders, _ANY_GAME), CachedQuery(_game, _ANY_GAME)
_RACKS, _MOVES = CachedQuery(_racks, _ANY_GAME), CachedQuery(_moves, _ANY_GAME, 0)
