"""A member with tokens, and programs that ask by them."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games.api.services.tokens import make_token
from games.common import rates
from games.play.models import Room
from games.play.services import turns
from games.players.models import Player
from games.rules.moves import Resign
from lexicon.models import Lexicon
from tests.play.conftest import *  # noqa: F403
from tests.play.conftest import NOON, table_of


class Program:
    """Asks by a token, or by none."""

    def __init__(self, secret: str = "", bot: Player | None = None) -> None:
        self.client = Client(headers={"Authorization": f"Bearer {secret}"} if secret else {})
        self.secret = secret
        self.bot = bot

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(f"/api/1/{path}", query)

    def post(self, path: str, **body: Any) -> Any:
        return self.client.post(f"/api/1/{path}", body, content_type="application/json")

    def act(self, room: dict[str, Any], act: str, key: str = "", **more: str) -> Any:
        turn = {"game": room["game"], "turn": room["turn"], "act": act, "key": key}
        return self.post(f"rooms/{room['code']}/acts", **turn, **more)


@pytest.fixture
def amber(people: list[Player]) -> Player:
    """A member."""
    return enrol(people[0])


def enrol(player: Player) -> Player:
    player.user = User.objects.create_user(player.nickname.lower())
    player.save()
    return player


@pytest.fixture
def make_program(amber: Player, lexicon: Lexicon) -> Callable[..., Program]:
    """``make_program("Umber")``: one of Amber's, or of another owner."""

    def make(bot: str = "Umber", owner: Player = amber, *scopes: str) -> Program:
        asked = scopes or ("play",)
        token, secret = make_token(owner, f"for {bot}", asked, bot, timezone.now())
        return Program(secret, token.bot)

    return make


@pytest.fixture
def anybody(db: None) -> Program:
    return Program()


@pytest.fixture
def limited(settings: Any) -> None:
    settings.LIMITED = True
    rates.forget()


def end(room: Room, player: Player) -> Any:
    """Somebody resigns; the game that is over."""
    turn = table_of(room).turn_number
    turns.act(room.code, player.pk, Resign(), turn=turn, key="", now=NOON)
    return table_of(room)
