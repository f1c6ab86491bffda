"""The rule under which the other players vote on words that are not in the dictionary."""

from dataclasses import replace

import pytest

from games.rules.equipment.errors import NotAllowedError
from games.rules.flow.game import GameState, Phase, apply, can, preview_score
from games.rules.flow.game_clock import resume_clock
from games.rules.plays.acts import Accept, Challenge, Exchange, Pass, Play, Resign
from games.rules.plays.events import Accepted, Rejected, Voted, Withdrawn
from games.rules.positions.variants import get_variant
from games.rules.time.clock import TimeControl
from tests.rules.positions import ALL, SEED, AllExcept, do, kinds, lay, rack, scores, table

PHONY = AllExcept("CAT")
CAT = (("C", "A", "T"),)


def after_cat(seats: int = 2, bag: str = "XYZEEEE") -> GameState:
    """Seat 0 has played CAT, which is not in the dictionary, for 10 points and drawn XYZ."""
    racks = ["CATDOGS", "AEIOULN", "RSTLNEE", "BCDFGHK"][:seats]
    start = table(*racks, bag=bag, options={"challenge": "vote"})
    return lay(start, 0, "8F", "CAT", PHONY).state


def test_a_play_of_good_words_is_final() -> None:
    done = lay(table("CATDOGS", "A", bag="EEE", options={"challenge": "vote"}), 0, "8F", "CAT", ALL)
    assert kinds(done) == ["Played"]
    assert (done.state.to_move, done.state.pending) == (1, None)
    assert not can(done.state, 1, Challenge)
    assert not can(done.state, 1, Accept)


def test_a_play_with_an_unknown_word_waits_for_the_others() -> None:
    state = after_cat(seats=3)
    assert (state.phase, state.to_move) == (Phase.FINAL_CHALLENGE, None)
    assert state.pending is not None
    assert state.pending.voted_words == CAT
    assert [can(state, seat, Accept) for seat in range(3)] == [False, True, True]
    assert [can(state, seat, Challenge) for seat in range(3)] == [False, True, True]
    assert not any(can(state, 1, kind) for kind in (Play, Exchange, Pass))


def test_an_accepted_word_stays_and_counts_for_the_rest_of_the_game() -> None:
    done = do(after_cat(), 1, Accept(), PHONY)
    assert done.events == (Accepted(1), Voted(0, CAT, allowed=True))
    state = done.state
    assert (state.phase, state.to_move, state.pending) == (Phase.PLAYING, 1, None)
    assert scores(state) == (10, 0)
    assert not any(seat.accepted for seat in state.seats)
    again = table("CATDOGS", "CATIOUL", bag="EEE", options={"challenge": "vote"})
    again = replace(again, allowed_words=CAT)
    assert kinds(lay(again, 0, "8F", "CAT", PHONY)) == ["Played"]
    shown = preview_score(again, 0, Play.read("8F", "CAT", again.tile_set), PHONY)
    assert shown.invalid_words == ()


def test_a_rejected_play_comes_off_and_the_turn_is_lost() -> None:
    before = after_cat()
    done = do(before, 1, Challenge(), PHONY)
    assert done.events == (Rejected(1), Voted(0, CAT, allowed=False), Withdrawn(0, 10))
    state = done.state
    assert (state.phase, state.to_move, state.pending) == (Phase.PLAYING, 1, None)
    assert (scores(state), rack(state, 0), len(state.board)) == ((0, 0), "CATDOGS", 0)
    assert state.scoreless == 1
    assert state.allowed_words == ()
    assert not any(seat.rejected for seat in state.seats)


@pytest.mark.parametrize(
    ("votes", "allowed"),
    [("yy", True), ("yn", True), ("ny", True), ("nn", False)],
)
def test_half_of_two_voters_are_enough(votes: str, allowed: bool) -> None:
    state = after_cat(seats=3)
    for seat, vote in enumerate(votes, 1):
        if state.phase is Phase.FINAL_CHALLENGE:
            state = do(state, seat, Accept() if vote == "y" else Challenge(), PHONY).state
    assert bool(len(state.board)) == allowed
    assert state.to_move == 1


def test_a_vote_of_three_is_over_once_it_is_decided() -> None:
    state = do(after_cat(seats=4), 1, Challenge(), PHONY).state
    assert state.phase is Phase.FINAL_CHALLENGE
    done = do(state, 3, Challenge(), PHONY)
    assert kinds(done) == ["Rejected", "Voted", "Withdrawn"]
    assert done.state.phase is Phase.PLAYING


def test_nobody_votes_twice() -> None:
    state = do(after_cat(seats=4), 1, Challenge(), PHONY).state
    for act in (Accept(), Challenge()):
        with pytest.raises(NotAllowedError) as caught:
            do(state, 1, act, PHONY)
        assert caught.value.code in ("accept.already", "challenge.accepted")


def test_a_voter_who_leaves_is_not_waited_for() -> None:
    state = do(after_cat(seats=4), 1, Challenge(), PHONY).state
    state = do(state, 2, Resign(), PHONY).state
    assert state.phase is Phase.FINAL_CHALLENGE
    state = do(state, 3, Resign(), PHONY).state
    assert (state.phase, len(state.board), state.to_move) == (Phase.PLAYING, 0, 1)


def test_the_vote_goes_on_without_the_player_of_the_word() -> None:
    state = do(after_cat(seats=3), 0, Resign(), PHONY).state
    state = do(state, 1, Accept(), PHONY).state
    assert (len(state.board), state.to_move) == (3, 1)


def test_a_play_comes_off_although_its_player_has_left() -> None:
    state = do(after_cat(seats=3), 0, Resign(), PHONY).state
    state = do(state, 1, Challenge(), PHONY).state
    done = do(state, 2, Challenge(), PHONY)
    assert done.events == (Rejected(2), Voted(0, CAT, allowed=False), Withdrawn(0, 10))
    assert (len(done.state.board), done.state.to_move) == (0, 1)
    assert rack(done.state, 0) == "CATDOGS"


def test_a_rejected_play_that_went_out_does_not_end_the_game() -> None:
    waiting = lay(table("CAT", "A", options={"challenge": "vote"}), 0, "8F", "CAT", PHONY).state
    state = do(waiting, 1, Challenge(), PHONY).state
    assert (state.phase, state.to_move, rack(state, 0)) == (Phase.PLAYING, 1, "CAT")


def test_an_accepted_play_that_goes_out_ends_the_game() -> None:
    start = table("CAT", "A", options={"challenge": "vote"})
    waiting = lay(start, 0, "8F", "CAT", PHONY).state
    done = do(waiting, 1, Accept(), PHONY)
    assert kinds(done)[:2] == ["Accepted", "Voted"]
    assert done.state.outcome is not None
    assert (done.state.outcome.reason, done.state.outcome.went_out) == ("out", 0)


def test_no_clock_runs_while_players_vote() -> None:
    clock = TimeControl.read("5+0")
    start = table("CATDOGS", "AEIOULN", bag="EEE", options={"challenge": "vote", "clock": clock})
    start = resume_clock(start, 0)
    play = Play.read("8F", "CAT", start.tile_set)
    state = apply(start, 0, play, lexicon=PHONY, seed=SEED, now=10_000).state
    assert state.clock is not None
    assert state.clock.running is None
    state = apply(state, 1, Accept(), lexicon=PHONY, seed=SEED, now=70_000).state
    assert state.clock is not None
    assert (state.clock.running, state.clock.left) == (1, (290_000, 300_000))


def test_a_vote_takes_no_misplaced_first_play() -> None:
    with pytest.raises(NotAllowedError) as caught:
        get_variant("scrabble").options(challenge="vote", placement="tournament")
    assert caught.value.code == "options.placement"


def test_the_preview_names_unknown_words() -> None:
    state = table("CATDOGS", "A", bag="EEE", options={"challenge": "vote"})
    shown = preview_score(state, 0, Play.read("8F", "CAT", state.tile_set), PHONY)
    assert shown.invalid_words == ("CAT",)


def test_a_state_is_stored_with_its_votes() -> None:
    state = do(after_cat(seats=4), 1, Challenge(), PHONY).state
    state = replace(state, allowed_words=CAT)
    assert GameState.from_json(state.to_json()) == state
