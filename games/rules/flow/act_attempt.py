"""One attempt to act: which seat wants to do what in which state, with what is needed to decide
it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

from games.rules.equipment.fair_shuffle import Shuffler
from games.rules.equipment.word_lookup import AllowedWords, WordLookup
from games.rules.plays.acts import Act, Play
from games.rules.positions.play_judgement import PlayJudgement, judge_play
from games.rules.positions.state import GameState

A_co = TypeVar("A_co", bound=Act, covariant=True)


@dataclass(frozen=True)
class ActAttempt(Generic[A_co]):
    """An act of a seat in a state; ``seed`` is needed to carry it out, not to verify it."""

    state: GameState
    seat: int
    act: A_co
    lexicon: WordLookup
    seed: bytes = b""

    @cached_property
    def judgement(self: ActAttempt[Play]) -> PlayJudgement:
        """The words and score of the play, computed once for verifying and for carrying it out."""
        return judge_play(self.state, self.seat, self.act)

    @property
    def words(self) -> WordLookup:
        """The dictionary, with the words that the players have allowed."""
        allowed = self.state.allowed_words
        return AllowedWords(self.lexicon, allowed) if allowed else self.lexicon

    @property
    def shuffler(self) -> Shuffler:
        return Shuffler(self.seed)
