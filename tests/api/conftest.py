"""A member with tokens, and programs that use them."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar
from unittest.mock import patch

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games.api.services.tokens import create_token
from games.play.models import Room
from games.play.services import turns
from games.players.models import Player
from games.rules.plays.acts import Resign
from lexicon.models import Lexicon
from tests.play.conftest import *  # noqa: F403
from tests.play.conftest import NOON, table_of
from tests.processes import PATIENCE

T = TypeVar("T")


class Program:
    """An API client with a token, or without one."""

    def __init__(self, secret: str = "", bot: Player | None = None) -> None:
        self.client = Client(headers={"Authorization": f"Bearer {secret}"} if secret else {})
        self.secret = secret
        self.bot = bot

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(f"/api/1/{path}", query)

    def post(self, path: str, **body: Any) -> Any:
        return self.client.post(f"/api/1/{path}", body, content_type="application/json")

    def send(self, method: str, path: str, **body: Any) -> Any:
        send = getattr(self.client, method.lower())
        return send(f"/api/1/{path}", body, content_type="application/json")

    def act(self, room: dict[str, Any], act: str, key: str = "", **more: str) -> Any:
        turn = {"game": room["game"], "turn": room["turn"], "act": act, "key": key}
        return self.post(f"rooms/{room['code']}/acts", **turn, **more)


@pytest.fixture
def amber(people: list[Player]) -> Player:
    """Amber, with an account."""
    return enrol(people[0])


def enrol(player: Player) -> Player:
    player.user = User.objects.create_user(player.nickname.lower())
    player.save()
    return player


@pytest.fixture
def make_program(amber: Player, lexicon: Lexicon) -> Callable[..., Program]:
    """``make_program("Umber")``: the API client of a bot that Amber or another member owns."""

    def make(bot: str = "Umber", owner: Player = amber, *scopes: str) -> Program:
        asked = scopes or ("play",)
        token, secret = create_token(owner, f"for {bot}", asked, bot, timezone.now())
        return Program(secret, token.bot)

    return make


@pytest.fixture
def anonymous(db: None) -> Program:
    return Program()


def content_of(answer: Any) -> bytes:
    """Return the whole content of an answer, whether or not it is streamed."""
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


def beginning_of(answer: Any) -> bytes:
    """Return the content of an answer or, if it is an endless stream, what it sends at first."""
    if answer.streaming and answer.is_async:
        return run_in_transaction(_read_beginning(answer))
    return content_of(answer)


def run_in_transaction(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in the test's transaction, by keeping its connection open."""

    async def run() -> T:
        return await work

    with patch("channels.db.close_old_connections"):
        result: T = async_to_sync(run)()
        return result


async def _read_beginning(answer: Any) -> bytes:
    """Read up to the first keep-alive, then disconnect."""
    pieces: list[bytes] = []
    async with asyncio.timeout(PATIENCE):
        async for piece in answer.streaming_content:
            pieces.append(piece)
            if piece in (b"\n", b":\n\n"):
                break
    await answer.aclose()
    return b"".join(pieces)


def lines_of(answer: Any) -> list[Any]:
    """Return the objects of an NDJSON answer."""
    return [json.loads(line) for line in content_of(answer).splitlines()]


def end(room: Room, player: Player) -> Any:
    """Let a player resign, and return the game, which is then over."""
    turn = table_of(room).turn_number
    turns.apply_player_act(room.code, player.pk, Resign(), turn=turn, key="", now=NOON)
    return table_of(room)
