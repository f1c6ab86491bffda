"""Addresses of earlier releases: each leads to its successor with the same method and form."""

import re
from uuid import UUID

import pytest
from django.test import Client

from games.chat.models import Message
from games.players.models import NotificationSettings, Player
from tests.accounts.conftest import whose
from tests.accounts.test_device_links import link_of
from tests.play.conftest import *  # noqa: F403

pytestmark = pytest.mark.django_db

RUN = UUID(int=7)
MOVED = {
    "/settings/told/": "/settings/notifications/",
    "/settings/told/sound/": "/settings/notifications/sound/",
    "/go-on/?room=abc": "/continue/?room=abc",
    "/go-on/a.b:c-d_e/": "/continue/a.b:c-d_e/",
    "/news/": "/notifications/",
    "/news/12/": "/notifications/12/",
    "/news/accept/abc/": "/notifications/accept/abc/",
    "/news/decline/abc/": "/notifications/decline/abc/",
    "/following/here/": "/following/online/",
    "/analyse/think?game=scrabble": "/analyse/rollouts?game=scrabble",
    f"/analyse/thought/{RUN}": f"/analyse/rollouts/{RUN}",
    "/r/abc/doors": "/r/abc/late-members",
    "/r/abc/host/hand-on": "/r/abc/host/hand-over",
    "/r/abc/replies/weigh": "/r/abc/replies/preview",
    "/r/abc/chat/say": "/r/abc/chat/send",
}


@pytest.mark.parametrize("method", ["get", "head", "post"])
@pytest.mark.parametrize(("old", "new"), MOVED.items())
def test_an_old_address_redirects_and_keeps_the_method(client: Client, old, new, method) -> None:
    answer = getattr(client, method)(old)
    assert (answer.status_code, answer["Location"]) == (308, new)


@pytest.mark.parametrize(
    "path",
    [
        "/r/caf\u00e9/doors",
        "/r/abc/doors%0A",
        "/news/accept/\u00e9/",
        "/news/\u0661/",
        f"/analyse/thought/{'-' * 36}",
    ],
)
def test_an_address_that_never_existed_is_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_waiting_message_reaches_the_chat_by_its_old_address(
    open_table, people, client_of
) -> None:
    room = open_table()
    said = {"text": "hello", "channel": "players", "key": "k"}
    for _ in range(2):
        answer = client_of(people[0]).post(f"/r/{room.code}/chat/say", said, follow=True)
        assert answer.status_code == 200
    assert [message.text for message in Message.objects.all()] == ["hello"]


def test_an_open_page_saves_settings_by_the_old_address(client_of) -> None:
    jade = Player.objects.create(nickname="Jade")
    sent = {"sounds": "on", "volume": "40"}
    answer = client_of(jade).post("/settings/told/sound/", sent, follow=True)
    assert answer.status_code < 300
    assert NotificationSettings.objects.get(player=jade).volume == 40


def test_an_old_device_link_opens_the_account(people, client_of) -> None:
    link = link_of(client_of(people[0])).replace("/continue/", "/go-on/")
    phone = Client()
    page = phone.get(link, follow=True).content.decode()
    assert re.search(r"<form[^>]*method=\"post\"", page)
    assert phone.post(link, follow=True).status_code == 200
    assert whose(phone) == people[0]
