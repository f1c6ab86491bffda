"""Positions as the seat to move sees them. Nothing else of a game is stored in a puzzle.

Tiles hidden from that seat are dealt again in alphabetical order, so neither the other racks nor
the bag reveal anything. With an empty bag and two seats they are exactly the opponent's rack. Words
are judged when a play is made; there are no clocks and no challenges.
"""

from dataclasses import replace

from games.rules.equipment.tiles import LetterTile, Tile, TileSet
from games.rules.equipment.word_lookup import WordLookup
from games.rules.flow.game import GameState, Phase, apply, count_unseen_tiles
from games.rules.plays.acts import Act, Pass, Play
from games.rules.plays.events import NO_DRAW
from games.rules.positions.options import ChallengeRule
from games.rules.time.clock import NO_CLOCK

UNUSED_SEED = bytes(32)
"""The rules require a seed, but puzzles never shuffle."""


def mask_for_seat(state: GameState, seat: int) -> GameState:
    """Return the position as ``seat`` sees it, with that seat to move."""
    hidden = sorted(
        count_unseen_tiles(state, seat).elements(),
        key=lambda tile: _get_tile_rank(tile, state.tile_set),
    )
    options = replace(state.options, challenge=ChallengeRule.VOID, clock=NO_CLOCK)
    seats = []
    for number, one in enumerate(state.seats):
        if number != seat:
            rack, hidden = tuple(hidden[: len(one.rack)]), hidden[len(one.rack) :]
            one = replace(one, rack=rack)
        seats.append(replace(one, turns_owed=0, accepted=False))
    return replace(
        state,
        options=options,
        seats=tuple(seats),
        bag=tuple(hidden),
        shuffles=0,
        to_move=seat,
        draw=NO_DRAW,
        turn_number=0,
        phase=Phase.PLAYING,
        passes=0,
        scoreless=0,
        pending=None,
        outcome=None,
        clock=None,
    )


def is_fully_visible(state: GameState) -> bool:
    """Return whether nothing is hidden: there are two seats and the bag is empty."""
    return not state.bag and len(state.seats) == 2


def apply_puzzle_act(state: GameState, act: Act, lexicon: WordLookup) -> GameState:
    """Return the position after an act of the seat to move. Raises ``NotAllowedError``."""
    assert state.to_move is not None, "the game goes on"
    return apply(state, state.to_move, act, lexicon=lexicon, seed=UNUSED_SEED).state


def get_spread(state: GameState, seat: int) -> int:
    """Return by how many points a seat leads, in a game with two seats."""
    return state.seats[seat].score - state.seats[1 - seat].score


def write_puzzle_act(act: Act, tile_set: TileSet) -> tuple[str, str]:
    """Return position and tiles of a play in notation; both are empty for a pass."""
    if isinstance(act, Play):
        return act.write(tile_set)
    assert isinstance(act, Pass)
    return "", ""


def read_puzzle_act(position: str, tiles: str, tile_set: TileSet) -> Act:
    """Read what :func:`write_puzzle_act` wrote. Raises ``NotationError``."""
    return Play.read(position, tiles, tile_set) if position or tiles else Pass()


def _get_tile_rank(tile: Tile, tile_set: TileSet) -> int:
    return tile_set.faces.index(tile.face) if isinstance(tile, LetterTile) else len(tile_set.faces)
