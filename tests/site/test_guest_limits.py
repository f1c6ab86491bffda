"""How many guests one address may create, whatever they do first."""

from typing import Any

from django.test import Client

from games.players.models import Player
from tests.play.conftest import *  # noqa: F403

HTMX = {"HX-Request": "true"}
REPORT, REASON = "/report/%s/", {"reason": "name"}


def test_guests_per_address_are_limited(limited, open_table, people) -> None:
    """A refused visitor becomes no guest; existing guests are not affected."""
    limited(guests=" | 2/1 hour")
    room = open_table()
    said = {"text": "hello", "channel": "watchers"}
    known = Client(headers=HTMX)

    def say(browser: Client, key: str, **more: Any):
        return browser.post(f"/r/{room.code}/chat/send", {**said, "key": key}, **more)

    assert say(known, "a").status_code == 200
    assert Client(headers=HTMX).post(REPORT % people[0].pk, REASON).status_code == 200
    count = Player.objects.count()
    refused = say(Client(headers=HTMX), "b")
    assert refused.status_code == 429
    assert "Too many new players from your network. Try again in" in refused.content.decode()
    assert Client(headers=HTMX).post(REPORT % people[1].pk, REASON).status_code == 429
    assert Client().post("/rooms/computer/", {"computer-level": 1}).status_code == 429
    assert Player.objects.count() == count
    assert say(known, "c").status_code == 200, "not a new guest"
    assert say(Client(headers=HTMX), "d", REMOTE_ADDR="192.0.2.7").status_code == 200
