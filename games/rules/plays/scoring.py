"""The score of a play as data, word by word and letter by letter.

This module has the strategy with premium squares and the function that applies a play to the board;
the strategy with owned tiles is in ``tile_ownership``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from games.rules.equipment.board import Board, BoardTile
from games.rules.equipment.layouts import Layout
from games.rules.equipment.squares import Square
from games.rules.equipment.tiles import Face, TileSet
from games.rules.plays.acts import PlayedLetter
from games.rules.plays.placement import FormedLetter, FormedPlay, FormedWord


@dataclass(frozen=True, slots=True)
class LetterScore:
    """The score of one letter."""

    face: Face
    # The tile's face value; 0 for a blank.
    value: int
    # From the premium square; 1 unless the tile is new.
    multiplier: int
    new: bool


@dataclass(frozen=True, slots=True)
class WordScore:
    """The score of one word; ``squares``, ``blanks`` and ``letters`` run in parallel."""

    word: str
    faces: tuple[Face, ...]
    squares: tuple[Square, ...]
    blanks: tuple[bool, ...]
    letters: tuple[LetterScore, ...]
    # Product of the word premiums that the play newly covered.
    word_multiplier: int
    score: int
    main: bool


@dataclass(frozen=True, slots=True)
class PlayScore:
    """The score of one play."""

    words: tuple[WordScore, ...]
    bingo: int
    total: int
    # Set only by a preview that may reveal them.
    invalid_words: tuple[str, ...] = ()
    # The last four fields are for variants with owned tiles: points of the new tiles, points
    # stolen, and the squares stolen or made safe.
    placed: int = 0
    stolen: int = 0
    stolen_squares: tuple[Square, ...] = ()
    safe_squares: tuple[Square, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoringContext:
    """What a scoring strategy needs: the board before the play, and the seat that plays."""

    board: Board
    layout: Layout
    tile_set: TileSet
    seat: int


class Scoring(Protocol):
    """The scoring strategy of a variant."""

    @property
    def owned_tiles(self) -> bool:
        """Whether tiles have an owner and can be safe."""

    @property
    def bingo_bonus(self) -> int:
        """Points for playing a whole rack."""

    def score(self, context: ScoringContext, formation: FormedPlay, full_rack: bool) -> PlayScore:
        """Score a play; ``full_rack`` says whether it uses a whole rack.

        Call it through :meth:`games.rules.positions.variants.Variant.score_play`.
        """


@dataclass(frozen=True, slots=True)
class PremiumScoring:
    """Letter and word premiums for new tiles, and a bonus for playing a whole rack."""

    bingo_bonus: int = 50
    owned_tiles: bool = False

    def score(self, context: ScoringContext, formation: FormedPlay, full_rack: bool) -> PlayScore:
        """Add up the words formed, and the bonus for a full rack.

        >>> from games.rules.equipment.layouts import load_layout
        >>> from games.rules.plays.acts import Play
        >>> from games.rules.plays.placement import form_words
        >>> from games.rules.equipment.tiles import load_tile_set
        >>> context = ScoringContext(Board(), load_layout("standard"), load_tile_set("en"), 0)
        >>> play = Play.read("8G", "CAT", context.tile_set)
        >>> formed = form_words(context.board, context.layout, play)
        >>> result = PremiumScoring().score(context, formed, False)
        >>> result.total, result.words[0].word, result.words[0].word_multiplier
        (10, 'CAT', 2)
        >>> PremiumScoring(bingo_bonus=50).score(context, formed, True).total
        60
        """
        words = tuple(score_word(context, word) for word in formation.words)
        bonus = self.bingo_bonus if full_rack else 0
        return PlayScore(words, bonus, sum(word.score for word in words) + bonus)


def lay_tiles(
    board: Board, seat: int, placed: Mapping[Square, PlayedLetter], score: PlayScore
) -> Board:
    """Return the board after a play, with stolen tiles taken over and safe tiles marked."""
    changed = {
        square: BoardTile(letter.face, letter.blank, seat) for square, letter in placed.items()
    }
    for square in score.stolen_squares:
        changed[square] = replace(board[square], owner=seat)
    for square in score.safe_squares:
        changed[square] = replace(changed.get(square) or board[square], safe=True)
    return board.with_tiles(changed)


def score_word(context: ScoringContext, word: FormedWord) -> WordScore:
    """Return a word's score: its letters with their premiums, times the newly covered word
    premiums."""
    letters = tuple(_score_letter(context, letter) for letter in word.letters)
    factor = 1
    for letter in word.letters:
        if letter.new:
            factor *= context.layout.word_multiplier(letter.square)
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


def _score_letter(context: ScoringContext, letter: FormedLetter) -> LetterScore:
    value = 0 if letter.blank else context.tile_set.values[letter.face]
    factor = context.layout.letter_multiplier(letter.square) if letter.new else 1
    return LetterScore(letter.face, value, factor, letter.new)
