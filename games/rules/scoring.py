"""What a play is worth: the score as data, word by word and letter by letter.

Scrabble's scoring strategy is here, with how a play lands on the board; the strategy with owned
tiles is in ``ownership``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from games.rules.board import Board, BoardTile
from games.rules.layouts import Layout
from games.rules.moves import PlayedLetter
from games.rules.placement import Formation, FormedLetter, FormedWord
from games.rules.squares import Square
from games.rules.tiles import Face, TileSet


@dataclass(frozen=True, slots=True)
class LetterScore:
    """``value`` is the tile's own (0 for a blank); ``multiplier`` counts on new tiles only."""

    face: Face
    value: int
    multiplier: int
    new: bool


@dataclass(frozen=True, slots=True)
class WordScore:
    word: str
    faces: tuple[Face, ...]
    squares: tuple[Square, ...]
    blanks: tuple[bool, ...]
    letters: tuple[LetterScore, ...]
    word_multiplier: int
    score: int
    main: bool


@dataclass(frozen=True, slots=True)
class PlayScore:
    """The score of one play. The last four fields are for variants with owned tiles:

    the points of the new tiles, the points stolen, and which squares were stolen or made safe.
    ``invalid_words`` is filled by a preview that may tell them.
    """

    words: tuple[WordScore, ...]
    bingo: int
    total: int
    invalid_words: tuple[str, ...] = ()
    placed: int = 0
    stolen: int = 0
    stolen_squares: tuple[Square, ...] = ()
    safe_squares: tuple[Square, ...] = ()


@dataclass(frozen=True, slots=True)
class Ground:
    """What a strategy looks at: the board before the play, and whose play it is."""

    board: Board
    layout: Layout
    tile_set: TileSet
    seat: int


class Scoring(Protocol):
    """The strategy of a variant: the worth of a play."""

    @property
    def owned_tiles(self) -> bool:
        """Whether tiles carry an owner's colour and a safe mark."""

    @property
    def bingo_bonus(self) -> int:
        """Points for a play of a whole rack."""

    def score(self, ground: Ground, formation: Formation, bingo: bool) -> PlayScore: ...


@dataclass(frozen=True, slots=True)
class PremiumScoring:
    """Letter and word premiums under new tiles, and a bonus for a play of a whole rack."""

    bingo_bonus: int = 50
    owned_tiles: bool = False

    def score(self, ground: Ground, formation: Formation, bingo: bool) -> PlayScore:
        words = tuple(score_word(ground, word) for word in formation.words)
        bonus = self.bingo_bonus if bingo else 0
        return PlayScore(words, bonus, sum(word.score for word in words) + bonus)


def land(board: Board, seat: int, placed: Mapping[Square, PlayedLetter], score: PlayScore) -> Board:
    """The board after a play: its tiles laid, the stolen ones taken over, the safe ones safe."""
    changed = {
        square: BoardTile(letter.face, letter.blank, seat) for square, letter in placed.items()
    }
    for square in score.stolen_squares:
        changed[square] = replace(board[square], owner=seat)
    for square in score.safe_squares:
        changed[square] = replace(changed.get(square) or board[square], safe=True)
    return board.with_tiles(changed)


def score_word(ground: Ground, word: FormedWord) -> WordScore:
    """One word's score: its letters with their premiums, times the word premiums newly covered."""
    letters = tuple(_score_letter(ground, letter) for letter in word.letters)
    factor = 1
    for letter in word.letters:
        if letter.new:
            factor *= ground.layout.word_multiplier(letter.square)
    return WordScore(
        word="".join(word.faces),
        faces=word.faces,
        squares=tuple(letter.square for letter in word.letters),
        blanks=tuple(letter.blank for letter in word.letters),
        letters=letters,
        word_multiplier=factor,
        score=factor * sum(letter.value * letter.multiplier for letter in letters),
        main=word.main,
    )


def _score_letter(ground: Ground, letter: FormedLetter) -> LetterScore:
    value = 0 if letter.blank else ground.tile_set.values[letter.face]
    factor = ground.layout.letter_multiplier(letter.square) if letter.new else 1
    return LetterScore(letter.face, value, factor, letter.new)
