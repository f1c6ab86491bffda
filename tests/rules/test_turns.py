"""Starting, exchanging, passing, leaving, and how games end."""

from typing import Any

import pytest

from games.rules.equipment.errors import NotAllowedError
from games.rules.equipment.tiles import BLANK, LetterTile, load_tile_set
from games.rules.flow.game import Phase, can, count_unseen_tiles, start_game
from games.rules.flow.game_end import rank_seats
from games.rules.plays.acts import Challenge, Exchange, Forfeit, Pass, Resign
from games.rules.plays.events import Started
from games.rules.positions.start_draw import draw_for_start
from games.rules.positions.variants import get_variant
from tests.rules.positions import SEED, AllExcept, do, kinds, lay, rack, scores, table

SCRABBLE = get_variant("scrabble")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_start_draws_deals_and_keeps_all_tiles(seats: int) -> None:
    done = start_game("scrabble", SCRABBLE.options(), seats, SEED)
    state = done.state
    assert isinstance(done.events[0], Started)
    assert state.to_move == state.draw.first
    assert [len(seat.rack) for seat in state.seats] == [7] * seats
    assert len(state.bag) == 100 - 7 * seats
    assert count_unseen_tiles(state, None).total() == 100
    assert [seat for seat, _ in state.draw.rounds[0]] == list(range(seats))


@pytest.mark.parametrize(
    ("drawn", "first", "rounds"),
    [
        ("BA", 1, 1),
        ("ZY", 1, 1),
        ("A?", 1, 1),
        ("ABC", 0, 1),
        ("AACBA", 1, 2),
        ("BBBCCA", 2, 2),
        ("??AB", 0, 2),
    ],
)
def test_the_starting_draw_decides_who_begins(drawn: str, first: int, rounds: int) -> None:
    seats = {2: 2, 3: 3, 5: 3, 6: 3, 4: 2}[len(drawn)]
    english = load_tile_set("en")
    draw = draw_for_start(english, english.read(drawn), seats)
    assert draw is not None
    assert (draw.first, len(draw.rounds)) == (first, rounds)


def test_draw_follows_the_alphabet_of_the_language() -> None:
    spanish = load_tile_set("es")
    draw = draw_for_start(spanish, spanish.read("D[CH]"), 2)
    assert draw is not None
    assert draw.first == 1


@pytest.mark.parametrize(
    ("seats", "chosen", "code"),
    [
        (1, {}, "options.seats"),
        (5, {}, "options.seats"),
        (3, {"challenge": "triple"}, "options.challenge"),
        (3, {"adjustment": "tournament"}, "options.adjustment"),
        (2, {"exchange_minimum": 3}, "options.exchange_minimum"),
        (2, {"challenge": "duel"}, "options.challenge"),
        (2, {"end_rule": "never"}, "options.end_rule"),
    ],
)
def test_unknown_options_are_refused(seats: int, chosen: dict[str, Any], code: str) -> None:
    with pytest.raises(NotAllowedError) as caught:
        start_game("scrabble", SCRABBLE.options(**chosen), seats, SEED)
    assert caught.value.code == code


def test_exchange_draws_first_and_never_gets_a_tile_back_at_once() -> None:
    state = table("QQQQQQQ", "A", bag="ABCDEFG")
    done = do(state, 0, Exchange(state.seats[0].rack))
    assert rack(done.state, 0) == "ABCDEFG"
    assert done.state.tile_set.write(done.state.bag) == "QQQQQQQ"
    assert done.state.shuffles == state.shuffles + 1
    assert (done.state.to_move, scores(done.state)) == (1, (0, 0))


@pytest.mark.parametrize(
    ("bag", "minimum", "count", "lawful"),
    [
        ("EEEEEEE", 7, 1, True),
        ("EEEEEEE", 7, 7, True),
        ("EEEEEE", 7, 1, False),
        ("EE", 1, 2, True),
        ("EE", 1, 3, False),
        ("", 1, 1, False),
        ("EEEEEEE", 7, 0, False),
    ],
)
def test_exchange_needs_tiles_in_the_bag(bag: str, minimum: int, count: int, lawful: bool) -> None:
    state = table("ABCDEFG", "A", bag=bag, options={"exchange_minimum": minimum})
    act = Exchange(state.seats[0].rack[:count])
    if lawful:
        assert len(do(state, 0, act).state.bag) == len(bag)
        return
    with pytest.raises(NotAllowedError):
        do(state, 0, act)


def test_an_exchange_of_tiles_not_on_the_rack_is_refused() -> None:
    state = table("ABC", "A", bag="EEEEEEE")
    with pytest.raises(NotAllowedError) as caught:
        do(state, 0, Exchange((LetterTile("Z"), BLANK)))
    assert caught.value.code == "rack.missing_tile"


def test_turns_go_in_seating_order_from_the_first() -> None:
    state = table("A", "B", "C", to_move=2)
    order = []
    for _ in range(3):
        assert state.to_move is not None
        order.append(state.to_move)
        state = do(state, state.to_move, Pass()).state
    assert order == [2, 0, 1]


def test_only_the_seat_to_move_acts() -> None:
    state = table("A", "B")
    with pytest.raises(NotAllowedError) as caught:
        do(state, 1, Pass())
    assert caught.value.code == "turn.not_yours"
    for seat in (-1, 2):
        with pytest.raises(NotAllowedError) as caught:
            do(state, seat, Pass())
        assert caught.value.code == "turn.no_such_seat"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_passes_of_every_seat_in_a_row_end_the_game(seats: int) -> None:
    state = table(*"QBED"[:seats], bag="EEEEEEE")
    for turn in range(2 * seats):
        assert state.phase is Phase.PLAYING
        state = do(state, turn % seats, Pass()).state
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.winner) == ("passes", 1 if seats == 2 else 2)
    assert scores(state)[:2] == (-10, -3)


def test_exchanges_break_the_run_of_passes() -> None:
    state = table("A", "B", bag="EEEEEEE", passes=3)
    state = do(state, 0, Exchange(state.seats[0].rack)).state
    assert (state.passes, state.phase) == (0, Phase.PLAYING)


@pytest.mark.parametrize("seats", [2, 3])
def test_scoreless_turns_end_the_game_by_option(seats: int) -> None:
    state = table(*"QBC"[:seats], bag="E" * 7, options={"end_rule": "scoreless"})
    for turn in range(3 * seats):
        assert state.phase is Phase.PLAYING
        act = Exchange(state.seats[turn % seats].rack) if turn % 2 else Pass()
        state = do(state, turn % seats, act).state
    assert state.outcome is not None
    assert state.outcome.reason == "scoreless"


def test_a_withdrawn_play_can_be_the_last_scoreless_turn() -> None:
    state = table("CATDOGS", "A", bag="EEE", options={"end_rule": "scoreless"}, scoreless=5)
    state = lay(state, 0, "8F", "CAT").state
    done = do(state, 1, Challenge(), AllExcept("CAT"))
    assert done.state.outcome is not None
    assert done.state.outcome.reason == "scoreless"


def test_a_lost_turn_can_be_the_last_scoreless_turn() -> None:
    options = {"end_rule": "scoreless", "challenge": "double"}
    state = table("A", "B", "C", options=options, scoreless=7).with_seat(1, turns_owed=1)
    done = do(state, 0, Pass())
    assert kinds(done)[:2] == ["Passed", "TurnLost"]
    assert done.state.outcome is not None


def test_lost_turns_neither_lengthen_nor_break_a_run_of_passes() -> None:
    state = table("A", "B", "C", options={"challenge": "double"}).with_seat(1, turns_owed=1)
    state = do(state, 0, Pass()).state
    assert (state.to_move, state.passes) == (2, 1)


# Leaving


def test_resigning_loses_between_two_even_for_the_leader() -> None:
    outcome = do(table("A", "B", scores=(300, 1)), 0, Resign()).state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason, outcome.scores) == (1, "resigned", (300, 1))


def test_resigning_is_open_out_of_turn() -> None:
    outcome = do(table("A", "B"), 1, Resign()).state.outcome
    assert outcome is not None
    assert outcome.winner == 0


def test_a_forfeit_is_a_loss() -> None:
    done = do(table("A", "B"), 1, Forfeit("time"))
    assert done.state.outcome is not None
    assert (done.state.outcome.winner, done.state.outcome.reason) == (0, "forfeited")
    assert kinds(done) == ["Forfeited", "Ended"]


def test_three_seats_play_on_when_one_leaves() -> None:
    state = do(table("ABCDEFG", "B", "C", bag="EE", scores=(90, 5, 6)), 0, Resign()).state
    assert (state.phase, state.to_move) == (Phase.PLAYING, 1)
    assert len(state.bag) == 2
    assert not can(state, 0, Pass)
    state = do(do(state, 1, Pass()).state, 2, Pass()).state
    assert state.to_move == 1
    done = do(state, 2, Resign()).state
    assert done.outcome is not None
    assert (done.outcome.winner, done.outcome.reason) == (1, "last_seat")


def test_a_seat_that_left_cannot_win_on_points() -> None:
    state = do(table("A", "B", "C", scores=(900, 5, 6)), 0, Resign()).state
    for turn in range(4):
        state = do(state, 1 + turn % 2, Pass()).state
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.reason) == (2, "passes")


def test_leaving_restarts_the_run_of_passes() -> None:
    state = do(table("A", "B", "C", passes=5), 0, Resign()).state
    assert (state.phase, state.passes) == (Phase.PLAYING, 0)


def test_no_act_is_possible_after_the_end() -> None:
    over = do(table("A", "B"), 0, Resign()).state
    for act in (Pass(), Resign(), Challenge(), Forfeit("time")):
        with pytest.raises(NotAllowedError) as caught:
            do(over, 1, act)
        assert caught.value.code == "game.over"


# Adjustments and winners


def test_going_out_gains_what_all_others_lose() -> None:
    state = table("CAT", "QA", "B", "??", options={"challenge": "void"})
    state = lay(state, 0, "8F", "CAT").state
    assert state.outcome is not None
    assert state.outcome.before == (10, 0, 0, 0)
    assert state.outcome.adjustments == (14, -11, -3, 0)
    assert state.outcome.went_out == 0


def test_tournament_adjustment_doubles_the_other_rack() -> None:
    options = {"challenge": "void", "adjustment": "tournament"}
    state = lay(table("CAT", "QA", options=options), 0, "8F", "CAT").state
    assert scores(state) == (10 + 22, 0)


def test_tournament_adjustment_after_passes_deducts_own_racks() -> None:
    state = table("QA", "B", options={"adjustment": "tournament"}, passes=3)
    assert scores(do(state, 0, Pass()).state) == (-11, -3)


@pytest.mark.parametrize(
    ("adjustment", "before", "winner", "tie_break"),
    [
        ("standard", (20, 12), 0, "before_adjustment"),
        ("standard", (20, 20), None, None),
        ("tournament", (20, 12), None, None),
    ],
)
def test_equal_scores_are_decided_by_the_adjustment(
    adjustment: str, before: tuple[int, int], winner: int | None, tie_break: str | None
) -> None:
    racks = ("QA", "B") if before[0] != before[1] else ("B", "B")
    options = {"adjustment": adjustment}
    state = do(table(*racks, scores=before, options=options, passes=3), 0, Pass()).state
    assert state.outcome is not None
    assert len(set(state.outcome.scores)) == 1
    assert (state.outcome.winner, state.outcome.tie_break) == (winner, tie_break)


def test_equal_scores_are_placed_by_the_tie_break() -> None:
    """Seats behind the winner are ranked by the same tie-breaks, and seats that left come last."""
    state = table("E", "QA", "B", "E", scores=(50, 31, 23, 90), passes=5)
    state = state.with_seat(3, in_play=False)
    over = do(state, 0, Pass()).state
    assert over.outcome is not None
    assert over.outcome.scores[:3] == (49, 20, 20)
    assert rank_seats(over) == (1, 2, 3, 4)


def test_unseen_tiles_are_the_bag_and_the_other_racks() -> None:
    state = table("AB", "Q?", bag="ZE")
    unseen = (LetterTile("Q"), BLANK, LetterTile("Z"), LetterTile("E"))
    assert count_unseen_tiles(state, 0) == dict.fromkeys(unseen, 1)
    assert count_unseen_tiles(state, None).total() == 6
