"""A suspension follows a player who logs out, plays on as a guest, or opens a new account."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts.services.account_merging import merge_guest
from games.play.models import Room, SeatMember
from games.play.services.naming import get_or_create_player
from games.play.services.seats import take_seat
from games.players.models import DeletedAccountHash, Player, Sanction
from games.players.services.sanctions import impose_sanction
from scrabble_site.shared.refusals import InvalidRequest
from tests.accounts.conftest import HERS, confirm_password, log_in, sign_up, whose
from tests.accounts.test_session_list import whose_now
from tests.play.conftest import NOON, table_of

HTMX = {"HX-Request": "true"}
WEEK = timedelta(days=7)


def suspend(player: Player, kind: Sanction.Kind = Sanction.Kind.SUSPENSION) -> None:
    now = timezone.now()
    impose_sanction(player, kind, "Stay friendly.", now, until=now + WEEK)


@pytest.fixture
def jade(make_member) -> Player:
    """A member who is suspended for a week."""
    player = make_member("Jade")
    suspend(player)
    return player


def sits_down(browser: Client, room: Room) -> bool:
    """Try to take the third seat. A refusal must give the reason for the suspension."""
    answer = browser.post(f"/r/{room.code}/sit", {"seat": "2"}, headers=HTMX)
    assert answer.status_code == 200 or "Stay friendly." in answer.content.decode()
    return answer.status_code == 200


@pytest.fixture
def room(open_table, people) -> Room:
    room = open_table(seats=3, started=False)
    SeatMember.objects.get(game=table_of(room), player=people[2]).delete()
    return room


@pytest.mark.parametrize("end", ["/accounts/logout/", "/settings/sessions/end/", "single"])
def test_a_guest_in_the_browser_of_a_suspended_member_is_suspended(jade, room, end) -> None:
    browser = Client()
    log_in(browser)
    assert not sits_down(browser, room)
    if end == "single":
        end = f"/settings/sessions/{browser.session['number']}/end/"
    browser.post(end)
    assert whose_now(browser) != jade
    assert not sits_down(browser, room)
    assert "Stay friendly." in browser.get("/standing/").content.decode()
    log_in(browser)
    assert not sits_down(browser, room)
    assert sits_down(Client(), room), "others may"


def test_logging_out_without_a_suspension_leaves_no_guest(make_member, room) -> None:
    make_member("Jade")
    browser = Client()
    log_in(browser)
    browser.post("/accounts/logout/")
    assert whose(browser) is None


def test_a_suspended_guest_who_logs_in_suspends_the_member(make_member, people, room) -> None:
    jade = make_member("Jade")
    suspend(people[3])
    merge_guest(people[3], jade, timezone.now())
    jade.refresh_from_db()
    assert jade.suspended_until is not None
    assert jade.sanctions.latest("made_at").words == "Stay friendly."


def test_a_suspended_member_loses_a_seat_taken_as_a_guest(jade, people, room) -> None:
    """A private window does not reveal whose guest it is; logging in does."""
    take_seat(room.code, people[3], 2, NOON)
    merge_guest(people[3], jade, timezone.now())
    assert not SeatMember.objects.filter(game=table_of(room), player__in=[jade, people[3]]).exists()


def test_a_mute_also_follows_the_player(make_member, open_table, people) -> None:
    jade, browser = make_member("Jade"), Client()
    suspend(jade, Sanction.Kind.MUTE)
    log_in(browser)
    browser.post("/accounts/logout/")
    room = open_table(started=False)
    said = {"text": "hello", "channel": "room", "key": "k"}
    assert browser.post(f"/r/{room.code}/chat/send", said, headers=HTMX).status_code == 403


@pytest.mark.parametrize("address", [HERS, HERS.upper(), "fern@tiles.example"])
def test_deleting_the_account_does_not_end_a_suspension(jade, room, address) -> None:
    browser, elsewhere = Client(), Client()
    log_in(browser)
    confirm_password(browser)
    assert browser.post("/settings/delete/", {"name": "Jade"}).status_code == 302
    assert not sits_down(browser, room), "here one goes on as a suspended guest"
    guest = whose(browser)
    assert guest is not None
    with pytest.raises(InvalidRequest):
        get_or_create_player(guest.pk, "jade")
    answer = sign_up(elsewhere, "Jade", address)
    assert "nickname" in answer.context["form"].errors
    assert sign_up(elsewhere, "Fern", address).status_code == 302
    assert sits_down(elsewhere, room) == (address == "fern@tiles.example")


def test_a_deleted_guest_is_still_suspended_in_that_browser(people, client_of, room) -> None:
    suspend(people[3])
    browser = client_of(people[3])
    browser.post("/settings/delete/", {"name": "Rust"})
    assert whose_now(browser) not in (None, people[3])
    assert not sits_down(browser, room)


def test_only_hashes_of_deleted_accounts_are_kept_and_they_expire(make_member) -> None:
    make_member("Moss")
    for name in ("Jade", "Fern"):
        make_member(name)
        browser = Client()
        log_in(browser, f"{name.lower()}@tiles.example")
        confirm_password(browser)
        browser.post("/settings/delete/", {"name": name})
        kept = str(list(DeletedAccountHash.objects.values_list("digest", flat=True))).casefold()
        assert name.casefold() not in kept
        assert "tiles" not in kept
        assert sign_up(Client(), name).status_code == 200, "the name is reserved for a while"
        month = DeletedAccountHash.objects.latest("until").until - timezone.now()
        assert timedelta(days=29) < month <= timedelta(days=30)
        DeletedAccountHash.objects.update(until=timezone.now() - timedelta(seconds=1))
        assert sign_up(Client(), name, f"{name}@new.example").status_code == 302
