"""Who plays whom at a table, as far as more than one domain asks."""

from collections.abc import Iterable, Sequence

from games.play.models import Game, Seat
from games.players.models import Player


def members_of(game: Game) -> list[list[Player]]:
    """Who holds each seat, in the order of sitting down; nobody where a computer sits. Of an ended
    game: who held it when it ended. Who of them made which move stands with the moves."""
    rows = game.seats.order_by("number").prefetch_related("holders__player")
    return [[holder.player for holder in seat.holders.all()] for seat in rows]


def gives_hints(game: Game, seats: Iterable[Seat]) -> bool:
    """Whether nobody but one person plays against computers here; ``seats`` with their holders."""
    held = [seat.holders.all() for seat in seats if seat.computer_level is None]
    return game.state is not None and len(held) == 1 and len(held[0]) == 1


def hinted_seat(game: Game, seats: Sequence[Seat]) -> int | None:
    """The seat of the one person who may ask for hints here."""
    if not gives_hints(game, seats):
        return None
    return next(seat.number for seat in seats if seat.computer_level is None)
