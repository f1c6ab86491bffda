"""The three kinds of turn: play, exchange and pass."""

from __future__ import annotations

from dataclasses import replace

from games.rules.attempt import Attempt
from games.rules.bag import Shuffler
from games.rules.endgame import end_game
from games.rules.errors import UnlawfulError
from games.rules.events import Exchanged, Passed, Played
from games.rules.judging import bad_words
from games.rules.moves import Exchange, Pass, Play
from games.rules.placement import Formation
from games.rules.rack import check_holds, without
from games.rules.scoring import PlayScore, land
from games.rules.state import GameState, PendingPlay, Phase, Transition
from games.rules.tiles import Tile
from games.rules.turns import pass_turn_on


def open_turn(state: GameState, seat: int) -> None:
    """Raise UnlawfulError "turn.not_yours" or "turn.final_challenge" unless it is this turn."""
    if state.phase is Phase.FINAL_CHALLENGE:
        raise UnlawfulError("turn.final_challenge", "the last play awaits acceptance")
    if state.to_move != seat:
        raise UnlawfulError("turn.not_yours", f"it is not the turn of seat {seat}")


def verify_play(attempt: Attempt[Play]) -> None:
    judgement = attempt.judgement
    if attempt.state.options.challenge.judges_at_once:
        bad = bad_words(judgement.formation, attempt.lexicon, attempt.state.tile_set)
        if bad:
            raise UnlawfulError("words.invalid", f"not good: {', '.join(bad)}", words=bad)


def enact_play(attempt: Attempt[Play]) -> Transition:
    state, seat, shuffler = attempt.state, attempt.seat, attempt.shuffler
    formation, score = attempt.judgement
    after, drawn = _lay(state, seat, formation, score)
    went_out = not after.seats[seat].rack
    position, tiles = attempt.act.write(state.tile_set)
    deltas = _deltas(state, seat, score)
    event = Played(seat, position, tiles, score, len(drawn), deltas, went_out)
    laid = Transition(after, (event,), drawn)
    if not state.options.challenge.judges_at_once:
        pending = _pending_play(state, laid, event, formation.misplaced)
        return laid.then(lambda s: _await_challenge(s, pending, shuffler))
    if went_out:
        return laid.then(lambda s: end_game(s, "out", shuffler, seat))
    return laid.then(lambda s: pass_turn_on(s, seat, shuffler))


def _lay(
    state: GameState, seat: int, formation: Formation, score: PlayScore
) -> tuple[GameState, tuple[Tile, ...]]:
    """Tiles to the board, points to the seats, new tiles from the bag; runs are broken."""
    here = state.seats[seat]
    rack = without(here.rack, (letter.tile for letter in formation.placed.values()))
    drawn = state.bag[: state.variant.rack_size - len(rack)]
    seats = [
        replace(other, score=other.score + delta)
        for other, delta in zip(state.seats, _deltas(state, seat, score), strict=True)
    ]
    seats[seat] = replace(
        seats[seat],
        rack=rack + drawn,
        tiles_played=here.tiles_played + len(formation.placed),
        best_theft=max(here.best_theft, score.stolen),
    )
    board = land(state.board, seat, formation.placed, score)
    bag = state.bag[len(drawn) :]
    after = replace(
        state, board=board, bag=bag, seats=tuple(seats), passes=0, scoreless=0, pending=None
    )
    return after, drawn


def _deltas(state: GameState, seat: int, score: PlayScore) -> tuple[int, ...]:
    count = len(state.seats)
    return tuple(score.total if number == seat else -score.stolen for number in range(count))


def _pending_play(
    before: GameState, laid: Transition, event: Played, misplaced: bool
) -> PendingPlay:
    return PendingPlay(
        seat=event.seat,
        position=event.position,
        tiles=event.tiles,
        score=event.score,
        deltas=event.deltas,
        seat_before=before.seats[event.seat],
        squares_before=laid.state.board.undo(before.board),
        drawn=laid.drawn,
        scoreless=before.scoreless,
        misplaced=misplaced,
        went_out=event.went_out,
    )


def _await_challenge(state: GameState, pending: PendingPlay, shuffler: Shuffler) -> Transition:
    state = replace(state, pending=pending)
    if pending.went_out:
        return Transition(replace(state, phase=Phase.FINAL_CHALLENGE, to_move=None))
    return pass_turn_on(state, pending.seat, shuffler)


def open_exchange(state: GameState, seat: int) -> None:
    open_turn(state, seat)
    if not most_exchanged(state):
        raise UnlawfulError("exchange.bag_too_small", "too few tiles in the bag")


def verify_exchange(attempt: Attempt[Exchange]) -> None:
    state, tiles = attempt.state, attempt.act.tiles
    if not tiles:
        raise UnlawfulError("exchange.no_tiles", "an exchange needs a tile")
    check_holds(state.seats[attempt.seat].rack, tiles)
    if len(tiles) > most_exchanged(state):
        raise UnlawfulError("exchange.bag_too_small", "too few tiles in the bag")


def most_exchanged(state: GameState) -> int:
    """How many tiles may be exchanged now; none when the bag holds too few."""
    enough = len(state.bag) >= state.options.exchange_minimum
    return min(len(state.bag), state.variant.rack_size) if enough else 0


def enact_exchange(attempt: Attempt[Exchange]) -> Transition:
    """Draw first, then put the old tiles back: none of them can be drawn at once."""
    state, seat, tiles = attempt.state, attempt.seat, attempt.act.tiles
    shuffler, count = attempt.shuffler, len(tiles)
    drawn, rest = state.bag[:count], state.bag[count:]
    rack = without(state.seats[seat].rack, tiles) + drawn
    state = replace(
        state.with_seat(seat, rack=rack),
        bag=shuffler.shuffle(rest + tiles, state.shuffles),
        shuffles=state.shuffles + 1,
        passes=0,
        scoreless=state.scoreless + 1,
        pending=None,
    )
    exchanged = Transition(state, (Exchanged(seat, count),), drawn)
    return exchanged.then(lambda s: pass_turn_on(s, seat, shuffler))


def enact_pass(attempt: Attempt[Pass]) -> Transition:
    state, seat = attempt.state, attempt.seat
    state = replace(state, passes=state.passes + 1, scoreless=state.scoreless + 1, pending=None)
    passed = Transition(state, (Passed(seat),))
    return passed.then(lambda s: pass_turn_on(s, seat, attempt.shuffler))
