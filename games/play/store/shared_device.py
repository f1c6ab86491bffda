"""Decide whose tiles a shared device shows while the people at a table pass it around.

Everyone at such a table plays on the device of the room's ``device_owner``. It shows the tiles of
the seat to move, and only after the person there has said that the device is in their hands. That
holds until another seat has moved. If the page is loaded again in between, the tiles are covered,
but a move of that person which still waits on the device counts.
"""

from collections.abc import Sequence
from typing import Protocol

from games.play.models import Game, Room
from games.rules.flow.game import GameState, Phase, can
from games.rules.plays.acts import Accept


class SeatedMove(Protocol):
    """A move of the record."""

    @property
    def seat(self) -> int: ...


def find_device_seat(state: GameState) -> int | None:
    """Return the seat whose person gets the device next; ``None`` once the game is over.

    After a going-out play that is the first one that has not accepted it yet.
    """
    if state.phase is not Phase.FINAL_CHALLENGE:
        return None if state.phase is Phase.OVER else state.to_move
    return next((seat for seat in state.in_play if can(state, seat, Accept)), None)


def find_uncovered_seat(
    room: Room, game: Game, state: GameState | None, record: Sequence[SeatedMove]
) -> int | None:
    """Return the seat whose tiles the device shows, or ``None`` while they are covered."""
    return None if is_covered_again(room) else find_holding_seat(room, game, state, record)


def is_covered_again(room: Room) -> bool:
    """Return whether tiles were covered after the person at the seat had seen them."""
    return bool(room.uncovered and room.uncovered[-1] is True)


def find_holding_seat(
    room: Room, game: Game, state: GameState | None, record: Sequence[SeatedMove]
) -> int | None:
    """Return the seat whose person has said in this turn that they have the device, whether or not
    its tiles were covered again; ``None`` if no one has.
    """
    if state is None or not room.uncovered:
        return None
    shown_game, seat, moves = room.uncovered[:3]
    if shown_game != str(game.pk) or seat != find_device_seat(state):
        return None
    return seat if all(move.seat == seat for move in record[moves:]) else None
