"""A database of the first release is migrated and played on; nothing in it is lost.

``first_release.sql.gz`` was dumped from a site of that release: a game of two after six turns, one
that was resigned, a room that waits with a free seat, an invitation to Qwibble, and a game against
the computer. It is never made anew: it stands for what operators have.
"""

import gzip
import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.processes import minimal_env
from tests.sites import manage

DUMP = Path(__file__).with_name("first_release.sql.gz")

PLAY_ON = """
import json
from django.test import Client
from django.utils import timezone
from games.computers import tasks
from games.play import store
from games.play.models import Game, Room
from games.play.services.turns import act_for_seat
from games.rules.moves import Pass

def table(title):
    return Game.objects.filter(room__title=title).order_by("-number")[0]

def make(game, seat, act):
    code, turn = game.room.code, game.turn_number
    act_for_seat(code, seat, act, game_id=game.pk, turn=turn, now=timezone.now())

told = {}
client = Client()
game = table("A game of two")
make(game, store.load(game).to_move, Pass())
told["turn"] = table("A game of two").turn_number

game = table("Against the computer")
if store.load(game).to_move == 0:
    make(game, 0, Pass())
task = tasks.next_task(table("Against the computer"), seconds=1.0)
make(table("Against the computer"), task.seat, tasks.decide(task))
told["computer"] = table("Against the computer").moves.filter(seat=1).count()

told["rooms"] = {
    room.title: client.get(f"/r/{room.code}/").status_code for room in Room.objects.all()
}
over = table("A game over")
told["record"] = client.get(f"/games/{over.pk}/").status_code
told["gcg"] = client.get(f"/games/{over.pk}/gcg").content.decode()
told["over"] = str(over.pk)
print(json.dumps(told))
"""


@pytest.fixture
def old_site(tmp_path: Path) -> dict[str, str]:
    """The environment of a site whose database the first release wrote, migrated."""
    with closing(sqlite3.connect(tmp_path / "db.sqlite3")) as database:
        database.executescript(gzip.decompress(DUMP.read_bytes()).decode())
    env = minimal_env() | {"VAR_DIR": str(tmp_path), "STATIC_HASHED": "false"}
    env |= {"ALLOWED_HOSTS": "testserver", "ENGINE_CACHE_DIR": os.environ["ENGINE_CACHE_DIR"]}
    manage(env, "migrate", "--no-input", "--verbosity", "0")
    return env


def test_a_database_of_the_first_release_is_played_on(old_site: dict[str, str]) -> None:
    told = json.loads(manage(old_site, "shell", "-v", "0", "-c", PLAY_ON).splitlines()[-1])
    assert told["turn"] == 7
    assert told["computer"] == 1
    assert len(told["rooms"]) == 5
    assert set(told["rooms"].values()) == {200}
    assert told["record"] == 200
    assert "#player1 " in told["gcg"]
    assert "Every draw follows from the seed." in manage(old_site, "verify_bag", told["over"])
