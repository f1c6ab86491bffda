"""A copied cookie is worthless once its owner has logged out everywhere:
for pages, commands and sockets."""

from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from games.accounts.services.sessions import end_sessions
from games.play.models import Room
from games.players.live.socket_auth import CLOSE_SESSION_ENDED
from games.players.models import Player
from tests.accounts.conftest import HERS, PASSWORD, log_in, whose
from tests.accounts.sockets import has_rack, newest_bundle, next_message, open_socket
from tests.async_runner import run
from tests.play.conftest import table_of

HTMX = {"HX-Request": "true"}


def copy_cookie(browser: Client) -> Client:
    """Return another browser with a copy of the cookie."""
    thief = Client(headers=HTMX)
    thief.cookies["sessionid"] = browser.cookies["sessionid"].value
    return thief


@pytest.fixture
def seated(make_member, open_table, people) -> tuple[Player, Room]:
    """A member whose turn it is, and the room."""
    room = open_table()
    game = table_of(room)
    assert game.state is not None
    return make_member("Jade", people[game.state["to_move"]]), room


def test_logging_out_everywhere_ends_copied_cookies(seated) -> None:
    _jade, room = seated
    browser = Client(headers=HTMX)
    log_in(browser)
    thief = copy_cookie(browser)
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


def test_a_cached_room_respects_logging_out_everywhere(
    seated, people, client_of, django_capture_on_commit_callbacks
) -> None:
    """The process has cached the room, its members and their session epochs."""
    jade, room = seated
    rival = next(one for one in people[:2] if one.pk != jade.pk)
    browser = Client(headers=HTMX)
    log_in(browser)
    thief = copy_cookie(browser)
    for one in (browser, client_of(rival)):
        with django_capture_on_commit_callbacks(execute=True):
            assert act(one, room, "pass").status_code == 200
    browser.post("/settings/sessions/end/")
    assert act(thief, room, "pass").status_code == 403
    log_in(browser)
    assert act(browser, room, "pass").status_code == 200


def act(browser: Client, room: Room, verb: str):
    table = table_of(room)
    sent = {"game": table.pk, "turn": table.turn_number, "key": f"{table.turn_number} {verb}"}
    return browser.post(f"/r/{room.code}/{verb}", sent)


def test_a_command_with_an_old_cookie_counts_as_a_strangers(seated) -> None:
    jade, _room = seated
    browser = Client()
    log_in(browser)
    thief = copy_cookie(browser)
    browser.post("/settings/sessions/end/")
    assert thief.get("/").status_code == 200
    assert thief.cookies["sessionid"].value == copy_cookie(thief).cookies["sessionid"].value
    thief.post("/name/", {"name": "Burglar"})
    jade.refresh_from_db()
    assert jade.nickname == "Jade"
    assert whose(thief) == Player.objects.get(nickname="Burglar")


def test_a_guest_can_log_out_all_other_devices(people, client_of) -> None:
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
def test_a_socket_closes_with_its_session_and_a_copied_cookie_opens_none(seated) -> None:
    jade, room = seated
    browser = Client()
    log_in(browser)
    cookie = browser.cookies["sessionid"].value
    log_in(fresh := Client())

    async def watch_socket() -> None:
        page = await open_socket(room, cookie)
        assert has_rack(await newest_bundle(page))
        await sync_to_async(end_sessions)(jade)
        end = await next_message(page, "websocket.close")
        assert end["code"] == CLOSE_SESSION_ENDED

        page = await open_socket(room, cookie)
        assert not has_rack(await newest_bundle(page)), "a spectator's"
        await page.disconnect()
        await sync_to_async(log_in)(fresh)
        page = await open_socket(room, fresh.cookies["sessionid"].value)
        assert has_rack(await newest_bundle(page))
        await page.disconnect()

    run(watch_socket())


@pytest.mark.django_db(transaction=True)
def test_a_socket_stays_open_when_a_visitor_becomes_a_player(db, open_table) -> None:
    room = open_table(started=False)
    browser = Client()
    browser.get(f"/r/{room.code}/")
    cookie = browser.cookies["sessionid"].value

    async def watch_socket() -> None:
        page = await open_socket(room, cookie)
        await newest_bundle(page)
        await sync_to_async(browser.post)("/name/", {"name": "Fern"})
        assert await page.receive_nothing(timeout=0.3)
        await page.disconnect()

    run(watch_socket())


def test_the_email_address_is_shown_only_to_its_owner(seated) -> None:
    _jade, room = seated
    assert HERS not in Client().get(f"/r/{room.code}/").content.decode()
