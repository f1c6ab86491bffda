"""What the rules ask of a dictionary: whether it holds a word, given as the faces of its tiles."""

from __future__ import annotations

from typing import Protocol

from games.rules.tiles import Face


class Lexicon(Protocol):
    """Any dictionary; the rules know no more about it than this."""

    def __contains__(self, word: tuple[Face, ...], /) -> bool: ...
