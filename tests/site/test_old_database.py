"""A database of the first release is migrated and its games continue; nothing is lost.

``first_release.sql.gz`` was dumped from a site of that release: a game of two after six turns, one
that was resigned, a room that waits with a free seat, an invitation to Qwibble, and a game against
the computer. Never regenerate it: operators have databases like this one.
"""

import gzip
import json
import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.prepared_sites import manage, prepare_empty
from tests.processes import minimal_env

DUMP = Path(__file__).with_name("first_release.sql.gz")

MIGRATE = """
from django.core.management import call_command

def migrate(*where):
    call_command("migrate", *where, interactive=False, verbosity=0)
"""
"""Defined once for several steps, which share one process to save its start-up time."""

PLAY_ON = """
import json
from io import StringIO
from django.test import Client
from django.utils import timezone
from games.computers.jobs import computer_turns
from games.play import store
from games.play.models import Game, Room
from games.play.services.turns import apply_seat_act
from games.rules.plays.acts import Pass

migrate()

def table(title):
    return Game.objects.filter(room__title=title).order_by("-number")[0]

def make(game, seat, act):
    code, turn = game.room.code, game.turn_number
    apply_seat_act(code, seat, act, game_id=game.pk, turn=turn, now=timezone.now())

found = {}
client = Client()
game = table("A game of two")
make(game, store.load_state(game).to_move, Pass())
found["turn"] = table("A game of two").turn_number

game = table("Against the computer")
if store.load_state(game).to_move == 0:
    make(game, 0, Pass())
task = computer_turns.find_next_turn(table("Against the computer"), seconds=1.0)
make(table("Against the computer"), task.seat, computer_turns.decide_act(task))
found["computer"] = table("Against the computer").moves.filter(seat=1).count()

found["rooms"] = {
    room.title: client.get(f"/r/{room.code}/").status_code for room in Room.objects.all()
}
over = table("A game over")
found["record"] = client.get(f"/games/{over.pk}/").status_code
found["gcg"] = client.get(f"/games/{over.pk}/gcg").content.decode()
bag = StringIO()
call_command("verify_bag", str(over.pk), stdout=bag)
found["bag"] = bag.getvalue()
print(json.dumps(found))
"""


ADD_MEMBERS = """
migrate("account")
migrate("games", "0035")

from django.db import connection
from django.db.migrations.loader import MigrationLoader

loader = MigrationLoader(connection)
before = [("games", "0035_played_words"), *loader.graph.leaf_nodes("account")]
apps = loader.project_state([*before, *loader.graph.leaf_nodes("auth")]).apps
Player = apps.get_model("games", "Player")
User = apps.get_model("auth", "User")
EmailAddress = apps.get_model("account", "EmailAddress")

def add(name, email, own="", verified=False, asked=""):
    user = User.objects.create(username=name, email=own) if own else None
    if user:
        EmailAddress.objects.create(user=user, email=own, verified=verified, primary=True)
    Player.objects.create(nickname=name, likeness=name, email=email, email_asked=asked, user=user)

add("Same", "Same@example.org", "same@example.org")
add("Another", "reminders@example.org", "another@example.org")
add("Confirmed", "reminders@example.org", "confirmed@example.org", True)
add("Asked", "", "asked@example.org", asked="asked@example.org")
add("Owner", "", "shared@example.org", True)
add("Borrower", "shared@example.org", "shared@example.org")
add("Guest", "guest@example.org")
"""

READ_ADDRESSES = """
migrate()

import json
from allauth.account.models import EmailAddress
from games.mail.services.addresses import get_mail_address
from games.players.models import Player

names = ("Same", "Another", "Confirmed", "Asked", "Owner", "Borrower", "Guest")
verified = EmailAddress.objects.filter(verified=True)
print(json.dumps({
    "mail": {one.nickname: get_mail_address(one) for one in
    Player.objects.filter(nickname__in=names)}, "verified":
    sorted(verified.values_list("user__username", flat=True)),
}))
"""


ADD_MODERATOR = """
migrate("games", "0049")
migrate("admin")

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, Permission, User
from django.contrib.contenttypes.models import ContentType
from django.utils import timezone

report = ContentType.objects.get(app_label="games", model="report")
may = Permission.objects.filter(content_type=report)
Group.objects.get(name="Moderator").permissions.set(may.filter(codename="view_report"))
User.objects.create(username="reader").groups.add(Group.objects.get(name="Moderator"))
User.objects.create(username="desk").user_permissions.add(may.get(codename="change_report"))
LogEntry.objects.create(user=User.objects.get(username="desk"), content_type=report,
    object_id="1", object_repr="A report", action_flag=CHANGE, action_time=timezone.now())
"""

READ_MODERATOR = """
migrate()

import json
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from games.moderation.models import ModerationReport

may = {
    one.username: sorted(name for name in one.get_all_permissions() if "report" in name)
    for one in User.objects.filter(username__in=("reader", "desk"))
}
logged = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(ModerationReport))
types = ContentType.objects.filter(app_label="games")
stale = [one.model for one in types if not one.model_class()]
print(json.dumps({"may": may, "logged": logged.count(), "stale": stale}))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("old")


@pytest.fixture(scope="module")
def answers(folder: Path) -> list[dict[str, Any]]:
    """Migrate a database of the first release, adding rows on the way, and play on.

    Returns what READ_ADDRESSES, READ_MODERATOR and PLAY_ON printed.
    """
    with closing(sqlite3.connect(folder / "db.sqlite3")) as database:
        database.executescript(gzip.decompress(DUMP.read_bytes()).decode())
    env = minimal_env() | {"VAR_DIR": str(folder), "STATIC_HASHED": "false"}
    env |= {"ALLOWED_HOSTS": "testserver", "ENGINE_CACHE_DIR": os.environ["ENGINE_CACHE_DIR"]}
    run(env, ADD_MEMBERS)
    run(env, ADD_MODERATOR)
    output = run(env, READ_ADDRESSES, READ_MODERATOR, PLAY_ON)
    return [json.loads(line) for line in output.splitlines()[-3:]]


def run(env: dict[str, str], *steps: str) -> str:
    """Run the steps in one process of the site, and return what they printed."""
    return manage(env, "shell", "-v", "0", "-c", "".join((MIGRATE, *steps)))


def test_mail_still_goes_to_addresses_confirmed_for_reminders(
    answers: list[dict[str, Any]],
) -> None:
    found, _, _ = answers
    assert found["mail"] == {
        "Same": "same@example.org",
        "Another": "reminders@example.org",
        "Confirmed": "confirmed@example.org",
        "Asked": "",
        "Owner": "shared@example.org",
        "Borrower": "shared@example.org",
        "Guest": "guest@example.org",
    }
    assert found["verified"] == ["Confirmed", "Owner", "Same"]


def test_permissions_and_the_admin_log_follow_renamed_models(
    answers: list[dict[str, Any]],
) -> None:
    _, found, _ = answers
    # The old names stay, since processes of the previous release may still be running.
    assert set(found["may"]["reader"]) >= {"games.view_moderationreport", "games.view_report"}
    assert found["may"]["desk"] == ["games.change_moderationreport", "games.change_report"]
    assert found["logged"] == 1
    assert found["stale"] == []


def test_games_of_the_first_release_can_be_continued(answers: list[dict[str, Any]]) -> None:
    _, _, found = answers
    assert found["turn"] == 7
    assert found["computer"] == 1
    assert len(found["rooms"]) == 5
    assert set(found["rooms"].values()) == {200}
    assert found["record"] == 200
    assert "#player1 " in found["gcg"]
    assert "All draws match the secret." in found["bag"]


@pytest.mark.usefixtures("answers")
def test_an_upgraded_database_has_the_tables_of_a_new_one(folder: Path) -> None:
    assert read_schema(folder) == read_schema(prepare_empty())


def read_schema(folder: Path) -> dict[str, list[str]]:
    """Return the definitions of all tables and indexes, with columns in alphabetical order."""
    with closing(sqlite3.connect(folder / "db.sqlite3")) as database:
        rows = database.execute("SELECT name, sql FROM sqlite_master WHERE sql <> ''").fetchall()
    return {name: sorted(SEPARATOR.split(sql.partition("(")[2][:-1])) for name, sql in rows}


SEPARATOR = re.compile(r", (?![^(]*\))")
"""Between two columns or constraints, not inside brackets."""
