"""The front door: start a game, verify and apply acts, preview a play, count unseen tiles.

``verify`` raises, ``can`` asks, ``apply`` acts and returns the new state with its events. States
never change: a refused act leaves nothing behind. What each kind of act does is in ``playing``,
``challenging``, ``leaving`` and ``timing``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from games.rules import challenging, leaving, playing, timing
from games.rules.attempt import Attempt
from games.rules.errors import UnlawfulError
from games.rules.judging import preview
from games.rules.lexicon import Lexicon
from games.rules.moves import (
    Accept,
    Act,
    Annul,
    Challenge,
    Exchange,
    Flag,
    Forfeit,
    Lapse,
    Pass,
    Play,
    Resign,
)
from games.rules.notation import BLANK as BLANK_MARK
from games.rules.opening import start_game
from games.rules.playing import most_exchanged
from games.rules.state import GameState, PendingPlay, Phase, SeatState, Transition
from games.rules.tiles import Letter, Tile

__all__ = [
    "GameState",
    "PendingPlay",
    "Phase",
    "SeatState",
    "Transition",
    "apply",
    "can",
    "most_exchanged",
    "preview",
    "replay_log",
    "start_game",
    "unseen",
    "verify",
]


class Handler(NamedTuple):
    """What belongs to one kind of act.

    ``open`` raises unless a seat may do such a thing now; ``verify`` looks at the very act;
    ``enact`` carries it out.
    """

    enact: Callable[[Attempt[Any]], Transition]
    open: Callable[[GameState, int], None] | None = None
    verify: Callable[[Attempt[Any]], None] | None = None


_HANDLERS: dict[type[Act], Handler] = {
    Play: Handler(playing.enact_play, playing.open_turn, playing.verify_play),
    Exchange: Handler(playing.enact_exchange, playing.open_exchange, playing.verify_exchange),
    Pass: Handler(playing.enact_pass, playing.open_turn),
    Challenge: Handler(challenging.enact_challenge, challenging.open_challenge),
    Accept: Handler(challenging.enact_accept, challenging.open_accept),
    Resign: Handler(leaving.enact_resign),
    Forfeit: Handler(leaving.enact_forfeit),
    Flag: Handler(timing.enact_flag, timing.open_flag),
    Annul: Handler(leaving.enact_annul, leaving.open_annul),
    Lapse: Handler(leaving.enact_lapse, leaving.open_lapse),
}


def verify(state: GameState, seat: int, act: Act, lexicon: Lexicon) -> None:
    """Raise UnlawfulError when this seat may not do this now."""
    _verify(Attempt(state, seat, act, lexicon))


def apply(
    state: GameState,
    seat: int,
    act: Act,
    *,
    lexicon: Lexicon,
    seed: bytes,
    now: int | None = None,
    lag: int = 0,
) -> Transition:
    """Verify and do it. ``seed`` is the one the game was started with; ``now`` the instant at which
    the act came in and ``lag`` how long it was on the way, both in milliseconds. Without ``now`` no
    clock moves."""
    attempt = Attempt(timing.charge(state, seat, act, now, lag), seat, act, lexicon, seed)
    _verify(attempt)
    done = _HANDLERS[type(act)].enact(attempt)
    clock = timing.hand_over(state, seat, act, done.state, now)
    after = replace(done.state, turn_number=state.turn_number + 1, clock=clock)
    assert faces_of(after) == faces_of(state), "tiles were lost or made"
    return replace(done, state=after)


def can(state: GameState, seat: int, kind: type[Act]) -> bool:
    """Whether this seat may do something of this kind now, given the right tiles."""
    try:
        _verify_open(state, seat, kind)
    except UnlawfulError:
        return False
    return True


def unseen(state: GameState, seat: int | None) -> Counter[Tile]:
    """The tiles a seat cannot see: bag and other racks together. A watcher sees no rack."""
    hidden = Counter(state.bag)
    for number, other in enumerate(state.seats):
        if number != seat:
            hidden.update(other.rack)
    return hidden


def replay_log(
    start: GameState, log: Iterable[tuple[int, Act]], *, lexicon: Lexicon, seed: bytes
) -> Transition:
    """The state and all events after these acts."""
    transition = Transition(start)
    for seat, act in log:
        step = apply(transition.state, seat, act, lexicon=lexicon, seed=seed)
        transition = Transition(step.state, transition.events + step.events, step.drawn)
    return transition


def faces_of(state: GameState) -> Counter[str]:
    """All tiles of the game, wherever they are, by face; blanks count as "?"."""
    faces = Counter(BLANK_MARK if tile.blank else tile.face for _, tile in state.board.items())
    for tiles in (state.bag, *(seat.rack for seat in state.seats)):
        faces.update(tile.face if isinstance(tile, Letter) else BLANK_MARK for tile in tiles)
    return faces


def _verify(attempt: Attempt[Act]) -> None:
    _verify_open(attempt.state, attempt.seat, type(attempt.act))
    handler = _HANDLERS[type(attempt.act)]
    if handler.verify is not None:
        handler.verify(attempt)


def _verify_open(state: GameState, seat: int, kind: type[Act]) -> None:
    if state.phase is Phase.OVER:
        raise UnlawfulError("game.over", "the game is over")
    if not 0 <= seat < len(state.seats):
        raise UnlawfulError("turn.no_such_seat", f"there is no seat {seat}")
    if not state.seats[seat].in_play:
        raise UnlawfulError("turn.left", f"seat {seat} has left the game")
    opened = _HANDLERS[kind].open
    if opened is not None:
        opened(state, seat)
