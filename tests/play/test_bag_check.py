"""The check of the bag after a game, in Python and by the page's script."""

import json
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from games.play import store
from games.play.models import Game, GameSecret, Room
from games.play.services import turns
from games.players.models import Player
from games.records.perspective.bag_verification import serialize_bag, verify_draws
from games.rules.equipment.fair_shuffle import SeedScheme
from games.rules.flow.game import GameState
from games.rules.plays.acts import Act, Challenge, Exchange, Pass
from tests.live.play_finder import find_plays
from tests.play.conftest import NOON, table_of
from tests.play.test_bag_seed import finish, give

pytestmark = pytest.mark.django_db

CHECK = Path(__file__).parent.parent / "front" / "bag_check_runner.js"


@pytest.fixture(autouse=True)
def _patience(settings) -> None:
    settings.BAG_SEED_TIMEOUT = 3


def check_in_javascript(record: dict[str, object]) -> list[str]:
    """Return the faults that the page's script finds in a published record."""
    done = subprocess.run(
        ["node", str(CHECK)], input=json.dumps(record), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    faults: list[str] = json.loads(done.stdout)
    return faults


@pytest.fixture
def ended(open_table, people) -> Game:
    """A finished game with a draw for the start, a withdrawn play, exchanges and blanks."""
    return play_to_the_end(open_table(seats=3, challenge="single"), people[:3])


def play_to_the_end(room: Room, people: list[Player]) -> Game:
    give(room, *people)
    for kind in ("play", "challenge", "exchange", "play", "play", "exchange", "pass"):
        state = store.load_state(table_of(room))
        seat = state.to_move or 0
        act = choose_act(kind, state, seat)
        turns.apply_player_act(
            room.code, people[seat].pk, act, turn=state.turn_number, key="", now=NOON
        )
    for player in people[:-1]:
        finish(room, player)
    assert table_of(room).status == Game.Status.OVER
    return table_of(room)


def choose_act(kind: str, state: GameState, seat: int) -> Act:
    if kind == "play":
        return find_plays(state, seat)[0]
    if kind == "exchange":
        return Exchange(state.seats[seat].rack[: 2 + seat])
    return Challenge() if kind == "challenge" else Pass()


def test_an_ended_game_agrees_with_its_published_data(ended) -> None:
    assert verify_draws(ended).is_fair
    assert check_in_javascript(serialize_bag(ended)) == []


def test_separate_draws_agree_with_the_published_data(open_table, people) -> None:
    game = play_to_the_end(open_table(challenge="single", separate_draws=True), people[:2])
    assert verify_draws(game).is_fair
    record = serialize_bag(game)
    assert check_in_javascript(record) == []
    assert check_in_javascript(record | {"separateDraws": False})


def test_nothing_is_published_before_the_end(open_table, people, client_of) -> None:
    room = open_table()
    give(room, *people[:2])
    game = table_of(room)
    for path in ("bag", "bag.json"):
        assert client_of(people[0]).get(f"/games/{game.pk}/{path}").status_code == 404
    finish(room, people[0])
    assert client_of(None).get(f"/games/{game.pk}/bag").status_code == 200
    record = client_of(None).get(f"/games/{game.pk}/bag.json").json()
    assert record["secret"] == store.read_secret(game).hex()


def change_secret(game: Game) -> None:
    GameSecret.objects.filter(game=game).update(secret=bytes(32))


def change_contribution(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(contributions=["00" * 16, *game.contributions[1:]])


def change_rack(game: Game) -> None:
    secret = game.moves.get(number=2).secret
    secret.rack = "QZXJK??"
    secret.save()


def change_bag(game: Game) -> None:
    state = store.load_state(game)
    seats = game.seats.select_related("rack")
    store.save_turn(game, replace(state, bag=state.bag[::-1]), seats, [])


@pytest.mark.parametrize("change", [change_secret, change_contribution, change_rack, change_bag])
def test_every_change_is_detected(ended, change: Callable[[Game], None]) -> None:
    change(ended)
    ended.refresh_from_db()
    assert not verify_draws(ended).is_fair
    assert check_in_javascript(serialize_bag(ended))


def test_an_earlier_game_keeps_its_scheme(open_table, people, settings) -> None:
    settings.TEST_SEED = "as it was"
    room = open_table()
    game = table_of(room)
    assert (game.status, game.scheme) == (Game.Status.PLAYING, SeedScheme.SECRET_ALONE)
    assert store.read_seed(game) == store.read_secret(game)
    assert verify_draws(finish(room, people[0])).is_fair
    assert check_in_javascript(serialize_bag(table_of(room))) == []
