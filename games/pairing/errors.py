"""All errors of pairing.

``code`` is stable and dotted: pages look up sentences by it. ``message`` is plain English for
developers. ``players`` are those concerned.
"""

from __future__ import annotations

from collections.abc import Iterable


class PairingError(Exception):
    """Base class of all errors of pairing; carries the players concerned."""

    def __init__(self, code: str, message: str, *, players: Iterable[int] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.players = tuple(players)


class InvalidEventError(PairingError):
    """Raised when what was given contradicts itself, such as a player who is entered twice."""


class MissingResultsError(PairingError):
    """Raised when a round needs the results of earlier ones; ``players`` lack theirs."""


class NoPairingError(PairingError):
    """Raised when the players cannot be paired, such as when forbidden pairs leave no way."""
