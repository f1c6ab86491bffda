"""What is known of a turn after it was observed. Web processes read it without the engine,
whose compiler would cost each of them memory and time to start."""

from typing import NamedTuple


class ObservedTurn(NamedTuple):
    """One turn on which there was something to find."""

    number: int
    seat: int
    # Of the most obvious best play, see :data:`FEATURES`.
    features: tuple[float, ...]
    # Whether the player made that play or one as good.
    found: bool


FEATURES = ("bingo", "rare", "rivals", "gap")
"""``bingo``: it lays a whole rack. ``rare``: it forms a word that is not an everyday word.
``rivals``: log of the number of acts that are as good. ``gap``: points to the best act that is
worse, at most 30, in tens."""
