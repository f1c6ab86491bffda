"""Positions for the engine's tests: given ones, and those of random games."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from games.engine.engine import Engine
from games.rules.equipment.board import Board, BoardTile
from games.rules.equipment.squares import Square
from games.rules.equipment.tiles import Tile, load_tile_set
from games.rules.flow.game import GameState, Phase, SeatState, apply, start_game
from games.rules.positions.options import ChallengeRule
from games.rules.positions.variants import get_variant
from lexicon.graph.wordgraph import WordGraph


def lay_board(rows: list[str], owner: int = 0) -> Board:
    """Return a board from text: "." is empty, lower case a blank."""
    return Board(
        {
            Square(row, col): BoardTile(letter.upper(), letter.islower(), owner)
            for row, line in enumerate(rows)
            for col, letter in enumerate(line)
            if letter != "."
        }
    )


def make_state(
    board: Board,
    racks: tuple[str, ...],
    variant_id: str = "scrabble",
    *,
    bag: tuple[Tile, ...] | None = None,
) -> GameState:
    """Return a game in progress with these racks; the bag holds all tiles that are nowhere else."""
    variant = get_variant(variant_id)
    tiles = load_tile_set(variant.tile_set)
    held = tuple(tiles.read(rack) for rack in racks)
    if bag is None:
        rest = list(tiles.all_tiles())
        for tile in [*(tile.tile for _, tile in board.items()), *(t for r in held for t in r)]:
            if tile in rest:
                rest.remove(tile)
        bag = tuple(rest)
    return GameState(
        variant_id=variant_id,
        tile_set_code=variant.tile_set,
        layout_id=variant.layouts[0],
        options=variant.options(),
        seats=tuple(SeatState(rack) for rack in held),
        board=board,
        bag=bag,
        shuffles=1,
        to_move=0,
    )


def random_games(
    variant_id: str, tile_set: str, graph: WordGraph, games: int, seed: int
) -> Iterator[GameState]:
    """Yield every position of games whose plays are chosen at random."""
    chance = Random(seed)
    for _ in range(games):
        bag_seed = chance.randbytes(32)
        options = replace(get_variant(variant_id).options(), challenge=ChallengeRule.VOID)
        state = start_game(variant_id, options, 2, bag_seed, tile_set=tile_set).state
        while state.phase is Phase.PLAYING and state.turn_number < 40:
            yield state
            state = take_random_turn(state, graph, chance, bag_seed)


def take_random_turn(
    state: GameState, graph: WordGraph, chance: Random, bag_seed: bytes
) -> GameState:
    seat = state.to_move
    assert seat is not None
    survey = Engine(graph).survey(state, seat)
    plays = survey.list_plays_by_score()
    if len(plays):
        # The best of three draws, so that boards fill; at random, so that blanks appear everywhere.
        act = survey[int(plays[max(chance.randrange(len(plays)) for _ in range(3))])].act
    else:
        act = survey[0].act
    return apply(state, seat, act, lexicon=graph, seed=bag_seed).state
