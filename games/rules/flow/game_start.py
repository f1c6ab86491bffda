"""Start a game: the draw for the start, the shuffled bag and the first racks."""

from __future__ import annotations

from dataclasses import replace

from games.rules.equipment.board import Board
from games.rules.equipment.errors import NotAllowedError
from games.rules.equipment.fair_shuffle import Shuffler
from games.rules.equipment.tiles import load_tile_set
from games.rules.flow.drawing import draw_tiles
from games.rules.plays.events import Started
from games.rules.positions.options import Options
from games.rules.positions.state import GameState, SeatState, Transition
from games.rules.positions.variants import Variant, get_variant
from games.rules.time.clock import create_clock

SEED_BYTES = 32


def start_game(
    variant: str,
    options: Options,
    seats: int,
    seed: bytes,
    *,
    tile_set: str | None = None,
    layout: str | None = None,
    drawn: bool = True,
) -> Transition:
    """Deal a new game, ready for its first turn; its clock, if it has one, is stopped.

    ``tile_set`` and ``layout`` default to the variant's own. The draw for the start, if there is
    one, is shuffle 0, and the next shuffle makes the bag to deal from. Without ``drawn`` the first
    seat starts.
    Raises NotAllowedError "options..." or "seed.length".

    >>> scrabble = get_variant("scrabble")
    >>> begun = start_game("scrabble", scrabble.options(), 2, bytes(32)).state
    >>> [begun.tile_set.write(seat.rack) for seat in begun.seats], begun.to_move, len(begun.bag)
    (['UEAEVXS', 'MIDKPNE'], 0, 86)
    >>> start_game("scrabble", scrabble.options(), 5, bytes(32))
    Traceback (most recent call last):
        ...
    games.rules.equipment.errors.NotAllowedError: Scrabble is not for 5 seats
    """
    game = get_variant(variant)
    game.check_options(options, seats)
    if len(seed) != SEED_BYTES:
        raise NotAllowedError("seed.length", f"a seed has {SEED_BYTES} bytes")
    state = _set_up(game, options, seats, tile_set or game.tile_set, layout or game.layouts[0])
    return Transition(state).then(lambda s: _draw(s, Shuffler(seed), drawn=drawn))


def _set_up(game: Variant, options: Options, seats: int, tile_set: str, layout: str) -> GameState:
    if layout not in game.layouts:
        raise NotAllowedError("layout.unknown", f"{game.name} is not played on {layout!r}")
    return GameState(
        variant_id=game.id,
        tile_set_code=tile_set,
        layout_id=layout,
        options=options,
        seats=(SeatState(()),) * seats,
        board=Board(),
        bag=load_tile_set(tile_set).all_tiles(),
        shuffles=0,
        to_move=0,
        clock=create_clock(options.clock, seats),
        unmoved=tuple(range(seats)),
    )


def _draw(state: GameState, shuffler: Shuffler, *, drawn: bool) -> Transition:
    if drawn and state.variant.start is not None:
        bag = shuffler.shuffle(state.bag, state.shuffles)
        draw = state.variant.start(state.tile_set, bag, len(state.seats))
        state = replace(state, shuffles=state.shuffles + 1, draw=draw, to_move=draw.first)
    bag = shuffler.shuffle(state.bag, state.shuffles)
    state = replace(state, bag=bag, shuffles=state.shuffles + 1)
    return Transition(_deal(state), (Started(state.draw),))


def _deal(state: GameState) -> GameState:
    """Fill the racks from the bag; the first seat to move draws first."""
    size, count = state.variant.rack_size, len(state.seats)
    for turn in range(count):
        number = ((state.to_move or 0) + turn) % count
        rack, bag = draw_tiles(state, number, size)
        state = replace(state.with_seat(number, rack=rack), bag=bag)
    return state
