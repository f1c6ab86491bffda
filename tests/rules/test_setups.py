"""Positions as text: reading restores what was written, and every error names its field."""

import contextlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.equipment.board import Board, BoardTile
from games.rules.equipment.errors import RuleError
from games.rules.equipment.notation import BLANK_MARK
from games.rules.equipment.squares import Square
from games.rules.equipment.tiles import (
    BLANK,
    LetterTile,
    load_tile_set,
    tile_set_codes,
    tile_sort_key,
)
from games.rules.flow.game import GameState, apply, count_faces, start_game
from games.rules.flow.invariants import check_state
from games.rules.flow.simulation import PseudoLexicon, choose_act
from games.rules.plays.acts import Exchange, Pass, Play
from games.rules.positions.setup_text import read_setup, write_setup
from games.rules.positions.setups import (
    Setup,
    apply_act_to_setup,
    check_setup,
    count_owned_scores,
    make_empty_setup,
    make_setup,
    make_state,
    with_default_rack_sizes,
)
from games.rules.positions.variants import VARIANTS

EMPTY_ROW, CAT = "15", "7CaT5"
EDITIONS = {"super": [code for code in tile_set_codes() if code.endswith("-super")]}
EDITIONS["qwibble"] = ["qwibble-en"]
EDITIONS["scrabble"] = [
    code for code in tile_set_codes() if code not in EDITIONS["super"] + EDITIONS["qwibble"]
]


def board_of(row: str) -> str:
    return "/".join([EMPTY_ROW] * 7 + [row] + [EMPTY_ROW] * 7)


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Generate positions with tiles scattered over the board, which need not form words."""
    variant = VARIANTS[draw(st.sampled_from(sorted(VARIANTS)))]
    code = draw(st.sampled_from(EDITIONS[variant.id]))
    seats = draw(st.sampled_from(variant.seat_numbers))
    chance = Random(draw(st.integers(0, 2**32)))
    empty = make_empty_setup(variant.id, code, seats)
    bag = list(empty.unseen)
    chance.shuffle(bag)
    # At least sixty tiles are left for the racks and the bag.
    squares = chance.sample(empty.layout.squares(), draw(st.integers(0, len(bag) - 60)))
    owned = variant.scoring.owned_tiles
    tiles = {}
    for square in squares:
        tile = bag.pop()
        face = (
            tile.face if isinstance(tile, LetterTile) else chance.choice(empty.tile_set.blank_faces)
        )
        safe = owned and chance.random() < 0.3
        tiles[square] = BoardTile(face, tile is BLANK, chance.randrange(2) * owned, safe)
    board = Board(tiles)
    rack = tuple(sorted(bag[: draw(st.integers(0, variant.rack_size))], key=tile_sort_key))
    seat = draw(st.integers(0, seats - 1))
    scores = tuple(chance.randint(-50, 600) for _ in range(seats))
    others = [number for number in range(seats) if number != seat]
    return replace(
        empty,
        board=board,
        rack=rack,
        seat=seat,
        scores=count_owned_scores(board, empty.tile_set, seats) if owned else scores,
        others=tuple(chance.randint(0, variant.rack_size) for _ in others),
        gone=tuple(sorted(chance.sample(others, draw(st.integers(0, seats - 2))))),
        exchange_minimum=chance.choice(variant.exchange_minimums),
        passes=chance.randrange(2),
    )


@given(setups())
def test_every_position_survives_writing_and_reading(setup: Setup) -> None:
    assert read_setup(write_setup(setup)) == setup


@given(setups())
def test_a_position_keeps_every_tile(setup: Setup) -> None:
    state, tile_set = make_state(setup), setup.tile_set
    assert count_faces(state) == Counter({**tile_set.counts, BLANK_MARK: tile_set.blanks})
    assert make_setup(state, setup.seat) == setup


def states_of(variant: str, seats: int) -> Iterator[GameState]:
    """Yield the states of a game whose acts are chosen at random."""
    chance, lexicon, seed = Random(variant), PseudoLexicon(), bytes(32)
    state = start_game(variant, VARIANTS[variant].options(), seats, seed).state
    for _ in range(60):
        if state.to_move is None:
            return
        yield state
        seat, act = choose_act(state, chance, lexicon)
        state = apply(state, seat, act, lexicon=lexicon, seed=seed).state


def lying(state: GameState) -> dict[Square, BoardTile]:
    owned = state.variant.scoring.owned_tiles
    return {at: replace(tile, owner=tile.owner * owned) for at, tile in state.board.items()}


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_real_games_survive_conversion_to_text(variant: str) -> None:
    boards = 0
    for state in states_of(variant, VARIANTS[variant].max_seats):
        assert state.to_move is not None
        again = make_state(read_setup(write_setup(make_setup(state, state.to_move))))
        check_state(again)
        assert lying(again) == lying(state)
        assert len(again.bag) == len(state.bag)
        assert [len(one.rack) for one in again.seats] == [len(one.rack) for one in state.seats]
        assert [one.score for one in again.seats] == [one.score for one in state.seats]
        assert again.in_play == state.in_play
        boards += len(state.board) > 0
    assert boards > 3


def test_a_play_is_applied_by_the_rules() -> None:
    setup = read_setup({"game": "scrabble", "board": board_of(CAT), "rack": "SEDATER"})
    play = Play.read("8H", "...S", setup.tile_set)
    after = apply_act_to_setup(setup, play)
    assert write_setup(after)["board"] == board_of("7CaTS4")
    assert (after.seat, after.scores, after.others, after.rack) == (1, (5, 0), (7,), ())
    assert apply_act_to_setup(setup, Pass()).passes == 1
    assert apply_act_to_setup(setup, Exchange(setup.rack[:2])).board == setup.board


def test_thefts_and_safe_tiles_of_a_play_are_applied() -> None:
    board = "/".join([EMPTY_ROW] * 7 + ["6CAT6"] + [EMPTY_ROW] * 7)
    fields = {"game": "qwibble", "board": board, "owners": "aBb", "rack": "SERIOUS", "seat": "1"}
    after = apply_act_to_setup(
        read_setup(fields), Play.read("8G", "...S", load_tile_set("qwibble-en"))
    )
    assert write_setup(after)["owners"] == "aBaa"
    assert after.scores == count_owned_scores(after.board, after.tile_set, 2)


def test_the_opponents_hold_the_remaining_tiles_near_the_end() -> None:
    setup = make_empty_setup("scrabble", "en")
    left = setup.unseen[:9]
    tiles = setup.unseen[9:]
    squares = setup.layout.squares()
    board = Board(
        {
            square: BoardTile(tile.face if isinstance(tile, LetterTile) else "A", tile is BLANK, 0)
            for square, tile in zip(squares, tiles, strict=False)
        }
    )
    end = with_default_rack_sizes(replace(setup, board=board, rack=left[:4]))
    assert (end.others, len(make_state(end).bag)) == ((5,), 0)
    after = apply_act_to_setup(end, Pass())
    assert after.others == (4,), "the other holds what it held"
    assert read_setup(write_setup(after)) == after


WRONG = {
    "game": "chess",
    "tiles": "qwibble-en",
    "layout": "super",
    "rows": "15/15",
    "row": board_of("14"),
    "row ": board_of("7C@T5"),
    "row  ": board_of("7C.T6"),
    "rack": "QU!",
    "rack_size": "AAAAAAAA",
    "too_many": "ZZ",
    "seats": "5",
    "seat": "3",
    "scores": "12",
    "scores ": "1,x",
    "scores  ": "1,2,3",
    "racks": "8",
    "out": "1",
    "exchange": "3",
    "passes": "2",
    "owners": "ab",
    "too_long": "A" * 3000,
}
NAMED = {"rows": "board", "row": "board", "rack_size": "rack", "too_many": "rack"}
NAMED |= {"too_long": "rack"}
"""The field that causes an error, where the error is not named after it."""


@pytest.mark.parametrize("wrong", WRONG)
def test_errors_name_their_field(wrong: str) -> None:
    what = wrong.strip()
    fields = {"game": "scrabble", NAMED.get(what, what): WRONG[wrong]}
    with pytest.raises(RuleError) as caught:
        read_setup(fields)
    assert caught.value.code == f"setup.{what}"


def test_a_blank_is_never_an_excluded_letter() -> None:
    board = board_of("7CaTs4")
    with pytest.raises(RuleError) as caught:
        read_setup({"game": "qwibble", "board": board})
    assert (caught.value.code, caught.value.words) == ("setup.never_blank", ("S",))


def test_scores_are_not_given_in_games_with_owned_tiles() -> None:
    with pytest.raises(RuleError) as caught:
        read_setup({"game": "qwibble", "scores": "1,2"})
    assert caught.value.code == "setup.scores_follow"


@given(
    st.dictionaries(
        st.sampled_from(sorted({"game", "board", "rack", "scores", "racks", "out"})),
        st.text(max_size=40),
    )
)
def test_any_text_is_read_or_refused(fields: dict[str, str]) -> None:
    with contextlib.suppress(RuleError):
        check_setup(read_setup({"game": "scrabble", **fields}))
