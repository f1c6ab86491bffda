"""Boards rebuilt from public events equal the boards of the game,
with withdrawn plays and thefts."""

from random import Random

import pytest

from games.rules.equipment.board import Board
from games.rules.flow.board_replay import replay_boards
from games.rules.flow.game import Phase, apply, start_game
from games.rules.flow.simulation import PseudoLexicon, choose_act
from games.rules.plays.acts import Act, Challenge, Play
from games.rules.plays.events import Event
from games.rules.positions.options import ChallengeRule
from games.rules.positions.variants import get_variant

SEED = bytes(32)


@pytest.mark.parametrize("variant", ["scrabble", "qwibble"])
@pytest.mark.parametrize("number", range(6))
def test_every_board_of_a_random_game_is_replayed(variant: str, number: int) -> None:
    random = Random(f"retold {number}")
    rules = [] if variant == "qwibble" else [{"challenge": ChallengeRule.SINGLE}, {}]
    chosen = rules[number % len(rules)] if rules else {}
    state = start_game(variant, get_variant(variant).options(**chosen), 2, SEED).state
    lexicon = PseudoLexicon()
    acts: list[tuple[Event, ...]] = []
    boards: list[Board] = []
    kinds: set[type[Act]] = set()
    while state.phase is not Phase.OVER and len(acts) < 120:
        seat, act = choose_act(state, random, lexicon)
        after = apply(state, seat, act, lexicon=lexicon, seed=SEED)
        state = after.state
        acts.append(after.events)
        boards.append(state.board)
        kinds.add(type(act))
    assert list(replay_boards(acts, state.tile_set)) == boards
    assert Play in kinds
    assert Challenge in kinds or chosen.get("challenge") is None
