"""One attempt to act: who wants to do what, in which state, and what helps to decide it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

from games.rules.bag import Shuffler
from games.rules.judging import Judgement, judge
from games.rules.lexicon import Lexicon
from games.rules.moves import Act, Play
from games.rules.state import GameState

A_co = TypeVar("A_co", bound=Act, covariant=True)


@dataclass(frozen=True)
class Attempt(Generic[A_co]):
    """``seed`` is needed to carry an act out, not to verify it."""

    state: GameState
    seat: int
    act: A_co
    lexicon: Lexicon
    seed: bytes = b""

    @cached_property
    def judgement(self: Attempt[Play]) -> Judgement:
        """What the play is worth, found once for verifying and enacting."""
        return judge(self.state, self.seat, self.act)

    @property
    def shuffler(self) -> Shuffler:
        return Shuffler(self.seed)
