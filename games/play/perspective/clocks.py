"""The clocks of a game as data for the page, which counts on by itself."""

from games.common.instants import to_ms
from games.play.gameview import ClockView
from games.play.perspective.gathering import Gathered
from games.play.services.schedule import is_paused, seats_to_act, turn_days, window_ends_at
from games.rules.clock import Pace
from games.rules.game import Phase


def see_clock(seen: Gathered) -> ClockView | None:
    """Everybody sees all clocks. ``None`` where nothing is counted in seconds."""
    state, until = seen.state, _window_ends(seen)
    if state is None or (state.clock is None and not until):
        return None
    asked = tuple(sorted(seats_to_act(state))) if until else ()
    clock, control = state.clock, state.options.clock
    if clock is None:
        none = (None,) * len(state.seats)
        return ClockView(none, None, 0, 0, turns=False, stands="", asked=asked, until=until)
    held = clock.held and state.phase is not Phase.OVER
    paused = is_paused(seen.game, state)
    return ClockView(
        left=clock.left,
        running=clock.running,
        since=clock.since,
        overtime=control.limit,
        turns=control.pace is Pace.TURN,
        stands="paused" if held and paused else "waiting" if held else "",
        wishes=() if paused else tuple(seen.game.paused),
        asked=asked,
        until=until,
    )


def _window_ends(seen: Gathered) -> int:
    """Until when the last play may be challenged (milliseconds since the epoch); 0 where it cannot
    be, or for days, or where all have agreed to a pause."""
    state, game = seen.state, seen.game
    if state is None or state.phase is not Phase.FINAL_CHALLENGE or is_paused(game, state):
        return 0
    end = None if turn_days(seen.room) else window_ends_at(game, state, seen.seats)
    return 0 if end is None else to_ms(end)
