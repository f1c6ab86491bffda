"""The formats of duplicate, and what a room may choose."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

LONE_BEST_BONUS = 10
LONE_BEST_PLAYERS = 16
"""How many players must submit a play before finding the best one alone earns a bonus."""


class DuplicateFormat(StrEnum):
    """How racks are made.

    JOKER: every rack holds a blank, while there is one. SEVEN_OF_EIGHT: racks of eight tiles, of
    which a play uses at most seven.

    >>> DuplicateFormat.SEVEN_OF_EIGHT.rack_size, DuplicateFormat.JOKER.rack_size
    (8, 7)
    """

    STANDARD = "standard"
    JOKER = "joker"
    SEVEN_OF_EIGHT = "seven_of_eight"

    @property
    def rack_size(self) -> int:
        return 8 if self is DuplicateFormat.SEVEN_OF_EIGHT else 7


@dataclass(frozen=True, slots=True)
class DuplicateOptions:
    """What a room chooses for a duplicate game.

    Stored games leave out what has its default value, so the defaults must never change.
    """

    format: DuplicateFormat = DuplicateFormat.STANDARD
    # Whether a play with an invalid word is refused at once; otherwise it scores 0.
    refuses_invalid_words: bool = False
    # Whether the only player who finds a best play gets extra points.
    lone_best_bonus: bool = False
