"""The latest end of a running game, as far as its clock and its tiles set one.

A clock for the whole game runs out. Where every turn brings new time, there is an end only if the
number of turns is limited: by the tiles that are left, once no run of turns without points can go
on for ever. Pauses and outages move the end, and they are counted when they are over.
"""

from __future__ import annotations

from enum import StrEnum

from games.rules.positions.state import GameState
from games.rules.time.clock import SECOND, Pace


class OpenEnd(StrEnum):
    """Why no one can say when a game is over at the latest.

    DAYS: turns are given days. UNTIMED: there is no clock. STOPPED: the clock waits for players, or
    all have agreed to a pause. TURNS: every turn brings new time. CHALLENGES: plays may be taken
    back again and again, and no clock runs while the others challenge them or vote on them.
    """

    DAYS = "days"
    UNTIMED = "untimed"
    STOPPED = "stopped"
    TURNS = "turns"
    CHALLENGES = "challenges"


def find_latest_end(state: GameState, begun: int, *, window: int, grace: int) -> int | OpenEnd:
    """Return the instant at which a running game is over at the latest, or why there is none.

    ``begun`` is when the present turn began, or the wait for challenges of a going-out play;
    ``window`` is how long such a play may be challenged, and ``grace`` how long after its time a
    flag falls. All are in milliseconds, instants since the epoch.

    >>> from games.rules.flow.game_clock import resume_clock
    >>> from games.rules.flow.game_start import start_game
    >>> from games.rules.positions.variants import get_variant
    >>> from games.rules.time.clock import TimeControl
    >>> options = get_variant("scrabble").options(clock=TimeControl.read("25+0/5"))
    >>> state = resume_clock(start_game("scrabble", options, 2, bytes(32)).state, 0)
    >>> find_latest_end(state, 0, window=30_000, grace=0) // 60_000
    60
    """
    control, clock = state.options.clock, state.clock
    if clock is None:
        slow = control.pace is Pace.DAYS or state.variant.turn_days is not None
        return OpenEnd.DAYS if slow else OpenEnd.UNTIMED
    if clock.held:
        return OpenEnd.STOPPED
    turns = _count_turns_left(state)
    each = control.seconds if control.pace is Pace.TURN else control.increment
    if each and turns is None:
        return OpenEnd.TURNS
    waits = _count_waits_left(state, turns)
    if waits is None:
        return OpenEnd.CHALLENGES
    gained = each * SECOND * (turns or 0)
    owned = [clock.left[seat] + control.limit for seat in state.in_play]
    left = sum(owned) if control.pace is Pace.GAME else 0
    credited = sum(clock.get_credit_left(seat) for seat in state.in_play)
    flags = len(state.in_play) if control.pace is Pace.GAME else turns or 0
    return begun + left + gained + credited + flags * grace + waits * (window + grace)


def _count_waits_left(state: GameState, turns: int | None) -> int | None:
    """Return how many plays can wait for challenges, or ``None`` if there is no limit.

    Where players challenge, only a going-out play waits, so there are at most as many waits as
    turns once the racks could hold all remaining tiles. If a challenge decides the game, there is
    at most one. Where players vote, any play may wait.
    """
    if state.options.challenge.judges_at_once:
        return 0
    if state.options.challenge.decides_game:
        return 1
    if turns is None:
        return None
    if state.options.challenge.votes:
        return turns + (state.pending is not None)
    tiles = state.variant.rack_size * len(state.in_play)
    return min(turns + (state.pending is not None), _count_turns(state, tiles))


def _count_turns_left(state: GameState) -> int | None:
    """Return how many turns the game can have from now on, or ``None`` if there is no limit.

    Each play that stands takes a tile from those that are left, and between two of them there is no
    run that would end the game. When a seat leaves, the run begins anew.
    """
    rule, options, pending = state.options.end_rule, state.options, state.pending
    if rule == "passes":
        # Neither exchanges nor plays that are taken back count in a run of passes.
        exchanges = len(state.bag) >= options.exchange_minimum
        if exchanges or not (options.challenge.judges_at_once or options.challenge.decides_game):
            return None
    seats = state.in_play
    tiles = len(state.bag) + sum(len(state.seats[seat].rack) for seat in seats)
    run = {"passes": state.passes, "scoreless": state.scoreless}[rule]
    if pending is not None and not options.challenge.decides_game:
        # The game is longest if the play is taken back and counts as a turn without points.
        tiles += len(pending.squares_before)
        run += pending.scoreless + 1
    return _count_turns(state, tiles) - run


def _count_turns(state: GameState, tiles: int) -> int:
    """Return how many turns the game can have with this many tiles left, counted from the start of
    a run."""
    seats = len(state.in_play)
    return (tiles + seats) * state.variant.end_rules[state.options.end_rule] * seats
