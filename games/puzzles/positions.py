"""A position as its mover sees it: nothing else is kept of a game, and nothing else is asked of it.

Tiles that are hidden from the mover are dealt out again in the order of the alphabet, so that
neither the other racks nor the bag tell anything; with an empty bag and two seats they are the
other's rack. Words are judged when a play is made, no clock ticks, and nothing awaits a challenge.
"""

from dataclasses import replace

from games.rules.clock import NO_CLOCK
from games.rules.events import NO_DRAW
from games.rules.game import GameState, Phase, apply, unseen
from games.rules.lexicon import Lexicon
from games.rules.moves import Act, Pass, Play
from games.rules.options import ChallengeRule
from games.rules.tiles import Letter, Tile, TileSet

SEED = bytes(32)
"""For acts that shuffle nothing."""


def see_as(state: GameState, seat: int) -> GameState:
    """The position as ``seat`` sees it, which is to move."""
    hidden = sorted(unseen(state, seat).elements(), key=lambda tile: _rank(tile, state.tile_set))
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


def is_open(state: GameState) -> bool:
    """Nothing is hidden: two seats and an empty bag."""
    return not state.bag and len(state.seats) == 2


def act_on(state: GameState, act: Act, lexicon: Lexicon) -> GameState:
    """The position after an act of whoever is to move; raises UnlawfulError."""
    assert state.to_move is not None, "the game goes on"
    return apply(state, state.to_move, act, lexicon=lexicon, seed=SEED).state


def spread_of(state: GameState, seat: int) -> int:
    """The points by which a seat of two is ahead."""
    return state.seats[seat].score - state.seats[1 - seat].score


def write_act(act: Act, tile_set: TileSet) -> tuple[str, str]:
    """Position and tiles of a play in game notation; both empty for a pass."""
    if isinstance(act, Play):
        return act.write(tile_set)
    assert isinstance(act, Pass)
    return "", ""


def read_act(position: str, tiles: str, tile_set: TileSet) -> Act:
    """The way back; raises UnreadableError."""
    return Play.read(position, tiles, tile_set) if position or tiles else Pass()


def _rank(tile: Tile, tile_set: TileSet) -> int:
    return tile_set.faces.index(tile.face) if isinstance(tile, Letter) else len(tile_set.faces)
