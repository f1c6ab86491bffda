"""The entries of a record with what the rules compute for them, and mistakes in the record."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.equipment.board import Board
from games.rules.gcg.records import RecordEntry
from games.rules.plays.acts import Play
from games.rules.plays.scoring import PlayScore


@dataclass(frozen=True, slots=True)
class RecordMistake:
    """A statement that the rules do not confirm."""

    line: int
    player: str
    # What is wrong: "score", "total", "rack", "exchange" (number of tiles), "left" (points for
    # tiles left), "squares" (those played through), "turn", "player" or "header".
    figure: str
    # The stated figure, or number of tiles or turns; ``computed`` is the right one, or the greatest
    # possible.
    stated: int
    computed: int
    # What is wrong, in English, if the figures alone do not show it.
    message: str = ""
    # Identifies ``message`` for translation.
    code: str = ""
    # What ``message`` refers to: tiles, a nickname or a header.
    about: str = ""


@dataclass(frozen=True, slots=True)
class RecordRemark:
    """A contradiction between lines that may be a slip of the pen.

    It is not an error: the record is played and stored as it is. ``code``, ``about`` and
    ``message`` are as in :class:`RecordMistake`.
    """

    line: int
    player: str
    code: str
    about: str
    message: str


@dataclass(frozen=True, slots=True)
class ReplayedEntry:
    """An entry with what the rules compute for it."""

    entry: RecordEntry
    # Its score.
    computed: int
    # The board after it.
    board: Board
    # Set for plays, as is ``score``.
    play: Play | None = None
    score: PlayScore | None = None
    # Whether it is a first play that misses the start square.
    misplaced: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        return () if self.score is None else tuple(word.word for word in self.score.words)
