"""Drawing tiles from the bag, and putting tiles back into it.

In most games all seats draw from the front of one shuffled bag, which is shuffled again whenever
tiles return to it. In a swapped match the two seats have *separate draws*: seat 0 draws from the
front of a fixed order and seat 1 from its end. So at two tables with the same seed each seat gets
the same tiles, however many the other seat plays. To keep that order, tiles that were drawn for a
withdrawn play return to where they came from, and exchanged tiles go to the middle, where they are
drawn last.
"""

from __future__ import annotations

from dataclasses import replace

from games.rules.equipment.fair_shuffle import Shuffler
from games.rules.equipment.tiles import Tile
from games.rules.positions.state import GameState

Tiles = tuple[Tile, ...]


def draw_tiles(state: GameState, seat: int, count: int) -> tuple[Tiles, Tiles]:
    """Return the tiles that a seat draws, in order, and the bag without them.

    Draws what is left if the bag holds fewer than ``count``.

    >>> from games.rules.flow.game_start import start_game
    >>> from games.rules.positions.variants import get_variant
    >>> options = get_variant("scrabble").options(separate_draws=True)
    >>> state = start_game("scrabble", options, 2, bytes(32)).state
    >>> state.tile_set.write(state.bag[:2]), state.tile_set.write(state.bag[-2:])
    ('MI', 'FR')
    >>> [state.tile_set.write(draw_tiles(state, seat, 2)[0]) for seat in (0, 1)]
    ['MI', 'RF']
    """
    if not _draws_from_end(state, seat):
        return state.bag[:count], state.bag[count:]
    left = max(0, len(state.bag) - count)
    return state.bag[left:][::-1], state.bag[:left]


def undo_draw(state: GameState, seat: int, drawn: Tiles, shuffler: Shuffler) -> GameState:
    """Return the state with the tiles back in the bag that a seat drew for a withdrawn play."""
    if not state.options.separate_draws:
        return _shuffle(state, state.bag + drawn, shuffler)
    if _draws_from_end(state, seat):
        return replace(state, bag=state.bag + drawn[::-1])
    return replace(state, bag=drawn + state.bag)


def return_exchanged(state: GameState, tiles: Tiles, shuffler: Shuffler) -> GameState:
    """Return the state with exchanged tiles in the bag."""
    if not state.options.separate_draws:
        return _shuffle(state, state.bag + tiles, shuffler)
    middle = len(state.bag) // 2
    mixed = shuffler.shuffle(tiles, state.shuffles)
    bag = state.bag[:middle] + mixed + state.bag[middle:]
    return replace(state, bag=bag, shuffles=state.shuffles + 1)


def _shuffle(state: GameState, tiles: Tiles, shuffler: Shuffler) -> GameState:
    bag = shuffler.shuffle(tiles, state.shuffles)
    return replace(state, bag=bag, shuffles=state.shuffles + 1)


def _draws_from_end(state: GameState, seat: int) -> bool:
    return state.options.separate_draws and seat == 1
