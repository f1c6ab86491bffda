"""The rooms and people of the play tests, and a participant of a room's chat."""

import re
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from django.test import Client

from games.live.state_cache import state_cache
from games.play.models import Room
from games.players.models import Player
from tests.play.conftest import (
    _no_graphs_of_other_tests,
    client_of,
    hall,
    lexicon,
    open_table,
    people,
)

__all__ = ["_no_graphs_of_other_tests", "client_of", "hall", "lexicon", "open_table", "people"]

_keys = count(1)


@pytest.fixture(autouse=True)
def _clear_state_cache() -> None:
    state_cache.forget()


class ChatClient:
    """A browser in a room's chat: it writes, and reads what the page shows."""

    def __init__(self, client: Client, code: str) -> None:
        self.client = client
        self.path = f"/r/{code}/chat"

    def say(self, text: str = "", channel: str = "room", key: str = "", **more: str) -> Any:
        sent = {"text": text, "channel": channel, "key": key or f"key-{next(_keys)}"} | more
        return self.client.post(f"{self.path}/send", sent)

    @property
    def html(self) -> str:
        answer = self.client.get(self.path)
        assert answer.status_code == 200
        return str(answer.content.decode())

    def read(self) -> list[str]:
        return texts_in(self.html)

    def places(self) -> list[str]:
        return re.findall(r'name="channel" value="(\w+)"', self.html)

    def post(self, verb: str, **fields: str) -> Any:
        return self.client.post(f"{self.path}/{verb}", fields)


def texts_in(html: str) -> list[str]:
    return re.findall(r'<p dir="auto">(.*?)</p>', html, re.DOTALL)


def said_in(answer: Any) -> str:
    """Return the sentence with which a message was refused; empty if it was not refused."""
    found = re.search(r'<p id="_refusal">(.*?)</p>', answer.content.decode(), re.DOTALL)
    return found[1] if found else ""


@pytest.fixture
def voice(
    client_of: Callable[[Player | None], Client],
) -> Callable[[Room, Player | None], ChatClient]:
    """Return a function such as ``voice(room, people[0])``; without a player it is a stranger."""

    def at(room: Room, player: Player | None = None) -> ChatClient:
        client = client_of(player)
        client.get(f"/r/{room.code}/")
        return ChatClient(client, room.code)

    return at
