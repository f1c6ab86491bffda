"""Views of challenges: what one would be about, and the verdict of the last one."""

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
