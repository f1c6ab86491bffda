"""What was done as a guest comes along to the account; nothing of anybody is lost."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core import signing
from django.db import connections
from django.test import Client
from django.utils import timezone

from games.accounts.services.joining import enrol, join, merge
from games.common.refusals import Conflict, Unsuitable
from games.mail.models import Letter
from games.play.models import Holder, Invitation, Move, Room
from games.play.services.naming import introduce, rename
from games.play.services.seats import sit_down
from games.players.models import MemberLook, Notice, Player
from tests.accounts.conftest import HERS, PASSWORD, log_in, sign_up, whose
from tests.play.conftest import NOON, table_of

SOON = NOON + timedelta(minutes=1)


@pytest.fixture
def jade(make_member) -> Player:
    return make_member("Jade")


def test_a_guests_seat_moves_and_news_come_along(jade, open_table, people, client_of) -> None:
    room, amber = open_table(), people[0]
    browser = client_of(amber)
    game = table_of(room)
    assert game.state is not None
    if game.state["to_move"] == 1:
        amber = people[1]
        browser = client_of(amber)
    sent = {"game": game.pk, "turn": game.turn_number, "key": "k"}
    assert browser.post(f"/r/{room.code}/pass", sent).status_code == 200
    Notice.objects.create(player=amber, room=room, kind="turn", text="!", created_at=NOON)
    stamp = Room.objects.get(pk=room.pk).stamp

    assert log_in(browser).status_code == 302
    assert whose(browser) == jade
    assert Holder.objects.filter(game=game, player=jade).exists()
    assert Move.objects.get(game=game).player == jade
    assert jade.notices.count() == 1
    assert Room.objects.get(pk=room.pk).stamp > stamp, "everybody is shown the name"
    if room.host == amber:
        room.refresh_from_db()
        assert (room.host, room.title) == (jade, "Jade's table")
    assert 'data-seated="1"' in browser.get(f"/r/{room.code}/").content.decode()
    amber.refresh_from_db()
    assert amber.left_at is not None


def test_nobody_plays_on_as_the_guest_who_came_along(jade, open_table, people, client_of) -> None:
    room, amber = open_table(started=False), people[0]
    browser, copied = client_of(amber), client_of(amber)
    log_in(browser)
    assert 'data-seated="1"' not in copied.get(f"/r/{room.code}/").content.decode()
    with pytest.raises(Conflict):
        introduce(amber.pk, "Amber")


def test_whoever_sits_twice_at_a_table_keeps_both_seats(
    jade, open_table, people, client_of
) -> None:
    room, rust = open_table(seats=3, started=False), people[1]
    other = open_table(started=False)
    Holder.objects.filter(game=table_of(room), player=people[2]).update(player=jade)
    browser = client_of(rust)
    answer = log_in(browser, next="/settings/")
    assert whose(browser) == jade
    assert "keeps that seat" in browser.get(answer["Location"]).content.decode()
    assert Holder.objects.filter(game=table_of(room), player__in=[rust, jade]).count() == 2
    assert Holder.objects.filter(game=table_of(other), player=jade).count() == 1
    assert browser.post("/accounts/logout/").status_code == 302
    assert whose(browser) == Player.objects.get(pk=rust.pk), "the seat can be played on"
    assert 'data-seated="1"' in browser.get(f"/r/{room.code}/").content.decode()


def test_an_invitation_of_both_becomes_one(jade, open_table, people) -> None:
    room = open_table(seats=3, started=False)
    for one in (jade, people[3]):
        Invitation.objects.create(game=table_of(room), player=one)
    assert merge(people[3], jade, SOON).apart is None
    assert [one.player for one in Invitation.objects.all()] == [jade]


def test_log_in_by_a_mailed_code_which_no_browser_can_read(jade, people, client_of) -> None:
    browser = client_of(people[0])
    answer = browser.post("/accounts/login/code/", {"email": HERS}, follow=True)
    letter = Letter.objects.get()
    code = code_in(letter)
    cookie = browser.cookies["sessionid"].value
    said = signing.loads(cookie, salt="django.contrib.sessions.backends.signed_cookies")
    assert code not in str(said)
    before = dict(browser.cookies)
    path = answer.redirect_chain[-1][0]
    for _ in range(3):
        browser.cookies["sessionid"] = before["sessionid"].value  # as if nothing had been tried
        assert whose(browser) == people[0]
        browser.post(path, {"code": "AAAA-AAAA"})
    browser.cookies["sessionid"] = before["sessionid"].value
    browser.post(path, {"code": code})
    assert whose(browser) == people[0], "three wrong ones are enough"

    browser.post("/accounts/login/code/", {"email": HERS})
    newest = Letter.objects.order_by("-created_at")[0]
    assert browser.post(path, {"code": code_in(newest)}).status_code == 302
    assert whose(browser) == jade


def test_a_new_password_by_mail_ends_the_other_sessions(jade) -> None:
    elsewhere, browser = Client(), Client()
    log_in(elsewhere)
    assert whose(elsewhere) == jade
    browser.post("/accounts/password/reset/", {"email": HERS})
    link = re.search(r"(/accounts/password/reset/key/\S+)", Letter.objects.get().text)
    assert link is not None
    form = browser.get(link[1], follow=True)
    path = form.redirect_chain[-1][0]
    done = browser.post(path, {"password1": "nine red squares", "password2": "nine red squares"})
    assert done.status_code == 302, done.content
    assert whose(elsewhere) is None
    assert not elsewhere.get("/settings/").context["user"].is_authenticated
    assert log_in(Client()).status_code == 200
    assert log_in(Client(), password="nine red squares").status_code == 302


def test_too_many_wrong_passwords_are_too_many(jade) -> None:
    for number in range(7):
        answer = log_in(Client(), password=f"wrong {number}")
        assert answer.status_code == 200
    assert "Too many failed login attempts" in answer.content.decode()
    assert "Too many" in log_in(Client()).content.decode(), "the right one is not tried, too"


def test_too_many_sign_ups_from_one_place_are_refused(db) -> None:
    answers = [sign_up(Client(), f"N{n}", f"n{n}@tiles.example") for n in range(22)]
    assert answers[0].status_code == 302
    assert (answers[-1].status_code, answers[-1]["Retry-After"]) == (429, "60")
    assert "Try again in a while." in answers[-1].content.decode()


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
def test_a_copied_cookie_opens_no_admin_after_the_log_out(make_member, door, plays) -> None:
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
def test_a_member_who_logs_out_leaves_nothing_behind(jade, door) -> None:
    User.objects.update(is_staff=True)
    browser = Client()
    log_in(browser)
    assert whose(browser) == jade
    browser.post(door)
    assert whose(browser) is None
    assert str(jade.pk) not in str(dict(browser.session))
    assert "Jade" not in browser.get("/settings/").content.decode()


@pytest.mark.django_db(transaction=True)
def test_two_log_ins_at_once_bring_a_guest_along_once(make_member, open_table, people) -> None:
    jade, room = make_member("Jade"), open_table()
    results = at_once(*[lambda: join(jade.user, people[0], timezone.now())] * 3)
    assert {result.player for result in results} == {jade}
    assert Holder.objects.filter(game=table_of(room), player=jade).count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_seat_taken_during_the_log_in_is_not_lost(make_member, open_table, people) -> None:
    jade, amber = make_member("Jade"), people[3]
    rooms = [open_table(seats=3, started=False) for _ in range(4)]
    for room in rooms:
        Holder.objects.filter(game=table_of(room), player=people[2]).delete()

    def take(room: Room) -> bool:
        try:
            sit_down(room.code, amber.pk, "", 2, NOON)
        except Conflict:
            return False
        return True

    deeds = [lambda room=room: take(room) for room in rooms]
    sat = at_once(lambda: merge(amber, jade, SOON), *deeds)[1:]
    held = {holder.game.room_id for holder in jade.held_seats.select_related("game")}
    assert held == {room.pk for room, took in zip(rooms, sat, strict=True) if took}
    assert not amber.held_seats.exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_who_would_be_called_alike_one_is(db) -> None:
    users = [User.objects.create_user(f"u{n}") for n in range(3)]
    names = ("Fern", "FERN", "Fеrn")
    deeds = [lambda u=u, n=n: enrol(u, None, n) for u, n in zip(users, names, strict=True)]
    called = {player.nickname for player in at_once(*deeds)}
    assert len(called & set(names)) == 1
    assert len(called) == 3
    assert MemberLook.objects.values("player").distinct().count() == 3


def test_no_member_takes_the_looks_of_another(make_member) -> None:
    make_member("Anna")
    fern = make_member("Fern")
    for name in ("Anna", "ANNA", "ΑΝΝΑ", "Аnnа", "Anna ", "Ａｎｎａ", "An\u200bna"):
        with pytest.raises(Unsuitable):
            rename(fern, introduce_name(name))
    assert rename(fern, "Hanna").nickname == "Hanna"
    rename(make_member("Moss"), "Fern")
    with pytest.raises(Unsuitable):
        rename(fern, "Fern")


def test_greek_capitals_protect_a_name_in_both_directions(make_member, people) -> None:
    make_member("ΑΝΝΑ")
    with pytest.raises(Unsuitable):
        rename(people[0], "Anna")


def introduce_name(text: str) -> str:
    from games.players.names import clean_nickname

    return clean_nickname(text)


def code_in(letter: Letter) -> str:
    found = re.search(r"^([A-Z0-9]{3,}-?[A-Z0-9]{3,})$", letter.text, re.MULTILINE)
    assert found is not None, letter.text
    return found[1]


def at_once(*deeds):
    """What each deed returns, all begun together."""

    def do(deed):
        try:
            return deed()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(deeds)) as pool:
        return [one.result() for one in [pool.submit(do, deed) for deed in deeds]]
