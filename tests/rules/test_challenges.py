"""Every challenge rule, withdrawn plays, owed turns, and the wait after going out."""

from dataclasses import replace

import pytest

from games.rules.equipment.errors import NotAllowedError
from games.rules.equipment.fair_shuffle import Shuffler
from games.rules.flow.game import GameState, Phase, can
from games.rules.plays.acts import Accept, Challenge, Exchange, Pass, Play, Resign
from games.rules.plays.events import Challenged, Withdrawn
from tests.rules.positions import ALL, SEED, AllExcept, do, kinds, lay, play, rack, scores, table

PHONY = AllExcept("CAT")


def after_cat(rule: str, seats: int = 2, bag: str = "XYZEEEE") -> GameState:
    """Seat 0 has played CAT for 10 points and drawn XYZ; seat 1 is to move."""
    racks = ["CATDOGS", "AEIOULN", "RSTLNEE", "BCDFGHK"][:seats]
    start = table(*racks, bag=bag, options={"challenge": rule})
    return lay(start, 0, "8F", "CAT").state


def test_void_refuses_invalid_words_and_changes_nothing() -> None:
    state = table("CATDOGS", "AEIOULN", options={"challenge": "void"})
    with pytest.raises(NotAllowedError) as caught:
        lay(state, 0, "8F", "CAT", PHONY)
    assert caught.value.code == "words.invalid"
    assert caught.value.words == ("CAT",)
    assert state == table("CATDOGS", "AEIOULN", options={"challenge": "void"})


def test_void_has_no_challenges() -> None:
    state = lay(table("CATDOGS", "A", options={"challenge": "void"}, bag="EEE"), 0, "8F", "CAT")
    assert not can(state.state, 1, Challenge)


@pytest.mark.parametrize("rule", ["single", "double", "five", "ten"])
def test_phony_is_withdrawn_and_the_challenger_plays(rule: str) -> None:
    done = do(after_cat(rule), 1, Challenge(), PHONY)
    assert kinds(done) == ["Challenged", "Withdrawn"]
    assert done.events[0] == Challenged(1, 0, (("CAT", False),), upheld=True)
    assert done.events[1] == Withdrawn(0, 10)
    assert scores(done.state) == (0, 0)
    assert done.state.to_move == 1
    assert len(done.state.board) == 0
    assert done.state.pending is None


def test_withdrawn_tiles_return_in_order_and_drawn_ones_are_shuffled_in() -> None:
    before = after_cat("single")
    done = do(before, 1, Challenge(), PHONY).state
    assert rack(done, 0) == "CATDOGS"
    everything = done.tile_set.read("XYZEEEE")
    assert done.bag == Shuffler(SEED).shuffle(everything, before.shuffles)
    assert done.shuffles == before.shuffles + 1
    assert done.seats[0].tiles_played == 0


def test_withdrawn_play_counts_as_one_scoreless_turn() -> None:
    start = table("CATDOGS", "A", bag="EEE", scoreless=2, passes=1)
    after = do(lay(start, 0, "8F", "CAT").state, 1, Challenge(), PHONY).state
    assert (after.scoreless, after.passes) == (3, 0)


def test_the_whole_play_is_judged() -> None:
    state = table("S", "A", bag="EEE", board=[("8G", "JACK"), ("K5", "TEN")])
    done = do(lay(state, 0, "K5", "...S").state, 1, Challenge(), AllExcept("JACKS"))
    assert isinstance(done.events[0], Challenged)
    assert dict(done.events[0].words) == {"TENS": True, "JACKS": False}
    assert done.events[0].upheld


def test_a_failed_challenge_under_single_costs_nothing_and_is_not_repeated() -> None:
    done = do(after_cat("single"), 1, Challenge())
    assert kinds(done) == ["Challenged"]
    assert (done.state.to_move, scores(done.state)) == (1, (10, 0))
    assert not can(done.state, 1, Challenge)


@pytest.mark.parametrize(("rule", "bonus"), [("five", 5), ("ten", 10)])
def test_points_go_to_the_challenged_seat(rule: str, bonus: int) -> None:
    done = do(after_cat(rule), 1, Challenge())
    assert scores(done.state) == (10 + bonus, 0)
    assert done.state.to_move == 1


def test_double_costs_this_turn_when_it_is_the_challengers() -> None:
    done = do(after_cat("double"), 1, Challenge())
    assert kinds(done) == ["Challenged", "TurnLost"]
    assert (done.state.to_move, done.state.scoreless) == (0, 1)


def test_double_costs_the_next_turn_of_a_challenger_who_waits() -> None:
    state = do(after_cat("double", seats=3), 2, Challenge()).state
    assert (state.to_move, state.seats[2].turns_owed) == (1, 1)
    done = do(state, 1, Pass())
    assert kinds(done) == ["Passed", "TurnLost"]
    assert (done.state.to_move, done.state.seats[2].turns_owed) == (0, 0)
    assert done.state.scoreless == 2


def test_owed_turns_add_up() -> None:
    state = do(after_cat("double", seats=3), 2, Challenge()).state
    state = lay(state, 1, "9F", "AE").state
    assert state.to_move == 0
    state = do(state, 2, Challenge()).state
    assert state.seats[2].turns_owed == 1
    state = do(do(state, 0, Pass()).state, 1, Pass()).state
    assert (state.to_move, state.seats[2].turns_owed) == (0, 0)


def test_two_lost_challenges_cost_two_turns() -> None:
    state = do(after_cat("double", seats=4, bag="X" * 20), 3, Challenge()).state
    state = lay(state, 1, "9F", "AE").state
    state = do(state, 3, Challenge()).state
    assert state.seats[3].turns_owed == 2
    movers = []
    for _turn in range(7):
        movers.append(state.to_move)
        state = exchange_one(state)
    assert movers == [2, 0, 1, 2, 0, 1, 2]
    assert state.to_move == 3, "the third time it moves again"


def exchange_one(state: GameState) -> GameState:
    """Exchange one tile of the seat to move, an act that never ends the game."""
    assert state.to_move is not None
    return do(state, state.to_move, Exchange(state.seats[state.to_move].rack[:1])).state


def test_a_lost_turn_does_not_close_the_challenge_of_the_play_before_it() -> None:
    state = do(after_cat("double", seats=3), 2, Challenge()).state
    played = lay(state, 1, "9F", "AE").state
    assert played.pending is not None
    done = do(played, 2, Challenge(), AllExcept("AE"))
    assert isinstance(done.events[0], Challenged)
    assert done.events[0].upheld
    assert done.state.to_move == 0
    assert rack(done.state, 1) == "AEIOULN"
    assert done.state.scoreless == 2, "the play taken back, and the turn lost since"


def test_a_withdrawn_play_continues_the_run_of_scoreless_turns() -> None:
    state = do(after_cat("double", seats=3), 2, Challenge()).state
    played = lay(replace(state, scoreless=3), 1, "9F", "AE").state
    assert played.scoreless == 1, "seat 2 has lost its turn"
    assert do(played, 0, Challenge(), AllExcept("AE")).state.scoreless == 3 + 1 + 1


def test_triple_loses_the_game_for_the_phony() -> None:
    done = do(after_cat("triple"), 1, Challenge(), PHONY)
    outcome = done.state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason, outcome.scores) == (1, "triple", (0, 0))


def test_a_failed_challenge_under_triple_loses_the_game() -> None:
    outcome = do(after_cat("triple"), 1, Challenge()).state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason, outcome.scores) == (0, "triple", (10, 0))


def test_any_other_seat_may_challenge_until_the_next_turn_is_taken() -> None:
    state = after_cat("single", seats=4)
    assert [can(state, seat, Challenge) for seat in range(4)] == [False, True, True, True]
    done = do(state, 3, Challenge(), PHONY)
    assert done.state.to_move == 1
    after = do(state, 1, Pass()).state
    assert not any(can(after, seat, Challenge) for seat in range(4))


def test_a_turn_taken_closes_the_challenge() -> None:
    state = after_cat("single", bag="XYZEEEEEEE")
    for turn in (Pass(), Exchange(state.seats[1].rack[:1]), play(state, "9F", "AE")):
        after = do(state, 1, turn).state
        assert not can(after, 1, Challenge)


def test_a_challenge_needs_a_play() -> None:
    with pytest.raises(NotAllowedError) as caught:
        do(table("A", "B"), 1, Challenge())
    assert caught.value.code == "challenge.nothing"


def test_players_cannot_challenge_their_own_play() -> None:
    with pytest.raises(NotAllowedError) as caught:
        do(after_cat("single"), 0, Challenge())
    assert caught.value.code == "challenge.own_play"


# Going out


def out_with_cat(rule: str, *others: str, adjustment: str = "standard") -> GameState:
    start = table("CAT", *others, options={"challenge": rule, "adjustment": adjustment})
    return lay(start, 0, "8F", "CAT").state


def test_void_ends_at_once_when_a_seat_goes_out() -> None:
    state = out_with_cat("void", "QA")
    assert state.phase is Phase.OVER
    assert scores(state) == (10 + 11, -11)


def test_going_out_waits_for_everyone_to_accept() -> None:
    state = out_with_cat("single", "QA", "B")
    assert (state.phase, state.to_move) == (Phase.FINAL_CHALLENGE, None)
    for kind in (Play, Pass, Exchange):
        assert not any(can(state, seat, kind) for seat in range(3))
    assert [can(state, seat, Accept) for seat in range(3)] == [False, True, True]
    state = do(state, 2, Accept()).state
    assert state.phase is Phase.FINAL_CHALLENGE
    assert not can(state, 2, Accept)
    assert not can(state, 2, Challenge)
    done = do(state, 1, Accept())
    assert kinds(done)[0] == "Accepted"
    assert done.state.outcome is not None
    assert done.state.outcome.reason == "out"
    assert scores(done.state) == (10 + 14, -11, -3)


def test_a_failed_challenge_of_a_going_out_play_ends_the_game() -> None:
    state = do(out_with_cat("five", "QA", "B"), 1, Challenge()).state
    assert state.phase is Phase.OVER
    assert scores(state) == (10 + 5 + 14, -11, -3)


def test_the_next_seat_continues_after_going_out_with_a_phony() -> None:
    state = do(out_with_cat("single", "QA", "B"), 2, Accept()).state
    state = do(state, 1, Challenge(), PHONY).state
    assert (state.phase, state.to_move) == (Phase.PLAYING, 1)
    assert rack(state, 0) == "CAT"
    assert not any(seat.accepted for seat in state.seats)


def test_accepting_is_only_for_going_out() -> None:
    assert not can(after_cat("single"), 1, Accept)


# Seats that leave the game


def test_a_play_may_be_challenged_after_its_player_resigned() -> None:
    state = do(after_cat("single", seats=3), 0, Resign()).state
    assert state.to_move == 1
    done = do(state, 2, Challenge(), PHONY).state
    assert (scores(done)[0], rack(done, 0), done.to_move) == (0, "CATDOGS", 1)
    assert not done.seats[0].in_play


def test_last_seat_to_accept_may_resign_instead() -> None:
    state = do(out_with_cat("single", "QA", "B"), 2, Accept()).state
    done = do(state, 1, Resign()).state
    assert done.outcome is not None
    assert (done.outcome.reason, done.outcome.winner) == ("out", 0)


def test_seat_that_went_out_and_resigned_cannot_win() -> None:
    state = do(out_with_cat("single", "QA", "B"), 0, Resign()).state
    state = do(do(state, 1, Accept()).state, 2, Accept()).state
    assert state.outcome is not None
    assert state.outcome.winner == 2


def test_challenge_remains_open_when_the_seat_to_move_resigns() -> None:
    state = do(after_cat("single", seats=3), 1, Resign()).state
    assert state.to_move == 2
    assert can(state, 2, Challenge)
    assert not can(state, 1, Challenge)


# Tournament placement


def test_misplaced_first_play_stands_unless_challenged() -> None:
    options = {"placement": "tournament"}
    start = table("CATDOGS", "A", bag="XYZ", options=options)
    for position, tiles in (("1A", "CAT"), ("8H", "C")):
        state = lay(start, 0, position, tiles).state
        assert len(state.board) == len(tiles)
        done = do(state, 1, Challenge(), ALL)
        assert isinstance(done.events[0], Challenged)
        assert (done.events[0].upheld, done.events[0].misplaced) == (True, True)
        assert rack(done.state, 0) == "CATDOGS"
    played_on = do(lay(start, 0, "1A", "CAT").state, 1, Pass()).state
    assert len(lay(played_on, 0, "1A", "...S").state.board) == 4


def test_tournament_placement_needs_challenges_and_frees_the_first_play_only() -> None:
    with pytest.raises(NotAllowedError):
        table("A", "B", options={"placement": "tournament", "challenge": "void"})
    state = table("CAT", "A", board=[("8G", "JACK")], options={"placement": "tournament"})
    with pytest.raises(NotAllowedError):
        lay(state, 0, "1A", "CAT")
