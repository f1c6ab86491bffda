"""Finished games that contain acts of every kind."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from games.play import store
from games.play.models import Game, Room
from games.play.services import turns
from games.players.models import Player
from games.rules.flow.game import can
from games.rules.plays.acts import Accept, Act, Challenge, Exchange, Pass, Play
from games.rules.positions.state import GameState, Phase
from games.rules.time.clock import TimeControl
from tests.live.play_finder import find_plays
from tests.play.conftest import (
    NOON,
    _no_graphs_of_other_tests,
    client_of,
    lexicon,
    open_table,
    people,
    table_of,
)

__all__ = ["_no_graphs_of_other_tests", "client_of", "lexicon", "open_table", "people"]

PlayOut = Callable[..., Game]

SCRIPT = ("play", "challenge", "play", "exchange", "play", "play", "pass")


@pytest.fixture(autouse=True)
def _at_once(settings) -> None:
    settings.TEST_SEED = "a game for its record"
    settings.BAG_SEED_TIMEOUT = 0


@pytest.fixture
def play_out(people: list[Player]) -> PlayOut:
    """``play_out(room, kinds)``: play acts of these kinds, then pass until the game ends. Each turn
    takes ten seconds longer than the one before."""

    def play(room: Room, kinds: tuple[str, ...] = SCRIPT) -> Game:
        now, spent = NOON, 0
        script = [*kinds, *["pass"] * 30]
        while (game := table_of(room)).status != Game.Status.OVER:
            state = store.load_state(game)
            seat, act = _choose(script.pop(0), state)
            spent += 10
            now += timedelta(seconds=spent)
            player, turn = people[seat].pk, state.turn_number
            turns.apply_player_act(room.code, player, act, turn=turn, key="", now=now)
        return game

    return play


def _choose(kind: str, state: GameState) -> tuple[int, Act]:
    if state.phase is Phase.FINAL_CHALLENGE:
        return next(seat for seat in state.in_play if can(state, seat, Accept)), Accept()
    seat = state.to_move
    assert seat is not None
    acts: dict[str, Callable[[], Act]] = {
        "play": lambda: _lay(state, seat),
        "challenge": Challenge,
        "exchange": lambda: Exchange(state.seats[seat].rack[:2]),
        "pass": Pass,
    }
    return seat, acts[kind]()


def _lay(state: GameState, seat: int) -> Play:
    return find_plays(state, seat, least=2)[0]


@pytest.fixture
def ended(open_table, play_out) -> Game:
    """A finished game of two seats with clocks: a withdrawn play, an exchange, plays and passes."""
    game: Game = play_out(open_table(challenge="single", clock=TimeControl.read("5+3/1")))
    return game
