"""Logging in moves everything that the guest did to the account, without losing anything."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.core import signing
from django.db import connections
from django.test import Client
from django.utils import timezone

from games.accounts.services.account_merging import create_member, get_or_merge_member, merge_guest
from games.mail.models import OutgoingMail
from games.play.models import Invitation, Move, Room, SeatMember
from games.play.services.naming import get_or_create_player, rename_player
from games.play.services.seats import sit_as_visitor
from games.players.models import Notification, Player, ReservedName
from scrabble_site.shared.refusals import Conflict, InvalidRequest
from tests.accounts.conftest import HERS, PASSWORD, log_in, sign_up, whose
from tests.play.conftest import NOON, table_of

SOON = NOON + timedelta(minutes=1)


@pytest.fixture
def jade(make_member) -> Player:
    return make_member("Jade")


def test_login_moves_a_guests_seat_and_notifications_to_the_account(
    jade, open_table, people, client_of
) -> None:
    room, amber = open_table(), people[0]
    browser = client_of(amber)
    game = table_of(room)
    assert game.state is not None
    if game.state["to_move"] == 1:
        amber = people[1]
        browser = client_of(amber)
    sent = {"game": game.pk, "turn": game.turn_number, "key": "k"}
    assert browser.post(f"/r/{room.code}/pass", sent).status_code == 200
    Notification.objects.create(player=amber, room=room, kind="turn", text="!", created_at=NOON)
    stamp = Room.objects.get(pk=room.pk).stamp

    assert log_in(browser).status_code == 302
    assert whose(browser) == jade
    assert SeatMember.objects.filter(game=game, player=jade).exists()
    assert Move.objects.get(game=game).player == jade
    assert jade.notices.count() == 1
    assert Room.objects.get(pk=room.pk).stamp > stamp, "open pages show the name"
    if room.host == amber:
        room.refresh_from_db()
        assert (room.host, room.shown_title) == (jade, "Jade's table")
    assert 'data-seated="1"' in browser.get(f"/r/{room.code}/").content.decode()
    amber.refresh_from_db()
    assert amber.left_at is not None


def test_the_guest_no_longer_plays_after_the_login(jade, open_table, people, client_of) -> None:
    room, amber = open_table(started=False), people[0]
    browser, copied = client_of(amber), client_of(amber)
    log_in(browser)
    assert 'data-seated="1"' not in copied.get(f"/r/{room.code}/").content.decode()
    with pytest.raises(Conflict):
        get_or_create_player(amber.pk, "Amber")


def test_a_player_with_two_seats_keeps_both_after_login(
    jade, open_table, people, client_of
) -> None:
    room, rust = open_table(seats=3, started=False), people[1]
    other = open_table(started=False)
    SeatMember.objects.filter(game=table_of(room), player=people[2]).update(player=jade)
    browser = client_of(rust)
    answer = log_in(browser, next="/settings/")
    assert whose(browser) == jade
    assert "a seat in the same room as a guest" in browser.get(answer["Location"]).content.decode()
    assert SeatMember.objects.filter(game=table_of(room), player__in=[rust, jade]).count() == 2
    assert SeatMember.objects.filter(game=table_of(other), player=jade).count() == 1
    assert browser.post("/accounts/logout/").status_code == 302
    assert whose(browser) == Player.objects.get(pk=rust.pk), "the seat can be played on"
    assert 'data-seated="1"' in browser.get(f"/r/{room.code}/").content.decode()


def test_invitations_of_guest_and_member_are_merged(jade, open_table, people) -> None:
    room = open_table(seats=3, started=False)
    for one in (jade, people[3]):
        Invitation.objects.create(game=table_of(room), player=one)
    assert merge_guest(people[3], jade, SOON).seated_guest is None
    assert [one.player for one in Invitation.objects.all()] == [jade]


def test_login_by_mailed_code_that_is_not_in_the_cookie(jade, people, client_of) -> None:
    browser = client_of(people[0])
    answer = browser.post("/accounts/login/code/", {"email": HERS}, follow=True)
    letter = OutgoingMail.objects.get()
    code = code_in(letter)
    cookie = browser.cookies["sessionid"].value
    said = signing.loads(cookie, salt="django.contrib.sessions.backends.signed_cookies")
    assert code not in str(said)
    before = dict(browser.cookies)
    path = answer.redirect_chain[-1][0]
    for _ in range(3):
        browser.cookies["sessionid"] = before["sessionid"].value  # as if nothing had been tried yet
        assert whose(browser) == people[0]
        browser.post(path, {"code": "AAAA-AAAA"})
    browser.cookies["sessionid"] = before["sessionid"].value
    browser.post(path, {"code": code})
    assert whose(browser) == people[0], "three wrong ones are enough"

    browser.post("/accounts/login/code/", {"email": HERS})
    newest = OutgoingMail.objects.order_by("-created_at")[0]
    assert browser.post(path, {"code": code_in(newest)}).status_code == 302
    assert whose(browser) == jade


def test_a_new_password_by_mail_ends_the_other_sessions(jade) -> None:
    elsewhere, browser = Client(), Client()
    log_in(elsewhere)
    assert whose(elsewhere) == jade
    browser.post("/accounts/password/reset/", {"email": HERS})
    link = re.search(r"(/accounts/password/reset/key/\S+)", OutgoingMail.objects.get().text)
    assert link is not None
    form = browser.get(link[1], follow=True)
    path = form.redirect_chain[-1][0]
    done = browser.post(path, {"password1": "nine red squares", "password2": "nine red squares"})
    assert done.status_code == 302, done.content
    said = unescape(browser.get(done["Location"]).content.decode())
    assert "You've been logged out on all your devices." in said
    assert whose(elsewhere) is None
    assert not elsewhere.get("/settings/").context["user"].is_authenticated
    assert log_in(Client()).status_code == 200
    assert log_in(Client(), password="nine red squares").status_code == 302


def test_too_many_wrong_passwords_are_refused(jade) -> None:
    for number in range(7):
        answer = log_in(Client(), password=f"wrong {number}")
        assert answer.status_code == 200
    assert "Too many failed attempts" in answer.content.decode()
    assert "Too many" in log_in(Client()).content.decode(), "the right one is not tried, too"


def test_too_many_signups_from_one_address_are_refused(db) -> None:
    answers = [sign_up(Client(), f"N{n}", f"n{n}@tiles.example") for n in range(42)]
    assert answers[0].status_code == 302
    assert answers[-1].status_code == 429
    assert 1 <= int(answers[-1]["Retry-After"]) <= 300
    assert "Too many requests from your network. Try again later." in answers[-1].content.decode()


def test_an_editor_keeps_a_guests_seat_over_log_in_and_log_out(
    open_table, people, client_of
) -> None:
    User.objects.create_superuser("editor", "editor@tiles.example", PASSWORD)
    room, browser = open_table(), client_of(people[0])
    entered = browser.post("/admin/login/", {"username": "editor", "password": PASSWORD})
    assert entered.status_code == 302
    assert browser.get("/admin/").status_code == 200
    assert whose(browser) == people[0]
    assert browser.post("/admin/logout/").status_code == 200
    assert browser.get("/admin/").status_code == 302
    assert whose(browser) == people[0]
    assert 'data-seated="1"' in browser.get(f"/r/{room.code}/").content.decode()


@pytest.mark.parametrize("door", ["/accounts/logout/", "/admin/logout/"])
@pytest.mark.parametrize("plays", [True, False])
def test_a_copied_cookie_does_not_open_the_admin_after_logout(make_member, door, plays) -> None:
    if plays:
        make_member("Jade")
        User.objects.update(is_staff=True, is_superuser=True)
    else:
        User.objects.create_superuser("m-Jade", "editor@tiles.example", PASSWORD)
    browser, thief = Client(), Client()
    browser.post("/admin/login/", {"username": "m-Jade", "password": PASSWORD})
    thief.cookies["sessionid"] = browser.cookies["sessionid"].value
    assert thief.get("/admin/").status_code == 200
    browser.post(door)
    assert thief.get("/admin/").status_code == 302


@pytest.mark.parametrize("door", ["/accounts/logout/", "/admin/logout/"])
def test_a_logout_leaves_nothing_behind(jade, door) -> None:
    User.objects.update(is_staff=True)
    browser = Client()
    log_in(browser)
    assert whose(browser) == jade
    browser.post(door)
    assert whose(browser) is None
    assert str(jade.pk) not in str(dict(browser.session))
    assert "Jade" not in browser.get("/settings/").content.decode()


@pytest.mark.django_db(transaction=True)
def test_two_simultaneous_logins_merge_a_guest_once(make_member, open_table, people) -> None:
    jade, room = make_member("Jade"), open_table()
    results = at_once(*[lambda: get_or_merge_member(jade.user, people[0], timezone.now())] * 3)
    assert {result.player for result in results} == {jade}
    assert SeatMember.objects.filter(game=table_of(room), player=jade).count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_seat_taken_during_login_is_kept(make_member, open_table, people) -> None:
    jade, amber = make_member("Jade"), people[3]
    rooms = [open_table(seats=3, started=False) for _ in range(4)]
    for room in rooms:
        SeatMember.objects.filter(game=table_of(room), player=people[2]).delete()

    def take(room: Room) -> bool:
        try:
            sit_as_visitor(room.code, amber.pk, "", 2, NOON)
        except Conflict:
            return False
        return True

    acts = [lambda room=room: take(room) for room in rooms]
    sat = at_once(lambda: merge_guest(amber, jade, SOON), *acts)[1:]
    held = {holder.game.room_id for holder in jade.held_seats.select_related("game")}
    assert held == {room.pk for room, took in zip(rooms, sat, strict=True) if took}
    assert not amber.held_seats.exists()


@pytest.mark.django_db(transaction=True)
def test_only_one_of_several_lookalike_names_is_given(db) -> None:
    users = [User.objects.create_user(f"u{n}") for n in range(3)]
    names = ("Fern", "FERN", "Fеrn")
    acts = [lambda u=u, n=n: create_member(u, None, n) for u, n in zip(users, names, strict=True)]
    called = {player.nickname for player in at_once(*acts)}
    assert len(called & set(names)) == 1
    assert len(called) == 3
    assert ReservedName.objects.values("player").distinct().count() == 3


def test_a_name_that_looks_like_a_members_is_refused(make_member) -> None:
    make_member("Anna")
    fern = make_member("Fern")
    for name in ("Anna", "ANNA", "ΑΝΝΑ", "Аnnа", "Anna ", "Ａｎｎａ", "An\u200bna"):
        with pytest.raises(InvalidRequest):
            rename_player(fern, introduce_name(name))
    assert rename_player(fern, "Hanna").nickname == "Hanna"
    rename_player(make_member("Moss"), "Fern")
    with pytest.raises(InvalidRequest):
        rename_player(fern, "Fern")


def test_greek_capitals_protect_a_name_in_both_directions(make_member, people) -> None:
    make_member("ΑΝΝΑ")
    with pytest.raises(InvalidRequest):
        rename_player(people[0], "Anna")


def introduce_name(text: str) -> str:
    from games.common.names import clean_nickname

    return clean_nickname(text)


def code_in(letter: OutgoingMail) -> str:
    found = re.search(r"^([A-Z0-9]{3,}-?[A-Z0-9]{3,})$", letter.text, re.MULTILINE)
    assert found is not None, letter.text
    return found[1]


def at_once(*acts):
    """Call the functions at the same time and return their results."""

    def do(act):
        try:
            return act()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [one.result() for one in [pool.submit(do, act) for act in acts]]


def test_logins_and_failures_are_logged_without_passwords(jade, caplog) -> None:
    with caplog.at_level("INFO", logger="games.accounts.services.login_hooks"):
        log_in(Client(), password="wrong horse")
        log_in(Client(), "nobody@tiles.example", "wrong horse")
        log_in(Client())
    said = [
        one.getMessage()
        for one in caplog.records
        if one.name == "games.accounts.services.login_hooks"
    ]
    assert f"Log-in failed for account [{jade.user_id}]" in said
    assert "Log-in failed for account unknown" in said
    assert f"Account {jade.user_id} logged in" in said
    assert not any(typed in " ".join(said) for typed in ("wrong", "nobody@", HERS))
