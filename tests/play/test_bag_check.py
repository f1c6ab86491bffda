"""The check of the bag after a game: by the rules, and by the script that the page runs."""

import json
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from games.play import store
from games.play.models import Game, GameSecret
from games.play.services import turns
from games.records.verification import publish_bag, verify_game
from games.rules.bag import Scheme
from games.rules.game import GameState
from games.rules.moves import Act, Challenge, Exchange, Pass
from tests.live.plays import find_plays
from tests.play.conftest import NOON, table_of
from tests.play.test_bags import finish, give

pytestmark = pytest.mark.django_db

CHECK = Path(__file__).parent.parent / "front" / "check_bag.js"


@pytest.fixture(autouse=True)
def _patience(settings) -> None:
    settings.BAG_PATIENCE = 3


def check_in_javascript(record: dict[str, object]) -> list[str]:
    """What the page's script finds wrong with a published record."""
    done = subprocess.run(
        ["node", str(CHECK)], input=json.dumps(record), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    faults: list[str] = json.loads(done.stdout)
    return faults


@pytest.fixture
def ended(open_table, people) -> Game:
    """A game with a draw for the start, a play taken back, exchanges and blanks, to its end."""
    room = open_table(seats=3)
    give(room, *people[:3])
    for kind in ("play", "challenge", "exchange", "play", "play", "exchange", "pass"):
        state = store.load(table_of(room))
        seat = state.to_move or 0
        act = choose_act(kind, state, seat)
        turns.act(room.code, people[seat].pk, act, turn=state.turn_number, key="", now=NOON)
    for player in people[:2]:
        finish(room, player)
    assert table_of(room).status == Game.Status.OVER
    return table_of(room)


def choose_act(kind: str, state: GameState, seat: int) -> Act:
    if kind == "play":
        return find_plays(state, seat)[0]
    if kind == "exchange":
        return Exchange(state.seats[seat].rack[: 2 + seat])
    return Challenge() if kind == "challenge" else Pass()


def test_an_ended_game_agrees_with_what_was_published(ended) -> None:
    assert verify_game(ended).fair
    assert check_in_javascript(publish_bag(ended)) == []


def test_nothing_is_published_before_the_end(open_table, people, client_of) -> None:
    room = open_table()
    give(room, *people[:2])
    game = table_of(room)
    for path in ("bag", "bag.json"):
        assert client_of(people[0]).get(f"/games/{game.pk}/{path}").status_code == 404
    finish(room, people[0])
    assert client_of(None).get(f"/games/{game.pk}/bag").status_code == 200
    record = client_of(None).get(f"/games/{game.pk}/bag.json").json()
    assert record["secret"] == store.secret_of(game).hex()


def change_secret(game: Game) -> None:
    GameSecret.objects.filter(game=game).update(secret=bytes(32))


def change_contribution(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(contributions=["00" * 16, *game.contributions[1:]])


def change_rack(game: Game) -> None:
    secret = game.moves.get(number=2).secret
    secret.rack = "QZXJK??"
    secret.save()


def change_bag(game: Game) -> None:
    state = store.load(game)
    seats = game.seats.select_related("rack")
    store.save_turn(game, replace(state, bag=state.bag[::-1]), seats, [])


@pytest.mark.parametrize("change", [change_secret, change_contribution, change_rack, change_bag])
def test_whatever_was_changed_is_found(ended, change: Callable[[Game], None]) -> None:
    change(ended)
    ended.refresh_from_db()
    assert not verify_game(ended).fair
    assert check_in_javascript(publish_bag(ended))


def test_a_game_begun_before_keeps_its_scheme(open_table, people, settings) -> None:
    settings.TEST_SEED = "as it was"
    room = open_table()
    game = table_of(room)
    assert (game.status, game.scheme) == (Game.Status.PLAYING, Scheme.SECRET_ALONE)
    assert store.seed_of(game) == store.secret_of(game)
    assert verify_game(finish(room, people[0])).fair
    assert check_in_javascript(publish_bag(table_of(room))) == []
