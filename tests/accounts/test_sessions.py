"""A copied cookie is worth nothing once its owner has logged out everywhere: on pages, commands
and sockets."""

from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from games.accounts.services.sessions import end_sessions
from games.play.models import Room
from games.players.doorkeeper import CLOSE_ENDED
from games.players.models import Player
from scrabble_site.asgi import application
from tests.accounts.conftest import HERS, PASSWORD, log_in, whose
from tests.loops import run
from tests.play.conftest import table_of

HTMX = {"HX-Request": "true"}


def has_rack(text: str) -> bool:
    return '"rack":[' in text


def copy_of(browser: Client) -> Client:
    """Another browser that got hold of the cookie."""
    thief = Client(headers=HTMX)
    thief.cookies["sessionid"] = browser.cookies["sessionid"].value
    return thief


@pytest.fixture
def seated(make_member, open_table, people) -> tuple[Player, Room]:
    """A member whose turn it is."""
    room = open_table()
    game = table_of(room)
    assert game.state is not None
    return make_member("Jade", people[game.state["to_move"]]), room


def test_a_copied_cookie_ends_with_the_log_out_everywhere(seated) -> None:
    _jade, room = seated
    browser = Client(headers=HTMX)
    log_in(browser)
    thief = copy_of(browser)
    assert has_rack(thief.get(f"/r/{room.code}/bundle").content.decode())
    assert thief.get("/accounts/email/").status_code == 200

    assert browser.post("/settings/sessions/end/").status_code == 302
    assert whose(browser) is None
    table = table_of(room)
    sent = {"game": table.pk, "turn": table.turn_number, "key": "k"}
    assert thief.post(f"/r/{room.code}/pass", sent).status_code == 403
    late = thief.post(f"/r/{room.code}/pass", sent | {"turn": 9})
    assert (late.status_code, has_rack(late.content.decode())) == (403, False)
    other = thief.post(f"/r/{room.code}/pass", sent | {"game": uuid4()})
    assert (other.status_code, has_rack(other.content.decode())) == (409, False)
    assert not has_rack(thief.get(f"/r/{room.code}/bundle").content.decode())
    assert 'data-seated="1"' not in thief.get(f"/r/{room.code}/").content.decode()
    assert thief.get("/accounts/email/").status_code == 302
    assert thief.get("/settings/data/").status_code == 302
    assert table_of(room).turn_number == table.turn_number

    log_in(browser)
    assert browser.post(f"/r/{room.code}/pass", sent).status_code == 200


def test_a_deed_with_an_old_cookie_is_a_strangers(seated) -> None:
    jade, _room = seated
    browser = Client()
    log_in(browser)
    thief = copy_of(browser)
    browser.post("/settings/sessions/end/")
    assert thief.get("/").status_code == 200
    assert thief.cookies["sessionid"].value == copy_of(thief).cookies["sessionid"].value
    thief.post("/name/", {"name": "Burglar"})
    jade.refresh_from_db()
    assert jade.nickname == "Jade"
    assert whose(thief) == Player.objects.get(nickname="Burglar")


def test_a_guest_ends_it_on_all_other_devices(people, client_of) -> None:
    browser, elsewhere = client_of(people[0]), client_of(people[0])
    browser.post("/settings/sessions/end/")
    assert whose(browser) == people[0]
    assert whose(elsewhere) is None


def test_a_new_password_keeps_this_session_and_ends_the_others(seated) -> None:
    jade, _room = seated
    browser, elsewhere = Client(), Client()
    log_in(browser)
    log_in(elsewhere)
    new = {"oldpassword": PASSWORD, "password1": "nine red squares"}
    page = browser.get("/accounts/password/change/")
    fields = page.context["form"].fields
    new |= {"password2": "nine red squares"} if "password2" in fields else {}
    assert browser.post("/accounts/password/change/", new).status_code == 302
    assert (whose(browser), whose(elsewhere)) == (jade, None)
    assert browser.get("/accounts/email/").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_a_socket_ends_with_its_session_and_a_copied_cookie_opens_none(seated) -> None:
    jade, room = seated
    browser = Client()
    log_in(browser)
    cookie = browser.cookies["sessionid"].value
    log_in(fresh := Client())

    async def look_on() -> None:
        page = await open_socket(room, cookie)
        assert has_rack(await newest_bundle(page))
        await sync_to_async(end_sessions)(jade)
        end = await next_of(page, "websocket.close")
        assert end["code"] == CLOSE_ENDED

        page = await open_socket(room, cookie)
        assert not has_rack(await newest_bundle(page)), "a watcher's"
        await page.disconnect()
        await sync_to_async(log_in)(fresh)
        page = await open_socket(room, fresh.cookies["sessionid"].value)
        assert has_rack(await newest_bundle(page))
        await page.disconnect()

    run(look_on())


@pytest.mark.django_db(transaction=True)
def test_a_socket_goes_on_when_a_visitor_becomes_a_player(db, open_table) -> None:
    room = open_table(started=False)
    browser = Client()
    browser.get(f"/r/{room.code}/")
    cookie = browser.cookies["sessionid"].value

    async def look_on() -> None:
        page = await open_socket(room, cookie)
        await newest_bundle(page)
        await sync_to_async(browser.post)("/name/", {"name": "Fern"})
        assert await page.receive_nothing(timeout=0.3)
        await page.disconnect()

    run(look_on())


async def open_socket(room: Room, cookie: str) -> WebsocketCommunicator:
    headers = [
        (b"host", b"localhost"),
        (b"origin", b"http://localhost"),
        (b"cookie", f"sessionid={cookie}".encode()),
    ]
    page = WebsocketCommunicator(application, f"/ws/r/{room.code}/", headers)
    connected, _protocol = await page.connect(timeout=10)
    assert connected
    return page


async def next_of(page: WebsocketCommunicator, kind: str) -> dict:
    while (message := await page.receive_output(timeout=10))["type"] != kind:
        pass
    return message


async def newest_bundle(page: WebsocketCommunicator) -> str:
    while "_state" not in (text := (await next_of(page, "websocket.send"))["text"]):
        pass
    return text


def test_the_address_is_known_to_nobody_else(seated) -> None:
    _jade, room = seated
    assert HERS not in Client().get(f"/r/{room.code}/").content.decode()
