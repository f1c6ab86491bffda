"""A duplicate game: the same board and rack for everyone, turn by turn.

:func:`start_duplicate` deals the first rack. In each turn players submit plays
(:func:`judge_submission`); then the best play of all is made for everyone (:func:`make_best_play`),
or the game ends because there is none (:func:`end_without_play`). What players score is in
``standings``; the engine finds the best play, which ``best_play`` chooses among equals.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from games.rules.duplicate.formats import DuplicateFormat, DuplicateOptions
from games.rules.duplicate.letter_balance import can_go_on, count_letters, get_required_letters
from games.rules.equipment import json_codec
from games.rules.equipment.board import Board, BoardTile
from games.rules.equipment.errors import NotAllowedError
from games.rules.equipment.fair_shuffle import Shuffler
from games.rules.equipment.rack import Rack, remove_tiles
from games.rules.equipment.tiles import BLANK, LetterTile, Tile, load_tile_set, tile_sort_key
from games.rules.equipment.word_lookup import WordLookup
from games.rules.plays.acts import Play
from games.rules.plays.scoring import PlayScore, lay_tiles
from games.rules.positions.play_judgement import find_invalid_words, judge_play
from games.rules.positions.state import EquipmentMixin, GameState, SeatState
from games.rules.positions.variants import get_variant

MAX_TILES = 7
"""How many tiles a play may use in every format."""
TABLE = 0
"""The seat number of the one rack, and the owner of all tiles on the board."""


class DuplicateEnd(StrEnum):
    """Why a duplicate game ended."""

    NO_TILES = "no_tiles"
    NO_BALANCE = "no_balance"
    """No vowel or no consonant is left, not counting blanks."""
    NO_PLAY = "no_play"


@dataclass(frozen=True, slots=True)
class DuplicateState(EquipmentMixin):
    """Everything about a duplicate game at one moment."""

    variant_id: str
    tile_set_code: str
    layout_id: str
    options: DuplicateOptions
    board: Board
    # Everyone's rack, in canonical order.
    rack: Rack
    # In canonical order: every draw shuffles it anew.
    bag: tuple[Tile, ...]
    # Number of shuffles made, which is the counter of the next one.
    shuffles: int = 0
    # The first turn is 1.
    turn: int = 1
    # How many racks went back into the bag before this one.
    rejected: int = 0
    end: DuplicateEnd | None = None

    def as_game_state(self) -> GameState:
        """Return the position as a game with one seat, for the engine and for scoring."""
        return GameState(
            variant_id=self.variant_id,
            tile_set_code=self.tile_set_code,
            layout_id=self.layout_id,
            options=get_variant(self.variant_id).options(),
            seats=(SeatState(self.rack),),
            board=self.board,
            bag=self.bag,
            shuffles=self.shuffles,
            to_move=None if self.end else TABLE,
        )

    def to_public_and_secret_json(self) -> tuple[dict[str, Any], list[str]]:
        """Return what everyone may see, and the bag.

        >>> state = start_duplicate("scrabble", DuplicateOptions(), bytes(32))
        >>> public, bag = state.to_public_and_secret_json()
        >>> "bag" in public, DuplicateState.join(public, bag) == state
        (False, True)
        """
        data: dict[str, Any] = json_codec.encode(self)
        bag: list[str] = data.pop("bag")
        return data, bag

    @staticmethod
    def join(public: dict[str, Any], bag: list[str]) -> DuplicateState:
        """Restore a state whose two parts were stored separately."""
        return json_codec.decode(DuplicateState, {**public, "bag": bag})


@dataclass(frozen=True, slots=True)
class Submission:
    """A play that a player has submitted, and what it is worth."""

    play: Play
    score: PlayScore
    invalid_words: tuple[str, ...]

    @property
    def points(self) -> int:
        """What it scores in this turn: nothing if a word is invalid."""
        return 0 if self.invalid_words else self.score.total


def start_duplicate(
    variant: str,
    options: DuplicateOptions,
    seed: bytes,
    *,
    tile_set: str | None = None,
    layout: str | None = None,
) -> DuplicateState:
    """Deal the first rack. ``tile_set`` and ``layout`` default to the variant's own.

    Raises NotAllowedError "duplicate.variant" for a game that has no duplicate.

    >>> state = start_duplicate("scrabble", DuplicateOptions(), bytes(32))
    >>> state.tile_set.write(state.rack), len(state.bag), state.turn
    ('ABEOSS?', 93, 1)
    >>> start_duplicate("qwibble", DuplicateOptions(), bytes(32))
    Traceback (most recent call last):
        ...
    games.rules.equipment.errors.NotAllowedError: Qwibble has no duplicate
    """
    game = get_variant(variant)
    if game.scoring.owned_tiles:
        raise NotAllowedError("duplicate.variant", f"{game.name} has no duplicate")
    tiles = load_tile_set(tile_set or game.tile_set)
    state = DuplicateState(
        variant_id=game.id,
        tile_set_code=tiles.code,
        layout_id=layout or game.layouts[0],
        options=options,
        board=Board(),
        rack=(),
        bag=_sort(tiles.all_tiles()),
    )
    return _draw(state, Shuffler(seed))


def judge_submission(state: DuplicateState, play: Play, lexicon: WordLookup) -> Submission:
    """Return what a play scores, and which of its words are invalid.

    Raises NotAllowedError if the game is over ("duplicate.over"), if the play breaks the rules of
    placement, needs tiles that are not on the rack or uses too many ("duplicate.too_many_tiles"),
    and for an invalid word if the room refuses those at once ("words.invalid").

    >>> state = start_duplicate("scrabble", DuplicateOptions(), bytes(32))
    >>> play = Play.read("8H", "BASES", state.tile_set)
    >>> judge_submission(state, play, {("B", "A", "S", "E", "S")}).points
    16
    >>> judged = judge_submission(state, play, set())
    >>> judged.points, judged.invalid_words
    (0, ('BASES',))
    """
    if state.end is not None:
        raise NotAllowedError("duplicate.over", "the game is over")
    tiles = play.tiles()
    if len(tiles) > MAX_TILES:
        raise NotAllowedError(
            "duplicate.too_many_tiles",
            f"a play uses at most {MAX_TILES} tiles",
            squares=(square for square, _letter in play.placed()),
        )
    formation, score = judge_play(state.as_game_state(), TABLE, play)
    invalid = find_invalid_words(formation, lexicon, state.tile_set)
    if invalid and state.options.refuses_invalid_words:
        raise NotAllowedError("words.invalid", f"invalid: {invalid}", words=invalid)
    return Submission(play, score, invalid)


def make_best_play(state: DuplicateState, play: Play, seed: bytes) -> DuplicateState:
    """Make the best play for everyone and fill the rack for the next turn, or end the game.

    In the joker format the real letter replaces a blank on the board if the bag has one, and the
    blank returns to the rack.

    >>> state = start_duplicate("scrabble", DuplicateOptions(), bytes(32))
    >>> after = make_best_play(state, Play.read("8D", "BASES", state.tile_set), bytes(32))
    >>> after.turn, len(after.board), after.tile_set.write(after.rack), len(after.bag)
    (2, 5, 'IOPTU??', 88)
    """
    game_state = state.as_game_state()
    formation, score = judge_play(game_state, TABLE, play)
    after = replace(
        state,
        board=lay_tiles(state.board, TABLE, formation.placed, score),
        rack=remove_tiles(state.rack, play.tiles()),
        turn=state.turn + 1,
        rejected=0,
    )
    if state.options.format is DuplicateFormat.JOKER:
        after = _give_blanks_back(after, play)
    left = (*after.rack, *after.bag)
    if not left:
        return replace(after, end=DuplicateEnd.NO_TILES)
    if not can_go_on(after.tile_set, left):
        return replace(after, end=DuplicateEnd.NO_BALANCE)
    return _draw(after, Shuffler(seed))


def end_without_play(state: DuplicateState) -> DuplicateState:
    """End the game because no play is possible with this rack."""
    return replace(state, end=DuplicateEnd.NO_PLAY)


def _give_blanks_back(state: DuplicateState, play: Play) -> DuplicateState:
    """Replace the blanks of a play on the board by real letters, as far as the bag has them."""
    for square, letter in play.placed():
        real = LetterTile(letter.face)
        if letter.blank and real in state.bag:
            state = replace(
                state,
                board=state.board.with_tiles({square: BoardTile(letter.face, False, TABLE)}),
                rack=_sort((*state.rack, BLANK)),
                bag=remove_tiles(state.bag, (real,)),
            )
    return state


def _draw(state: DuplicateState, shuffler: Shuffler) -> DuplicateState:
    """Fill the rack; as long as it lacks vowels or consonants, put it back and draw a new one."""
    everything = (*state.rack, *state.bag)
    drawable = _list_drawable(state, everything)
    least = get_required_letters(state.tile_set, drawable, state.turn)
    state = _fill(state, state.rack, shuffler)
    while not count_letters(state.tile_set, state.rack).holds(least):
        state = replace(state, bag=_sort(everything), rejected=state.rejected + 1)
        state = _fill(state, (), shuffler)
    return state


def _list_drawable(state: DuplicateState, tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Return the tiles from which a rack can be made: in the joker format at most one blank."""
    everything = tuple(tiles)
    if state.options.format is not DuplicateFormat.JOKER:
        return everything
    letters = tuple(tile for tile in everything if tile != BLANK)
    return (*letters, BLANK) if len(letters) < len(everything) else letters


def _fill(state: DuplicateState, kept: Rack, shuffler: Shuffler) -> DuplicateState:
    """Draw tiles until the rack is full or nothing is left."""
    bag = state.bag
    if state.options.format is DuplicateFormat.JOKER:
        if BLANK not in kept and BLANK in bag:
            kept, bag = (*kept, BLANK), remove_tiles(bag, (BLANK,))
        blanks = tuple(tile for tile in bag if tile == BLANK)
        bag = tuple(tile for tile in bag if tile != BLANK)
    else:
        blanks = ()
    order = shuffler.shuffle(bag, state.shuffles)
    missing = state.options.format.rack_size - len(kept)
    return replace(
        state,
        rack=_sort((*kept, *order[:missing])),
        bag=_sort((*order[missing:], *blanks)),
        shuffles=state.shuffles + 1,
    )


def _sort(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    return tuple(sorted(tiles, key=tile_sort_key))
