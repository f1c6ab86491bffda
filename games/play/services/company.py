"""Who plays whom at a table, as far as more than one domain asks."""

from collections.abc import Iterable, Sequence

from games.play.models import Game, Seat


def gives_hints(game: Game, seats: Iterable[Seat]) -> bool:
    """Whether nobody but one person plays against computers here; ``seats`` with their holders."""
    held = [seat.holders.all() for seat in seats if seat.computer_level is None]
    return game.state is not None and len(held) == 1 and len(held[0]) == 1


def hinted_seat(game: Game, seats: Sequence[Seat]) -> int | None:
    """The seat of the one person who may ask for hints here."""
    if not gives_hints(game, seats):
        return None
    return next(seat.number for seat in seats if seat.computer_level is None)
