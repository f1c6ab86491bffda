"""What may have changed in a room since a scene of it was read, asked in few statements.

:mod:`games.play.scenes` makes of it what the room is now.
"""

from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import UUID

from games.common.statements import Reading, Row, ask_together
from games.play.models import Game, Holder, Move, Rack, Room

UNSEEN = (
    *("due_at", "computer_at", "kept_waiting", "claimed_until", "failures", "reminders_sent"),
    *("moved_at", "replying"),
)
"""Fields of a game that give the room no new stamp: what the worker writes, and what nobody is to
notice."""

GAME = tuple(field.attname for field in Game._meta.concrete_fields)
MOVE = tuple(field.attname for field in Move._meta.concrete_fields)


class Changes(NamedTuple):
    """Rows as they are now, each kind asked for when it is wanted; by whoever holds the lock if
    need be. A kind's fields stand with its query below."""

    room: Callable[[], list[Row]]
    holders: Callable[[], list[Row]]
    game: Callable[[], list[Row]]
    racks: Callable[[], list[Row]]
    moves: Callable[[], list[Row]]
    room_again: Callable[[], list[Row]]
    """After all the others."""


def ask_changes(code: str, game: UUID, moves: int, *, lock: bool) -> Changes:
    """``moves``: how many of the game are known."""
    return Changes(
        *ask_together(
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
    found = Holder.objects.order_by().filter(game_id=game)
    return found.values_list("pk", "seen_at", *(f"game__{name}" for name in UNSEEN))


def _game(game: UUID) -> Any:
    return Game.objects.order_by().filter(pk=game).values_list("secret__hidden", *GAME)


def _racks(game: UUID) -> Any:
    return Rack.objects.order_by().filter(seat__game=game).values_list("seat", "tiles")


def _moves(game: UUID, known: int) -> Any:
    found = Move.objects.order_by("number").filter(game=game).filter(number__gt=known)
    return found.values_list(*MOVE)


_ANY_GAME = UUID(int=0)
_ROOM, _LOCK = Reading(_room, ""), Reading(_locked, "")
_HOLDERS, _GAME = Reading(_holders, _ANY_GAME), Reading(_game, _ANY_GAME)
_RACKS, _MOVES = Reading(_racks, _ANY_GAME), Reading(_moves, _ANY_GAME, 0)
