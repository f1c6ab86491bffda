"""All errors of pairing.

``code`` is stable and dotted: pages look up sentences by it. ``message`` is plain English for
developers. ``players`` are the ids of the players concerned.
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
    """Raised when the input contradicts itself, for example if a player is entered twice."""


class MissingResultsError(PairingError):
    """Raised when a round needs earlier results; ``players`` sit at the tables without one."""


class NoPairingError(PairingError):
    """Raised when the players cannot be paired, for example because of forbidden pairs."""
