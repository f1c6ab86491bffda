"""Convert a game as one seat sees it to the kernels' arrays, and acts in both directions.

Only what the seat may know is taken from the state: the other racks and the bag count as one pool
of unseen tiles. Once the bag is empty, an only opponent's rack is known as what is missing.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from games.engine.kernels import arrays
from games.engine.kernels.arrays import (
    ACROSS,
    BLANK_FLAG,
    BYTE,
    CODE_MASK,
    BoardArrays,
    GameArrays,
    GraphArrays,
)
from games.rules.equipment import squares
from games.rules.equipment.layouts import Layout, load_layout
from games.rules.equipment.squares import Direction, Square
from games.rules.equipment.tiles import BLANK, LetterTile, Tile, TileSet, load_tile_set
from games.rules.flow.game import GameState, count_unseen_tiles
from games.rules.plays.acts import (
    PLAY_THROUGH,
    Act,
    Exchange,
    Pass,
    Play,
    PlayedLetter,
    PlayThrough,
)
from games.rules.positions.variants import Variant, get_variant
from lexicon.graph.jit import Array
from lexicon.graph.wordgraph import WordGraph

TileCounts = Array


class UnsupportedTilesError(Exception):
    """The word graph's alphabet lacks letters of the game's tiles, or a rack is too large."""


@dataclass(frozen=True, eq=False)
class KernelPosition:
    """A game as one seat sees it, as arrays for the kernels."""

    state: GameState
    seat: int
    alphabet: tuple[str, ...]
    graph: GraphArrays
    setting: GameArrays
    field: BoardArrays
    # Number of tiles by kind (int8).
    rack: TileCounts
    # Number of tiles by kind in the bag and on the other racks (int64).
    unseen: TileCounts
    # Sizes of the other racks in turn order.
    others: Array
    # Number of tiles in the bag.
    in_bag: int

    @property
    def side(self) -> int:
        return int(self.setting.side)

    @property
    def is_open(self) -> bool:
        """Whether nothing is hidden: an empty bag, and one opponent who has every other tile.

        A seat that left keeps its tiles, so the opponent's rack is then unknown.
        """
        return self.in_bag == 0 and len(self.others) == 1 and self.unseen.sum() == self.others[0]

    def read_act(self, packed: int, meta: int) -> Act:
        """Convert a packed act to one of the rules."""
        kind = int(arrays.unpack_kind(meta))
        if kind == arrays.PASS:
            return Pass()
        if kind == arrays.EXCHANGE:
            return Exchange(self.tiles_of(self.used_by(int(arrays.unpack_leave(meta)))))
        return self._read_play(packed, meta, kind)

    def _read_play(self, packed: int, meta: int, direction: int) -> Play:
        line, start = int(arrays.unpack_line(meta)), int(arrays.unpack_start(meta))
        row, col = (line, start) if direction == ACROSS else (start, line)
        length = (meta >> arrays.LENGTH_SHIFT) & arrays.LENGTH_MASK
        base = (direction * (self.side + 2) + line) * (self.side + 2) + start
        letters: list[PlayedLetter | PlayThrough] = []
        for tile in self.field.tiles[base : base + length]:
            if tile:
                letters.append(PLAY_THROUGH)
                continue
            face = self.alphabet[(packed & CODE_MASK) - 1]
            letters.append(PlayedLetter(face, bool(packed & BLANK_FLAG)))
            packed >>= BYTE
        way = Direction.ACROSS if direction == ACROSS else Direction.DOWN
        return Play(squares.PlayPosition(Square(row - 1, col - 1), way), tuple(letters))

    def used_by(self, leave: int) -> TileCounts:
        """Return how many tiles of each kind are used when this leave (given by its index)
        remains."""
        used = np.zeros(arrays.KINDS, np.int8)
        for kind in np.flatnonzero(self.rack):
            leave, used[kind] = divmod(leave, int(self.rack[kind]) + 1)
        return used

    def tiles_of(self, counts: TileCounts) -> tuple[Tile, ...]:
        kinds = np.repeat(np.arange(arrays.KINDS), counts)
        return tuple(
            BLANK if kind == arrays.BLANK else LetterTile(self.alphabet[kind]) for kind in kinds
        )


def make_kernel_position(state: GameState, seat: int, words: WordGraph) -> KernelPosition:
    """Return the position as ``seat`` sees it.

    Raises :class:`UnsupportedTilesError` if the word graph lacks letters of the game's tiles.
    """
    alphabet = words.alphabet
    setting = _setting_of(state, alphabet)
    field = make_board_arrays(state, setting, alphabet)
    hidden = np.zeros(arrays.KINDS, np.int64)
    for tile, count in count_unseen_tiles(state, seat).items():
        hidden[get_tile_kind(tile, alphabet)] += count
    count = len(state.seats)
    order = ((seat + step) % count for step in range(1, count))
    others = [len(state.seats[other].rack) for other in order if state.seats[other].in_play]
    return KernelPosition(
        state=state,
        seat=seat,
        alphabet=alphabet,
        graph=GraphArrays(words.nodes, words.arcs),
        setting=setting,
        field=field,
        rack=count_rack(state.seats[seat].rack, alphabet),
        unseen=hidden,
        others=np.array(others, np.int64),
        in_bag=len(state.bag),
    )


def count_rack(tiles: tuple[Tile, ...], alphabet: tuple[str, ...]) -> TileCounts:
    """Count tiles by kind; raises :class:`UnsupportedTilesError` for too many or unknown ones."""
    if len(tiles) > arrays.MAX_RACK:
        raise UnsupportedTilesError(f"racks of more than {arrays.MAX_RACK} tiles are too large")
    counts = np.zeros(arrays.KINDS, np.int8)
    for tile in tiles:
        counts[get_tile_kind(tile, alphabet)] += 1
    return counts


def get_tile_kind(tile: Tile, alphabet: tuple[str, ...]) -> int:
    """Return the kernels' number of a tile; raises :class:`UnsupportedTilesError` for an unknown
    letter."""
    if not isinstance(tile, LetterTile):
        return arrays.BLANK
    try:
        return alphabet.index(tile.face)
    except ValueError as error:
        raise UnsupportedTilesError(f"the words have no letter {tile.face!r}") from error


def _setting_of(state: GameState, alphabet: tuple[str, ...]) -> GameArrays:
    return make_game_arrays(
        state.variant_id,
        state.tile_set_code,
        state.layout_id,
        state.options.exchange_minimum,
        alphabet,
    )


@lru_cache(maxsize=32)
def make_game_arrays(
    variant_id: str,
    tile_set_code: str,
    layout_id: str,
    exchange_minimum: int,
    alphabet: tuple[str, ...],
) -> GameArrays:
    """Return the arrays that stay the same throughout a game."""
    variant, tile_set = get_variant(variant_id), load_tile_set(tile_set_code)
    layout = load_layout(layout_id)
    if missing := set(tile_set.faces) - set(alphabet):
        raise UnsupportedTilesError(f"the words have no letters {sorted(missing)}")
    values, counts = _tile_arrays(tile_set, alphabet)
    letters, words, locks = _square_arrays(layout)
    owned = variant.scoring.owned_tiles
    side = max(layout.rows, layout.cols)
    blank_letters = sum(1 << alphabet.index(face) for face in tile_set.blank_faces)
    return GameArrays(
        values=values,
        letters=letters,
        words=words,
        locks=locks,
        bonus=_bonus_array(variant),
        counts=counts,
        start=np.array([layout.start.row + 1, layout.start.col + 1], np.int64),
        blank_letters=blank_letters,
        again=0 if owned else 1,
        steals=1 if owned else 0,
        exchange_minimum=exchange_minimum,
        rack_size=variant.rack_size,
        # Without owners the rack's value is lost on one side and gained on the other.
        out_gain=1 if owned else 2,
        side=side,
    )


def _tile_arrays(tile_set: TileSet, alphabet: tuple[str, ...]) -> tuple[Array, Array]:
    values = np.zeros(arrays.KINDS, np.int64)
    counts = np.zeros(arrays.KINDS, np.int64)
    for face in tile_set.faces:
        values[alphabet.index(face)] = tile_set.values[face]
        counts[alphabet.index(face)] = tile_set.counts[face]
    counts[arrays.BLANK] = tile_set.blanks
    return values, counts


def _square_arrays(layout: Layout) -> tuple[Array, Array, Array]:
    """Return letter multipliers, word multipliers and padlocks, each for both views of the
    board."""
    width = max(layout.rows, layout.cols) + 2
    letters, words, locks = (np.zeros((2, width, width), np.uint8) for _ in range(3))
    for square in layout.squares():
        row, col = square.row + 1, square.col + 1
        for here in ((0, row, col), (1, col, row)):
            letters[here] = layout.letter_multiplier(square)
            words[here] = layout.word_multiplier(square)
            locks[here] = square in layout.padlocks
    return letters.ravel(), words.ravel(), locks.ravel()


def _bonus_array(variant: Variant) -> Array:
    bonus = np.zeros(arrays.MAX_RACK + 2, np.int64)
    for placed in filter(variant.is_bingo, range(len(bonus))):
        bonus[placed] = variant.scoring.bingo_bonus
    return bonus


def make_board_arrays(
    state: GameState, setting: GameArrays, alphabet: tuple[str, ...]
) -> BoardArrays:
    """Fill in the board's tiles; :func:`~.kernels.cross_checks.check_board` must add the cross
    checks."""
    width = int(setting.side) + 2
    field = make_empty_board_arrays(int(setting.side))
    tiles, worth = (part.reshape(2, width, width) for part in (field.tiles, field.worth))
    owners = field.owners.reshape(2, width, width)
    # Code 0 is an empty square.
    codes = {face: code for code, face in enumerate(alphabet, 1)}
    for square, tile in state.board.items():
        code = codes[tile.face]
        row, col = square.row + 1, square.col + 1
        owners[ACROSS, row, col] = tile.owner + 1 + (arrays.SAFE_FLAG if tile.safe else 0)
        for here in ((0, row, col), (1, col, row)):
            tiles[here] = code | (BLANK_FLAG if tile.blank else 0)
            worth[here] = 0 if tile.blank else setting.values[code - 1]
    return field


def make_empty_board_arrays(side: int) -> BoardArrays:
    size = 2 * (side + 2) ** 2
    return BoardArrays(
        tiles=np.zeros(size, np.uint8),
        cross=np.zeros(size, np.int64),
        sums=np.full(size, -1, np.int16),
        worth=np.zeros(size, np.int16),
        owners=np.zeros(size, np.uint8),
    )
