"""The three kinds of turn: play, exchange and pass."""

from __future__ import annotations

from dataclasses import replace

from games.rules.equipment.errors import NotAllowedError
from games.rules.equipment.fair_shuffle import Shuffler
from games.rules.equipment.rack import check_rack_holds, remove_tiles
from games.rules.equipment.tiles import Face, Tile
from games.rules.flow.act_attempt import ActAttempt
from games.rules.flow.drawing import draw_tiles, return_exchanged
from games.rules.flow.game_end import end_game
from games.rules.flow.turns import pass_turn_on
from games.rules.plays.acts import Exchange, Pass, Play
from games.rules.plays.events import Exchanged, Passed, Played
from games.rules.plays.placement import FormedPlay
from games.rules.plays.scoring import PlayScore, lay_tiles
from games.rules.positions.play_judgement import find_invalid_words, list_invalid_words
from games.rules.positions.state import GameState, PendingPlay, Phase, Transition


def check_turn_allowed(state: GameState, seat: int) -> None:
    """Raise NotAllowedError "turn.not_yours" or "turn.final_challenge" unless it is this seat's
    turn."""
    if state.phase is Phase.FINAL_CHALLENGE:
        raise NotAllowedError("turn.final_challenge", "the last play awaits acceptance")
    if state.to_move != seat:
        raise NotAllowedError("turn.not_yours", f"it is not the turn of seat {seat}")


def verify_play(attempt: ActAttempt[Play]) -> None:
    """Raise NotAllowedError if the play does not fit or, under "void", has invalid words."""
    judgement = attempt.judgement
    if attempt.state.options.challenge.judges_at_once:
        bad = find_invalid_words(judgement.formation, attempt.words, attempt.state.tile_set)
        if bad:
            raise NotAllowedError("words.invalid", f"not good: {', '.join(bad)}", words=bad)


def enact_play(attempt: ActAttempt[Play]) -> Transition:
    """Make a play. Depending on the rules, it ends the game, awaits the other seats or passes the
    turn on."""
    state, seat, shuffler = attempt.state, attempt.seat, attempt.shuffler
    formation, score = attempt.judgement
    after, drawn = _lay(state, seat, formation, score)
    went_out = not after.seats[seat].rack
    position, tiles = attempt.act.write(state.tile_set)
    deltas = _deltas(state, seat, score)
    event = Played(seat, position, tiles, score, len(drawn), deltas, went_out)
    transition = Transition(after, (event,), drawn)
    challenge, voted = state.options.challenge, _list_voted_words(attempt)
    if challenge.has_challenges or voted:
        pending = _pending_play(state, transition, event, formation.misplaced)
        pending = replace(pending, voted_words=voted)
        return transition.then(lambda s: _await_challenge(s, pending, shuffler))
    if went_out:
        return transition.then(lambda s: end_game(s, "out", shuffler, seat))
    return transition.then(lambda s: pass_turn_on(s, seat, shuffler))


def _list_voted_words(attempt: ActAttempt[Play]) -> tuple[tuple[Face, ...], ...]:
    """Return the words of a play on which the other seats have to vote."""
    state = attempt.state
    if not state.options.challenge.votes:
        return ()
    return list_invalid_words(attempt.judgement.formation, attempt.words, state.tile_set)


def _lay(
    state: GameState, seat: int, formation: FormedPlay, score: PlayScore
) -> tuple[GameState, tuple[Tile, ...]]:
    """Move tiles to the board, add the points, draw new tiles, and end any run of scoreless
    turns."""
    mover = state.seats[seat]
    rack = remove_tiles(mover.rack, (letter.tile for letter in formation.placed.values()))
    drawn, bag = draw_tiles(state, seat, state.variant.rack_size - len(rack))
    seats = [
        replace(other, score=other.score + delta)
        for other, delta in zip(state.seats, _deltas(state, seat, score), strict=True)
    ]
    seats[seat] = replace(
        seats[seat],
        rack=rack + drawn,
        tiles_played=mover.tiles_played + len(formation.placed),
        best_theft=max(mover.best_theft, score.stolen),
    )
    board = lay_tiles(state.board, seat, formation.placed, score)
    after = replace(
        state, board=board, bag=bag, seats=tuple(seats), passes=0, scoreless=0, pending=None
    )
    return after, drawn


def _deltas(state: GameState, seat: int, score: PlayScore) -> tuple[int, ...]:
    """Return the changes of all scores; what was stolen is lost by every other seat."""
    count = len(state.seats)
    return tuple(score.total if number == seat else -score.stolen for number in range(count))


def _pending_play(
    before: GameState, transition: Transition, event: Played, misplaced: bool
) -> PendingPlay:
    return PendingPlay(
        seat=event.seat,
        position=event.position,
        tiles=event.tiles,
        score=event.score,
        deltas=event.deltas,
        seat_before=before.seats[event.seat],
        squares_before=transition.state.board.undo(before.board),
        drawn=transition.drawn,
        scoreless=before.scoreless,
        misplaced=misplaced,
        went_out=event.went_out,
    )


def _await_challenge(state: GameState, pending: PendingPlay, shuffler: Shuffler) -> Transition:
    state = replace(state, pending=pending)
    if pending.went_out or pending.voted_words:
        return Transition(replace(state, phase=Phase.FINAL_CHALLENGE, to_move=None))
    return pass_turn_on(state, pending.seat, shuffler)


def check_exchange_allowed(state: GameState, seat: int) -> None:
    check_turn_allowed(state, seat)
    if not get_max_exchange(state):
        raise NotAllowedError("exchange.bag_too_small", "too few tiles in the bag")


def verify_exchange(attempt: ActAttempt[Exchange]) -> None:
    """Raise NotAllowedError if the tiles are not on the rack or too many for the bag."""
    state, tiles = attempt.state, attempt.act.tiles
    if not tiles:
        raise NotAllowedError("exchange.no_tiles", "an exchange needs a tile")
    check_rack_holds(state.seats[attempt.seat].rack, tiles)
    if len(tiles) > get_max_exchange(state):
        raise NotAllowedError("exchange.bag_too_small", "too few tiles in the bag")


def get_max_exchange(state: GameState) -> int:
    """Return how many tiles may be exchanged now; 0 if the bag holds too few.

    >>> from games.rules.flow.game_start import start_game
    >>> from games.rules.positions.variants import get_variant
    >>> options = get_variant("scrabble").options()
    >>> state = start_game("scrabble", options, 2, bytes(32)).state
    >>> get_max_exchange(state), get_max_exchange(replace(state, bag=state.bag[:6]))
    (7, 0)
    """
    enough = len(state.bag) >= state.options.exchange_minimum
    return min(len(state.bag), state.variant.rack_size) if enough else 0


def enact_exchange(attempt: ActAttempt[Exchange]) -> Transition:
    """Draw first and put the old tiles back afterwards, so that none of them can be drawn again."""
    state, seat, tiles = attempt.state, attempt.seat, attempt.act.tiles
    shuffler, count = attempt.shuffler, len(tiles)
    drawn, rest = draw_tiles(state, seat, count)
    rack = remove_tiles(state.seats[seat].rack, tiles) + drawn
    state = replace(
        state.with_seat(seat, rack=rack),
        bag=rest,
        passes=0,
        scoreless=state.scoreless + 1,
        pending=None,
    )
    state = return_exchanged(state, tiles, shuffler)
    exchanged = Transition(state, (Exchanged(seat, count),), drawn)
    return exchanged.then(lambda s: pass_turn_on(s, seat, shuffler))


def enact_pass(attempt: ActAttempt[Pass]) -> Transition:
    state, seat = attempt.state, attempt.seat
    state = replace(state, passes=state.passes + 1, scoreless=state.scoreless + 1, pending=None)
    passed = Transition(state, (Passed(seat),))
    return passed.then(lambda s: pass_turn_on(s, seat, attempt.shuffler))
