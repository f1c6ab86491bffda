"""The clocks of a game as data for the page, which counts on by itself."""

from games.play.gameview import ClockView
from games.play.perspective.gathering import Gathered
from games.play.services.schedule import is_paused
from games.rules.clock import Pace
from games.rules.game import Phase


def see_clock(seen: Gathered) -> ClockView | None:
    """Everybody sees all clocks. ``None`` where the game has none that ticks."""
    state = seen.state
    if state is None or state.clock is None:
        return None
    clock, control = state.clock, state.options.clock
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
    )
