"""Replaying a duplicate game from its closed turns, or from its seed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.duplicate import store
from games.duplicate.models import DuplicateGame, DuplicateTurn
from games.duplicate.terms.plays import StoredPlay
from games.rules.duplicate.game import DuplicateState, make_best_play, start_duplicate
from games.rules.equipment.board import Board
from games.rules.equipment.layouts import load_layout
from games.rules.equipment.rack import remove_tiles
from games.rules.equipment.tiles import BLANK, LetterTile, Tile
from games.rules.positions.variants import get_variant

UNUSED_SEED = bytes(32)
"""The rules draw after each play. What they draw does not matter to the board."""


@dataclass(frozen=True, slots=True)
class ReplayedTurn:
    """A closed turn with the board before and after its best play."""

    turn: DuplicateTurn
    before: DuplicateState
    after: Board


def replay_turns(game: DuplicateGame, turns: Iterable[DuplicateTurn]) -> Iterator[ReplayedTurn]:
    """Yield the closed turns of a game from the first one on.

    Boards follow from racks and best plays alone, so nothing secret is read.
    """
    board, tile_set = Board(), store.get_tile_set(game)
    layout = get_variant(game.variant).layouts[0]
    for turn in turns:
        rack = tile_set.read(turn.rack)
        placed: list[Tile] = [
            BLANK if tile.blank else LetterTile(tile.face) for _square, tile in board.items()
        ]
        state = DuplicateState(
            variant_id=game.variant,
            tile_set_code=tile_set.code,
            layout_id=load_layout(layout).id,
            options=store.read_options(game),
            board=board,
            rack=rack,
            bag=remove_tiles(tile_set.all_tiles(), (*placed, *rack)),
            turn=turn.number,
        )
        play = StoredPlay.from_json(turn.best).read(tile_set)
        board = make_best_play(state, play, UNUSED_SEED).board
        yield ReplayedTurn(turn, state, board)


@dataclass(frozen=True, slots=True)
class DuplicateDraw:
    """A rack as recorded, and as computed from the seed."""

    turn: int
    recorded: str
    computed: str


def recompute_draws(game: DuplicateGame) -> list[DuplicateDraw]:
    """Repeat all draws of a game that is over, from its seed."""
    seed, tile_set = store.read_seed(game, game.secret), store.get_tile_set(game)
    options = store.read_options(game)
    state = start_duplicate(game.variant, options, seed, tile_set=game.tile_set)
    draws = []
    for turn in game.turns.order_by("number"):
        draws.append(DuplicateDraw(turn.number, turn.rack, tile_set.write(state.rack)))
        if draws[-1].recorded != draws[-1].computed:
            break  # with another rack the best play may be illegal
        state = make_best_play(state, StoredPlay.from_json(turn.best).read(tile_set), seed)
    return draws
