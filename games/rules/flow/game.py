"""The entry point of the rules: start a game, verify and apply acts, preview a play, count unseen
tiles.

``verify`` raises, ``can`` returns a bool, ``apply`` returns the new state with its events. States
never change, so a refused act leaves no trace. Each kind of act is carried out in ``moves``,
``challenges``, ``early_endings`` or ``game_clock``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from games.rules.equipment.errors import NotAllowedError
from games.rules.equipment.notation import BLANK_MARK
from games.rules.equipment.tiles import LetterTile, Tile
from games.rules.equipment.word_lookup import WordLookup
from games.rules.flow import challenges, early_endings, game_clock, moves
from games.rules.flow.act_attempt import ActAttempt
from games.rules.flow.game_start import start_game
from games.rules.flow.moves import get_max_exchange
from games.rules.plays.acts import (
    Abort,
    Accept,
    Act,
    Annul,
    Challenge,
    Exchange,
    Expire,
    Flag,
    Forfeit,
    Pass,
    Play,
    Resign,
)
from games.rules.positions.play_judgement import preview_score
from games.rules.positions.state import GameState, PendingPlay, Phase, SeatState, Transition

__all__ = [
    "GameState",
    "PendingPlay",
    "Phase",
    "SeatState",
    "Transition",
    "apply",
    "can",
    "count_unseen_tiles",
    "get_max_exchange",
    "preview_score",
    "replay_log",
    "start_game",
    "verify",
]


class ActHandler(NamedTuple):
    """The functions for one kind of act.

    ``open`` raises unless the seat may make an act of this kind now; ``verify`` checks the
    particular act; ``enact`` carries it out.
    """

    enact: Callable[[ActAttempt[Any]], Transition]
    open: Callable[[GameState, int], None] | None = None
    verify: Callable[[ActAttempt[Any]], None] | None = None


_HANDLERS: dict[type[Act], ActHandler] = {
    Play: ActHandler(moves.enact_play, moves.check_turn_allowed, moves.verify_play),
    Exchange: ActHandler(moves.enact_exchange, moves.check_exchange_allowed, moves.verify_exchange),
    Pass: ActHandler(moves.enact_pass, moves.check_turn_allowed),
    Challenge: ActHandler(challenges.enact_challenge, challenges.check_challenge_allowed),
    Accept: ActHandler(challenges.enact_accept, challenges.check_accept_allowed),
    Resign: ActHandler(early_endings.enact_resign),
    Forfeit: ActHandler(early_endings.enact_forfeit),
    Flag: ActHandler(game_clock.enact_flag, game_clock.check_flag_allowed),
    Abort: ActHandler(early_endings.enact_abort, early_endings.check_abort_allowed),
    Annul: ActHandler(early_endings.enact_annul, early_endings.check_annul_allowed),
    Expire: ActHandler(early_endings.enact_expire, early_endings.check_expire_allowed),
}


def verify(state: GameState, seat: int, act: Act, lexicon: WordLookup) -> None:
    """Raise NotAllowedError if this seat may not do this now.

    >>> from games.rules.positions.variants import get_variant
    >>> state = start_game("scrabble", get_variant("scrabble").options(), 2, bytes(32)).state
    >>> suave = Play.read("8D", "SUAVE", state.tile_set)
    >>> verify(state, 0, suave, {("S", "U", "A", "V", "E")})
    >>> verify(state, 0, suave, {("C", "A", "T")})
    Traceback (most recent call last):
        ...
    games.rules.equipment.errors.NotAllowedError: not good: SUAVE
    >>> verify(state, 1, Pass(), set())
    Traceback (most recent call last):
        ...
    games.rules.equipment.errors.NotAllowedError: it is not the turn of seat 1
    """
    _verify(ActAttempt(state, seat, act, lexicon))


def apply(
    state: GameState,
    seat: int,
    act: Act,
    *,
    lexicon: WordLookup,
    seed: bytes,
    now: int | None = None,
    arrived: int | None = None,
    lag: int = 0,
) -> Transition:
    """Verify an act, carry it out and return the new state with the events that led to it.

    ``seed`` is the one the game was started with. ``now`` is the time at which the act is carried
    out, ``arrived`` the time at which it was received, if earlier, and ``lag`` its travel time, all
    in milliseconds. Without ``now`` no clock moves. The seat to move is charged until ``arrived``;
    the next seat's time runs from ``now``. Raises NotAllowedError as :func:`verify` does.

    >>> from games.rules.positions.variants import get_variant
    >>> options = get_variant("scrabble").options(challenge="five")
    >>> state = start_game("scrabble", options, 2, bytes(32)).state
    >>> words, seed = {("S", "U", "A", "V", "E")}, bytes(32)
    >>> suave = Play.read("8D", "SUAVE", state.tile_set)
    >>> played = apply(state, 0, suave, lexicon=words, seed=seed)
    >>> played.state.board, played.state.seats[0].score, played.state.to_move
    (Board(D8=S E8=U F8=A G8=V H8=E), 18, 1)
    >>> [type(event).__name__ for event in played.events], len(played.drawn)
    (['Played'], 5)

    The other seat's challenge fails, which gives the player five points under this rule:

    >>> judged = apply(played.state, 1, Challenge(), lexicon=words, seed=seed)
    >>> judged.events[0].upheld, judged.state.seats[0].score
    (False, 23)

    Without the word in the dictionary the play comes off the board:

    >>> judged = apply(played.state, 1, Challenge(), lexicon=set(), seed=seed)
    >>> judged.events[0].upheld, judged.state.seats[0].score, len(judged.state.board)
    (True, 0, 0)
    """
    came = now if arrived is None else arrived
    attempt = ActAttempt(
        game_clock.charge_clock(state, seat, act, came, lag), seat, act, lexicon, seed
    )
    _verify(attempt)
    done = _HANDLERS[type(act)].enact(attempt)
    clock = game_clock.switch_clock(state, seat, act, done.state, now)
    unmoved = early_endings.list_unmoved_seats(state, seat, act, done.state)
    number = state.turn_number + 1
    after = replace(done.state, turn_number=number, clock=clock, unmoved=unmoved)
    assert count_faces(after) == count_faces(state), "tiles were lost or made"
    return replace(done, state=after)


def can(state: GameState, seat: int, kind: type[Act]) -> bool:
    """Return whether this seat may make an act of this kind now, given the right tiles.

    >>> from games.rules.positions.variants import get_variant
    >>> state = start_game("scrabble", get_variant("scrabble").options(), 2, bytes(32)).state
    >>> can(state, 0, Play), can(state, 1, Play), can(state, 1, Resign), can(state, 1, Challenge)
    (True, False, True, False)
    """
    try:
        _verify_open(state, seat, kind)
    except NotAllowedError:
        return False
    return True


def count_unseen_tiles(state: GameState, seat: int | None) -> Counter[Tile]:
    """Count the tiles a seat cannot see: the bag and the other racks together.

    A spectator (``None``) sees no rack.

    >>> from games.rules.positions.variants import get_variant
    >>> options = get_variant("scrabble").options()
    >>> state = start_game("scrabble", options, 2, bytes(32)).state
    >>> count_unseen_tiles(state, 0).total(), count_unseen_tiles(state, None).total()
    (93, 100)
    """
    hidden = Counter(state.bag)
    for number, other in enumerate(state.seats):
        if number != seat:
            hidden.update(other.rack)
    return hidden


def replay_log(
    start: GameState, log: Iterable[tuple[int, Act]], *, lexicon: WordLookup, seed: bytes
) -> Transition:
    """Apply these acts in order; return the last state and all events.

    >>> from games.rules.positions.variants import get_variant
    >>> begun = start_game("scrabble", get_variant("scrabble").options(), 2, bytes(32)).state
    >>> log = [(0, Pass()), (1, Exchange(begun.seats[1].rack[:2])), (0, Resign())]
    >>> ended = replay_log(begun, log, lexicon=set(), seed=bytes(32))
    >>> ended.state.phase.value, ended.state.outcome.winner, ended.state.outcome.reason
    ('over', 1, 'resigned')
    """
    transition = Transition(start)
    for seat, act in log:
        step = apply(transition.state, seat, act, lexicon=lexicon, seed=seed)
        transition = Transition(step.state, transition.events + step.events, step.drawn)
    return transition


def count_faces(state: GameState) -> Counter[str]:
    """Count all tiles of the game, wherever they are, by face; blanks count as "?".

    >>> from games.rules.positions.variants import get_variant
    >>> options = get_variant("scrabble").options()
    >>> faces = count_faces(start_game("scrabble", options, 2, bytes(32)).state)
    >>> faces["E"], faces["Q"], faces["?"]
    (12, 1, 2)
    """
    faces = Counter(BLANK_MARK if tile.blank else tile.face for _, tile in state.board.items())
    for tiles in (state.bag, *(seat.rack for seat in state.seats)):
        faces.update(tile.face if isinstance(tile, LetterTile) else BLANK_MARK for tile in tiles)
    return faces


def _verify(attempt: ActAttempt[Act]) -> None:
    _verify_open(attempt.state, attempt.seat, type(attempt.act))
    handler = _HANDLERS[type(attempt.act)]
    if handler.verify is not None:
        handler.verify(attempt)


def _verify_open(state: GameState, seat: int, kind: type[Act]) -> None:
    if state.phase is Phase.OVER:
        raise NotAllowedError("game.over", "the game is over")
    if not 0 <= seat < len(state.seats):
        raise NotAllowedError("turn.no_such_seat", f"there is no seat {seat}")
    if not state.seats[seat].in_play:
        raise NotAllowedError("turn.left", f"seat {seat} has left the game")
    opened = _HANDLERS[kind].open
    if opened is not None:
        opened(state, seat)
