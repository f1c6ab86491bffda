"""Challenges, votes, and accepting the play that went out.

A play is judged once, as a whole: after a failed challenge it stands for good. Every other seat in
play may challenge until the next turn is taken; lost turns and seats that leave do not end that
right. Where the players vote on words that are not in the dictionary, a challenge is a vote against
them, and the play stands if at least half of the other seats accept it.
"""

from __future__ import annotations

from dataclasses import replace

from games.rules.equipment.errors import NotAllowedError
from games.rules.equipment.fair_shuffle import Shuffler
from games.rules.flow.act_attempt import ActAttempt
from games.rules.flow.drawing import undo_draw
from games.rules.flow.game_end import end_game, end_without_adjustment
from games.rules.flow.turns import end_game_after_runs, lose_turn, pass_turn_on
from games.rules.plays.acts import Accept, Challenge
from games.rules.plays.events import Accepted, Challenged, Rejected, Voted, Withdrawn
from games.rules.positions.play_judgement import is_valid_word
from games.rules.positions.state import GameState, PendingPlay, Phase, Transition


def check_challenge_allowed(state: GameState, seat: int) -> None:
    """Raise NotAllowedError "challenge..." unless this seat may challenge the latest play now."""
    if state.pending is None:
        raise NotAllowedError("challenge.nothing", "no play can be challenged")
    if state.pending.seat == seat:
        raise NotAllowedError("challenge.own_play", "a seat cannot challenge its own play")
    if state.seats[seat].accepted or state.seats[seat].rejected:
        raise NotAllowedError("challenge.accepted", "the seat has accepted or rejected the play")


def enact_challenge(attempt: ActAttempt[Challenge]) -> Transition:
    """Judge the latest play: take it back if any word is invalid or it is misplaced, or let it
    stand. If the seats vote on it, this is a vote against it."""
    state, seat, shuffler = attempt.state, attempt.seat, attempt.shuffler
    pending = _pending(state)
    if pending.voted_words:
        rejected = Transition(state.with_seat(seat, rejected=True), (Rejected(seat),))
        return rejected.then(lambda s: close_waiting_play(s, shuffler))
    verdicts = tuple(
        (word.word, is_valid_word(word.faces, attempt.lexicon, state.tile_set))
        for word in pending.score.words
    )
    upheld = pending.misplaced or not all(good for _, good in verdicts)
    bonus = 0 if upheld else state.options.challenge.bonus
    event = Challenged(seat, pending.seat, verdicts, upheld, bonus, pending.misplaced)
    judged = Transition(state, (event,))
    if upheld:
        return judged.then(lambda s: _withdraw(s, seat, shuffler))
    return judged.then(lambda s: _let_stand(s, seat, bonus, shuffler))


def _withdraw(state: GameState, challenger: int, shuffler: Shuffler) -> Transition:
    pending = _pending(state)
    was_final = state.phase is Phase.FINAL_CHALLENGE
    undone = Transition(
        _take_back(state, pending, shuffler), (Withdrawn(pending.seat, pending.score.total),)
    )
    if state.options.challenge.decides_game:
        return undone.then(lambda s: end_without_adjustment(s, "triple", challenger))
    # No one was to move while the game waited, so the turn has to be passed on.
    if was_final:
        return undone.then(lambda s: pass_turn_on(s, pending.seat, shuffler))
    return undone.then(lambda s: end_game_after_runs(s, shuffler))


def _take_back(state: GameState, pending: PendingPlay, shuffler: Shuffler) -> GameState:
    """Restore everything from before the play, except that the turn counts as a scoreless one."""
    seats = [
        replace(seat, score=seat.score - delta, accepted=False, rejected=False)
        for seat, delta in zip(state.seats, pending.deltas, strict=True)
    ]
    before = pending.seat_before
    seats[pending.seat] = replace(
        seats[pending.seat],
        rack=before.rack,
        tiles_played=before.tiles_played,
        best_theft=before.best_theft,
    )
    return replace(
        undo_draw(state, pending.seat, pending.drawn, shuffler),
        board=state.board.with_tiles(dict(pending.squares_before)),
        seats=tuple(seats),
        # The run that the play broke, the play itself, and turns lost since then.
        scoreless=pending.scoreless + 1 + state.scoreless,
        pending=None,
        phase=Phase.PLAYING,
    )


def _let_stand(state: GameState, challenger: int, bonus: int, shuffler: Shuffler) -> Transition:
    """Let the play stand for good, and apply what the failed challenge costs or brings."""
    pending = _pending(state)
    score = state.seats[pending.seat].score + bonus
    state = replace(state.with_seat(pending.seat, score=score), pending=None)
    if state.options.challenge.decides_game:
        return end_without_adjustment(state, "triple", pending.seat)
    if state.phase is Phase.FINAL_CHALLENGE:
        return end_game(state, "out", shuffler, pending.seat)
    if state.options.challenge.costs_turn:
        return _cost_turn(state, challenger, shuffler)
    return Transition(state)


def _cost_turn(state: GameState, challenger: int, shuffler: Shuffler) -> Transition:
    """Take this turn from the challenger if it is theirs, otherwise their next one."""
    if state.to_move == challenger:
        lost = lose_turn(state, challenger)
        return lost.then(lambda s: pass_turn_on(s, challenger, shuffler))
    owed = state.seats[challenger].turns_owed + 1
    return Transition(state.with_seat(challenger, turns_owed=owed))


def check_accept_allowed(state: GameState, seat: int) -> None:
    """Raise NotAllowedError "accept..." unless this seat may accept the waiting play now."""
    if state.phase is not Phase.FINAL_CHALLENGE or state.pending is None:
        raise NotAllowedError("accept.nothing", "no play awaits acceptance")
    if state.pending.seat == seat:
        raise NotAllowedError("accept.own_play", "a seat cannot accept its own play")
    if state.seats[seat].accepted or state.seats[seat].rejected:
        raise NotAllowedError("accept.already", "the seat has accepted or rejected the play")


def enact_accept(attempt: ActAttempt[Accept]) -> Transition:
    state = attempt.state.with_seat(attempt.seat, accepted=True)
    accepted = Transition(state, (Accepted(attempt.seat),))
    return accepted.then(lambda s: close_waiting_play(s, attempt.shuffler))


def close_waiting_play(state: GameState, shuffler: Shuffler) -> Transition:
    """Go on once the play that waits for the other seats is decided: end the game after a
    going-out play that all have accepted, or count the votes."""
    pending = _pending(state)
    if pending.voted_words:
        return _count_votes(state, pending, shuffler)
    if any(not state.seats[n].accepted for n in state.in_play if n != pending.seat):
        return Transition(state)
    return end_game(state, "out", shuffler, pending.seat)


def _count_votes(state: GameState, pending: PendingPlay, shuffler: Shuffler) -> Transition:
    """Let the play stand if at least half of the other seats have accepted it, and take it back if
    that can no longer happen."""
    voters = [state.seats[number] for number in state.in_play if number != pending.seat]
    accepted = sum(voter.accepted for voter in voters)
    rejected = sum(voter.rejected for voter in voters)
    if 2 * accepted < len(voters) and 2 * rejected <= len(voters):
        return Transition(state)
    allowed = 2 * accepted >= len(voters)
    counted = Transition(state, (Voted(pending.seat, pending.voted_words, allowed),))
    if not allowed:
        # No seat challenged, and under this rule a play that is taken back costs only the turn.
        return counted.then(lambda s: _withdraw(s, pending.seat, shuffler))
    return counted.then(lambda s: _allow(s, pending, shuffler))


def _allow(state: GameState, pending: PendingPlay, shuffler: Shuffler) -> Transition:
    """Let a play stand that the seats have voted for, and its words for the rest of the game."""
    seats = tuple(replace(seat, accepted=False, rejected=False) for seat in state.seats)
    words = state.allowed_words + pending.voted_words
    state = replace(state, seats=seats, pending=None, allowed_words=words)
    if pending.went_out:
        return end_game(state, "out", shuffler, pending.seat)
    return pass_turn_on(state, pending.seat, shuffler)


def _pending(state: GameState) -> PendingPlay:
    assert state.pending is not None
    return state.pending
