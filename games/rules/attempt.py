"""One attempt to act: who wants to do what, in which state, and what helps to decide it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from games.rules.bag import Shuffler
from games.rules.lexicon import Lexicon
from games.rules.moves import Act
from games.rules.state import GameState

A_co = TypeVar("A_co", bound=Act, covariant=True)


@dataclass(frozen=True, slots=True)
class Attempt(Generic[A_co]):
    """``seed`` is needed to carry an act out, not to verify it."""

    state: GameState
    seat: int
    act: A_co
    lexicon: Lexicon
    seed: bytes = b""

    @property
    def shuffler(self) -> Shuffler:
        return Shuffler(self.seed)
