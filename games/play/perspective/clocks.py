"""The clocks of a game as data for the page, which keeps counting between updates."""

from games.play.perspective.masking import MaskedSnapshot
from games.play.perspective.viewdata import ClockView
from games.play.services.schedule import (
    get_accept_window_end,
    get_turn_days,
    is_paused,
    list_seats_to_act,
)
from games.rules.flow.game import Phase
from games.rules.time.clock import Pace
from scrabble_site.shared.instants import to_ms


def build_clock_view(masked: MaskedSnapshot) -> ClockView | None:
    """Return all clocks, the same for every viewer; ``None`` if nothing is timed in seconds."""
    state, until = masked.state, _accept_window_end(masked)
    if state is None or (state.clock is None and not until):
        return None
    asked = tuple(sorted(list_seats_to_act(state))) if until else ()
    clock, control = state.clock, state.options.clock
    if clock is None:
        none = (None,) * len(state.seats)
        return ClockView(
            none, None, 0, 0, turns=False, stopped_because="", asked=asked, until=until
        )
    held = clock.held and state.phase is not Phase.OVER
    paused = is_paused(masked.game, state)
    return ClockView(
        left=clock.left,
        running=clock.running,
        since=clock.since,
        overtime=control.limit,
        turns=control.pace is Pace.TURN,
        stopped_because="paused" if held and paused else "waiting" if held else "",
        pause_requests=() if paused else tuple(masked.game.paused),
        asked=asked,
        until=until,
    )


def _accept_window_end(masked: MaskedSnapshot) -> int:
    """Return until when the last play may be challenged, as Unix time in milliseconds.

    0 if it cannot be challenged, if there are days for it, or during an agreed pause.
    """
    state, game = masked.state, masked.game
    if state is None or state.phase is not Phase.FINAL_CHALLENGE or is_paused(game, state):
        return 0
    end = None if get_turn_days(masked.room) else get_accept_window_end(game, state, masked.seats)
    return 0 if end is None else to_ms(end)
