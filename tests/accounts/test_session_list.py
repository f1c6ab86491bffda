"""A member's sessions end one by one:
by logging out, from the list of sessions, or with the account."""

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from django.test import Client

from games.accounts.services.sessions import end_session
from games.play.models import Room
from games.players.live.socket_auth import CLOSE_SESSION_ENDED
from games.players.models import MemberSession, Player
from games.players.services.sessions import MAX_SESSIONS
from tests.accounts.conftest import PASSWORD, log_in, whose
from tests.accounts.sockets import has_rack, newest_bundle, next_message, open_socket
from tests.accounts.test_sessions import HTMX, act, copy_cookie, seated
from tests.async_runner import run

__all__ = ["seated"]

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def is_logged_out(thief: Client, room: Room) -> None:
    """Check that the cookie of an ended session counts as a stranger's everywhere."""
    assert whose_now(thief) is None
    assert act(thief, room, "pass").status_code == 403
    assert not has_rack(thief.get(f"/r/{room.code}/bundle").content.decode())
    for path in ("/accounts/email/", "/settings/data/", "/settings/sessions/"):
        assert thief.get(path).status_code == 302, path
    assert "continue/ey" not in thief.get("/continue/").content.decode()


def whose_now(browser: Client) -> Player | None:
    return browser.get("/settings/").context["player"]


def test_a_logout_ends_only_copies_of_that_session(
    seated, people, client_of, django_capture_on_commit_callbacks
) -> None:
    jade, room = seated
    rival = next(one for one in people[:2] if one.pk != jade.pk)
    browser, phone = Client(headers=HTMX), Client(headers=HTMX)
    log_in(browser)
    log_in(phone)
    thief = copy_cookie(browser)
    for one in (thief, client_of(rival)):  # this caches the room
        with django_capture_on_commit_callbacks(execute=True):
            assert act(one, room, "pass").status_code == 200
    browser.post("/accounts/logout/")
    is_logged_out(thief, room)
    assert whose_now(phone) == jade
    assert act(phone, room, "pass").status_code == 200
    log_in(browser)
    assert whose_now(browser) == jade
    assert whose_now(thief) is None


@pytest.mark.parametrize("ends", ["another", "guest", "link"])
def test_a_session_ends_when_another_player_logs_in(seated, make_member, people, ends) -> None:
    _jade, room = seated
    fern = make_member("Fern")
    browser, elsewhere = Client(headers=HTMX), Client(headers=HTMX)
    log_in(browser)
    thief = copy_cookie(browser)
    if ends == "another":
        log_in(elsewhere, "fern@tiles.example")
        browser.post("/accounts/logout/")
        log_in(browser, "fern@tiles.example")
        assert whose_now(browser) == fern
    elif ends == "guest":
        browser.force_login(fern.user)
    else:
        log_in(elsewhere, "fern@tiles.example")
        page = elsewhere.get("/continue/").content.decode()
        link = page.split('value="http://testserver')[1].split('"')[0]
        assert browser.post(link).status_code == 302
        assert whose_now(browser) == fern
    is_logged_out(thief, room)


def test_the_list_shows_every_device_and_can_end_one(seated) -> None:
    jade, room = seated
    browser, phone = Client(headers=HTMX), Client(headers={"User-Agent": FIREFOX})
    log_in(browser)
    log_in(phone)
    page = phone.get("/settings/sessions/").content.decode()
    assert "Firefox, Linux" in page
    assert page.count("This device") == 1
    assert page.count('action="/settings/sessions/') == 3
    here = browser.session["number"]
    assert phone.post(f"/settings/sessions/{here}/end/").status_code == 302
    is_logged_out(browser, room)
    assert [one.browser for one in jade.sessions.all()] == ["Firefox, Linux"]
    assert phone.post(f"/settings/sessions/{here}/end/").status_code == 404
    own = phone.session["number"]
    assert phone.post(f"/settings/sessions/{own}/end/")["Location"] == "/accounts/login/"
    assert whose(phone) is None


def test_a_player_cannot_end_another_players_session(
    seated, make_member, client_of, people
) -> None:
    jade, _room = seated
    make_member("Fern")
    browser, other = Client(), Client()
    log_in(browser)
    log_in(other, "fern@tiles.example")
    number = browser.session["number"]
    for one in (client_of(people[3]), Client()):
        assert one.post(f"/settings/sessions/{number}/end/").status_code == 404
        assert one.get("/settings/sessions/").status_code == 302
    other.post(f"/settings/sessions/{number}/end/")
    assert whose_now(browser) == jade


def test_the_least_recently_used_session_ends_when_there_are_too_many(seated) -> None:
    jade, room = seated
    first = Client(headers=HTMX)
    log_in(first)
    later = [Client() for _ in range(MAX_SESSIONS)]
    for one in later:
        log_in(one)
    assert MemberSession.objects.count() == MAX_SESSIONS
    is_logged_out(first, room)
    assert all(whose_now(one) == jade for one in later)


def test_a_cookie_of_an_earlier_release_works_and_its_logout_ends_all_sessions(seated) -> None:
    """Its session has no number, so copies of the cookie cannot be distinguished from it."""
    jade, room = seated
    browser, other = Client(headers=HTMX), Client(headers=HTMX)
    for one in (browser, other):
        log_in(one)
    session = browser.session
    del session["number"]
    session.save()
    browser.cookies["sessionid"] = session.session_key or ""
    thief = copy_cookie(browser)
    assert whose_now(browser) == jade
    assert (
        "before we started listing devices" in browser.get("/settings/sessions/").content.decode()
    )
    browser.post("/accounts/logout/")
    is_logged_out(thief, room)
    is_logged_out(other, room)


@pytest.mark.parametrize("change", ["disabled", "password", "admin"])
def test_a_disabled_account_and_a_new_password_end_every_session(seated, change) -> None:
    """It does not matter where they are changed: the shell and the admin send no log-in signals."""
    jade, room = seated
    browser = Client(headers=HTMX)
    log_in(browser)
    user = User.objects.get(pk=jade.user_id)
    if change == "disabled":
        user.is_active = False
        user.save(update_fields=["is_active"])
    elif change == "password":
        user.set_password("nine red squares")
        user.save()
    else:
        admin = Client()
        admin.force_login(User.objects.create_superuser("admin"))
        new = {"password1": "nine red squares", "password2": "nine red squares"}
        answer = admin.post(
            f"/admin/auth/user/{user.pk}/password/", new | {"usable_password": "true"}
        )
        assert answer.status_code == 302
    is_logged_out(browser, room)
    user.is_active = True
    user.save()
    assert whose_now(browser) is None, "nor is it good again"


def test_a_disabled_account_counts_as_a_stranger(seated) -> None:
    """This holds even if one statement disables many accounts, which sends no signals."""
    jade, room = seated
    browser = Client(headers=HTMX)
    log_in(browser)
    User.objects.filter(pk=jade.user_id).update(is_active=False)
    assert whose_now(browser) is None
    assert not has_rack(browser.get(f"/r/{room.code}/bundle").content.decode())
    assert log_in(Client()).status_code == 302
    assert "inactive" in log_in(Client())["Location"]


def test_rehashing_a_password_does_not_end_sessions(seated, settings) -> None:
    jade, _room = seated
    browser = Client()
    log_in(browser)
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.PBKDF2SHA1PasswordHasher",
        "django.contrib.auth.hashers.MD5PasswordHasher",
    ]
    old = jade.user.password
    log_in(Client(), password=PASSWORD)
    assert User.objects.get(pk=jade.user_id).password != old
    jade.refresh_from_db()
    assert whose(browser) == jade


@pytest.mark.django_db(transaction=True)
def test_ending_a_session_closes_only_its_sockets(seated) -> None:
    jade, room = seated
    browsers = [Client(), Client()]
    for one in browsers:
        log_in(one)
    cookies = [one.cookies["sessionid"].value for one in browsers]
    number = browsers[0].session["number"]

    async def watch_socket() -> None:
        pages = [await open_socket(room, cookie) for cookie in cookies]
        for page in pages:
            assert has_rack(await newest_bundle(page))
        await sync_to_async(end_session)(jade, number)
        assert (await next_message(pages[0], "websocket.close"))["code"] == CLOSE_SESSION_ENDED
        again = await open_socket(room, cookies[0])
        assert not has_rack(await newest_bundle(again)), "a spectator's"
        fresh = await open_socket(room, cookies[1])
        assert has_rack(await newest_bundle(fresh))
        for page in (pages[1], again, fresh):
            await page.disconnect()

    run(watch_socket())
