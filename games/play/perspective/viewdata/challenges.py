"""Views of challenges: what one would be about, the verdict of the last one, and votes on words."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WordVerdictView:
    """One word of a challenged play."""

    word: str
    good: bool
    definition: str


@dataclass(frozen=True, slots=True)
class ChallengeView:
    """The last challenge: who challenged whom, each word with its verdict, and the penalty."""

    challenger: str
    challenged: str
    words: tuple[WordVerdictView, ...]
    upheld: bool
    penalty: str


@dataclass(frozen=True, slots=True)
class ChallengeTermsView:
    """What a challenge of the last play is about: its words, and what either verdict does."""

    words: tuple[str, ...]
    if_invalid: str
    if_valid: str


@dataclass(frozen=True, slots=True)
class WordVotesView:
    """Votes of the players on words that are not in the dictionary, in a room that has them."""

    # The seat whose play waits for the votes, and the words they are about; ``None`` and empty
    # while nothing is put to the vote.
    seat: int | None
    words: tuple[str, ...]
    # Words that were accepted: they count for the rest of the game.
    accepted: tuple[str, ...]
