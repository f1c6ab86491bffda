"""Pausing a game with a clock, which needs everyone's consent."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from games.play import store
from games.play.models import Game, Room
from games.play.services.locking import bump_stamp, get_current_game, get_seat, locked_room
from games.play.services.schedule import begin_turn_time, is_paused, plan_game
from games.play.services.timekeeping import begin_pause, end_pause
from games.play.terms.seating import is_free, list_seats
from games.players.models import Player
from games.rules.flow.game import GameState
from games.rules.flow.game_clock import pause_clock, resume_clock
from scrabble_site.shared.instants import to_ms
from scrabble_site.shared.refusals import Conflict


def request_pause(
    code: str, player: Player, now: datetime, arrived: datetime | None = None
) -> None:
    """Ask for a pause. The clocks stop once everyone in the game has asked.

    They stop as of ``arrived``, when the last request came in: the server's time since then is
    charged to no one.
    """
    with _locked_timed_game(code, player) as (room, game, state):
        seat = get_seat(game, player).number
        game.paused = sorted({*game.paused, seat})
        people = {seat.number for seat in list_seats(game) if seat.computer_level is None}
        if people & set(state.in_play) <= set(game.paused):
            # A request may have come before the turn that it stops.
            began = game.clock_since or now
            pause = now if arrived is None else min(max(arrived, began), now)
            begin_pause(game, pause)
            state = pause_clock(state, to_ms(pause))
        _save(game, state, now)
        bump_stamp(room)


def resume_clocks(code: str, player: Player, now: datetime) -> None:
    """Let the clocks run again, or take back the request. Anyone at the table may do so."""
    with _locked_timed_game(code, player) as (room, game, state):
        was_paused, game.paused = is_paused(game, state), []
        if was_paused:
            state, pauses = resume_clock(state, to_ms(now)), end_pause(game.pauses, now)
            begin_turn_time(game, now)
            # begin_turn_time() has cleared them.
            game.pauses = pauses
        _save(game, state, now)
        bump_stamp(room)


@contextmanager
def _locked_timed_game(code: str, player: Player) -> Iterator[tuple[Room, Game, GameState]]:
    """Lock a room, and yield it with a game that may be paused.

    Raises ``Conflict`` for a game that has no clock, has a free seat, or is rated.
    """
    with locked_room(code) as room:
        game = get_current_game(room)
        get_seat(game, player)
        state = store.load_state(game) if game.running else None
        if state is None or state.clock is None or any(map(is_free, list_seats(game))):
            raise Conflict("clock.none")
        if game.rated:
            raise Conflict("clock.rated")
        yield room, game, state


def _save(game: Game, state: GameState, now: datetime) -> None:
    store.save_clock(game, state, plan_game(game, state, list_seats(game), now))
