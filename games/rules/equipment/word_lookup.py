"""What the rules need of a dictionary: whether it has a word, given as the faces of its tiles."""

from __future__ import annotations

from typing import Protocol

from games.rules.equipment.tiles import Face


class WordLookup(Protocol):
    """Any dictionary; the rules use nothing else of it."""

    def __contains__(self, word: tuple[Face, ...], /) -> bool: ...
