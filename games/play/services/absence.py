"""Somebody has left on their turn in a game without a clock, or all want the clocks to stand.

That a seat is left is found by the referee (:mod:`games.play.services.referee`) and forgotten when
somebody who holds it comes back (:mod:`games.play.services.presence`) or the turn goes on.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from games.common.instants import to_ms
from games.common.refusals import Conflict, Forbidden, Unsuitable
from games.play import store
from games.play.chairs import is_free, seats_of
from games.play.models import Game, Room, Seat
from games.play.scenes import Scene
from games.play.services.listing import relist
from games.play.services.locking import current_game, locked_room, seat_of, touch
from games.play.services.schedule import begin_time, is_paused, plan
from games.play.services.seats import COMPUTER_LEVELS
from games.play.services.timekeeping import note_end_of_pause, note_pause
from games.play.services.turns import act_for_seat
from games.players.models import Player
from games.rules.game import GameState
from games.rules.moves import Forfeit
from games.rules.timing import hold_clock, run_clock


def wait_longer(code: str, player: Player, number: int, now: datetime) -> None:
    """Give a seat that was left more time: as long again."""
    with _left_seat(code, player, number) as (room, game, _seat):
        begin_time(game, now)
        _save(game, store.load(game), now)
        touch(room)


def go_on_without(code: str, player: Player, number: int, now: datetime) -> Scene:
    """Take a seat that was left out of the game: with two at the table that ends it."""
    with _left_seat(code, player, number) as (_room, game, _seat):
        return act_for_seat(
            code, number, Forfeit("away"), game_id=game.pk, turn=game.turn_number, now=now
        )


def relieve(code: str, player: Player, number: int, level: int, now: datetime) -> None:
    """Let a computer player go on for a seat that was left; whoever held it has it no more."""
    if level not in COMPUTER_LEVELS:
        raise Unsuitable("computer.level")
    with _left_seat(code, player, number) as (room, game, seat):
        if game.rated:
            raise Conflict("clock.rated")
        names = [holder.player.nickname for holder in seat.holders.select_related("player")]
        seat.played_for, seat.computer_level = " & ".join(names)[:120], level
        seat.save(update_fields=["played_for", "computer_level"])
        seat.holders.all().delete()
        begin_time(game, now)
        _save(game, store.load(game), now)
        relist(room, game, now)
        touch(room)


def ask_pause(code: str, player: Player, now: datetime) -> None:
    """Ask for the clocks to stand; once all people in the game have asked, they do."""
    with _timed(code, player) as (room, game, state):
        seat = seat_of(game, player).number
        game.paused = sorted({*game.paused, seat})
        people = {one.number for one in seats_of(game) if one.computer_level is None}
        if people & set(state.in_play) <= set(game.paused):
            note_pause(game, now)
            state = hold_clock(state, to_ms(now))
        _save(game, state, now)
        touch(room)


def resume(code: str, player: Player, now: datetime) -> None:
    """Let the clocks go on, or take back what was asked: anybody at the table may."""
    with _timed(code, player) as (room, game, state):
        was_paused, game.paused = is_paused(game, state), []
        if was_paused:
            state, halts = run_clock(state, to_ms(now)), note_end_of_pause(game.halts, now)
            begin_time(game, now)
            game.halts = halts
        _save(game, state, now)
        touch(room)


@contextmanager
def _left_seat(code: str, player: Player, number: int) -> Iterator[tuple[Room, Game, Seat]]:
    """The room, locked, and a seat in it that the others need wait for no longer."""
    with locked_room(code) as room:
        game = current_game(room)
        own = seat_of(game, player)
        if not game.running or game.deserted != number or own.number == number:
            raise Conflict("seat.not_left")
        if own.number not in store.load_face_down(game).in_play:
            raise Forbidden("turn.left")
        yield room, game, game.seats.get(number=number)


@contextmanager
def _timed(code: str, player: Player) -> Iterator[tuple[Room, Game, GameState]]:
    """The room, locked, with a game whose clocks its people may stop."""
    with locked_room(code) as room:
        game = current_game(room)
        seat_of(game, player)
        state = store.load(game) if game.running else None
        if state is None or state.clock is None or any(map(is_free, seats_of(game))):
            raise Conflict("clock.none")
        if game.rated:
            raise Conflict("clock.rated")
        yield room, game, state


def _save(game: Game, state: GameState, now: datetime) -> None:
    store.save_clock(game, state, plan(game, state, seats_of(game), now))
