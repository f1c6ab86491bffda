"""No play is dropped for lack of room, however many a rack has."""

from collections.abc import Iterator

import numpy as np
import pytest

from games.engine import endgames
from games.engine.budget import Budget
from games.engine.engine import Engine
from games.engine.kernel_position import make_game_arrays, make_kernel_position
from games.engine.kernels import arrays
from games.engine.kernels.cross_checks import check_board
from games.engine.kernels.simulate import ROUNDS, simulate
from games.engine.kernels.static_player import choose_static
from games.engine.leaves import load_leave_model, record_self_play
from games.rules.equipment.tiles import load_tile_set
from games.rules.flow.game import GameState, Phase, apply, start_game
from games.rules.plays.acts import Play
from games.rules.positions.variants import VARIANTS, get_variant
from lexicon.graph.wordgraph import WordGraph
from tests.engine.positions import lay_board, make_state

MANY = 4096
RACKS = ("SANOU?X", "AEINRT?", "DEOST?L")


def play_until_the_bag_is_empty(graph: WordGraph, number: int) -> GameState:
    """Return a position that two static players reach when the bag is empty."""
    seed = bytes([number]) * 32
    options = get_variant("scrabble").options(challenge="void")
    state = start_game("scrabble", options, 2, seed).state
    while state.bag:
        assert state.phase is Phase.PLAYING and state.to_move is not None
        act = Engine(graph).best_plays(state, 1)[0].act
        state = apply(state, state.to_move, act, lexicon=graph, seed=seed).state
    return state


@pytest.fixture(scope="module")
def crowded(english: WordGraph) -> list[GameState]:
    """Positions with an empty bag, a blank, and more than ``MANY`` plays."""

    def look() -> Iterator[GameState]:
        for number in (3, 4, 6, 7):
            state = play_until_the_bag_is_empty(english, number)
            seat = state.to_move
            assert seat is not None
            for rack in RACKS:
                held = state.with_seat(seat, rack=state.tile_set.read(rack))
                if len(Engine(english).survey(held, seat).list_plays_by_score()) > MANY:
                    yield held

    found = list(look())
    assert len(found) > 6
    return found


def worth_of_rack(state: GameState, seat: int) -> int:
    values = state.tile_set.values
    faces = [getattr(tile, "face", None) for tile in state.seats[seat].rack]
    return sum(values[face] for face in faces if face is not None)


def test_no_play_that_goes_out_is_dropped(crowded: list[GameState], english: WordGraph) -> None:
    """The best static play, if it goes out, is worth its score and twice the other rack.

    The search may find something better, but nothing worse, however little time it has.
    """
    went_out = 0
    for state in crowded:
        seat = state.to_move
        assert seat is not None
        best = Engine(english).survey(state, seat)[0]
        rack = state.seats[seat].rack
        if not isinstance(best.act, Play) or len(list(best.act.placed())) < len(rack):
            continue
        went_out += 1
        worth = best.score + 2 * worth_of_rack(state, 1 - seat)
        for seconds in (0.05, 0.6):
            chosen = Engine(english).best_plays(state, 1, Budget(seconds=seconds))[0]
            assert chosen.equity >= worth, (state.board, rack)
    assert went_out > 3


ENDING = ["......CARE.....", "......O........", "......T........"]


@pytest.mark.parametrize(
    ("variant", "racks"), [("scrabble", ("TI?", "OX")), ("qwibble", ("TI", "OX"))]
)
def test_a_search_gets_a_larger_buffer_when_needed(
    variant: str, racks: tuple[str, str], common: WordGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = lay_board(["." * 15] * 7 + ENDING + ["." * 15] * 5)
    state = make_state(board, racks, variant, bag=())

    def solve() -> tuple[float, bool]:
        found = Engine(common).best_plays(state, 1, Budget(seconds=600))[0]
        return found.equity, found.exact

    ample = solve()
    assert ample[1]
    for room in (1, 16, 300):
        monkeypatch.setattr(endgames, "INITIAL_PLAY_CAPACITY", room)
        assert solve() == ample


def test_a_search_without_time_returns_the_best_static_play(
    crowded: list[GameState], english: WordGraph
) -> None:
    budget = Budget(seconds=600)
    budget.stop.set()
    for state in crowded:
        engine = Engine(english)
        assert engine.best_plays(state, 1, budget) == engine.best_plays(state, 1)


def test_static_players_exchange_no_more_than_the_bag_holds(english: WordGraph) -> None:
    """If the best exchange is too large for a nearly empty bag, the best smaller one is chosen."""
    board = lay_board([*["." * 15] * 7, ".......QI......", *["." * 15] * 7])
    state = make_state(board, ("VVWWUUC", "E"))
    position = make_kernel_position(state, 0, english)
    check_board(position.graph, position.setting, position.field)
    setting = position.setting._replace(exchange_minimum=1)
    model = load_leave_model("en", english.alphabet)
    leaves, play = np.empty(arrays.MAX_LEAVES, np.float32), np.zeros((1, 2), np.int64)
    args = (position.graph, setting, position.field, model, position.rack, 0)
    for in_bag in (1, 2, 3, 7):
        equity = choose_static(*args, in_bag, 1, leaves, play)
        meta = int(play[0, 1])
        assert arrays.unpack_kind(meta) == arrays.EXCHANGE
        assert 1 <= position.used_by(int(arrays.unpack_leave(meta))).sum() <= in_bag
        assert equity == leaves[arrays.unpack_leave(meta)]


@pytest.mark.parametrize("variant_id", VARIANTS)
def test_every_game_fits_the_kernels(variant_id: str) -> None:
    """Racks, scores and letters must fit into the bits that the kernels pack them into."""
    variant = get_variant(variant_id)
    assert variant.rack_size <= arrays.MAX_RACK
    faces = load_tile_set(variant.tile_set).faces
    for layout in variant.layouts:
        setting = make_game_arrays(variant_id, variant.tile_set, layout, 1, faces)
        assert setting.side < arrays.LINE_MASK
        dearest = setting.values.max() * setting.letters.max() * setting.side
        assert dearest * int(setting.words.max()) ** 3 + setting.bonus.max() <= arrays.SCORE_MASK


def test_bags_may_be_large(english: WordGraph) -> None:
    """Three sets of tiles in one bag."""
    state = make_state(lay_board(["." * 15] * 15), ("AEINRTD", "Q"))
    position = make_kernel_position(state, 0, english)
    check_board(position.graph, position.setting, position.field)
    setting = position.setting._replace(counts=3 * position.setting.counts)
    model = load_leave_model("en", english.alphabet)
    kept, equities = record_self_play(position.graph, setting, model, seed=1)
    assert len(kept) == len(equities) > 20
    survey = Engine(english).survey(state, 0)
    results = np.zeros((4, 3))
    args = (position.graph, setting, position.field, model, position.rack)
    acts, flag = survey.ranked.acts[:4], Budget().stop.flag
    unseen = np.array([7]), 3 * position.unseen, 3 * position.in_bag
    made = simulate(*args, *unseen, 0, acts, 6, 1, flag, results)
    assert made == 24
    assert results[:, ROUNDS].tolist() == [6] * 4
