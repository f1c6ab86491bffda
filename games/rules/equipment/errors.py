"""All errors of the rules.

``code`` is stable and dotted: pages look up translations by it. ``message`` is plain English for
developers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.rules.equipment.squares import Square


class RuleError(Exception):
    """Base class of all errors of the rules; carries the squares and words concerned as data."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        squares: Iterable[Square] = (),
        words: Iterable[str] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.squares = tuple(squares)
        self.words = tuple(words)


class NotationError(RuleError):
    """Raised when notation cannot be parsed into an act."""


class RecordError(RuleError):
    """Raised when a line of a game record cannot be read or replayed; ``code`` says why."""

    def __init__(self, code: str, message: str, *, line: int) -> None:
        super().__init__(code, f"line {line}: {message}")
        self.line = line


class NotAllowedError(RuleError):
    """Raised when an act was understood but is not allowed in this state of the game."""
