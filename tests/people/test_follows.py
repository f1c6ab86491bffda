"""Following members: who may, who is online, and watching or inviting them with one click."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from games.lobby.live import PlayerState
from games.people.models import Follow, MemberPresence, Visibility
from games.people.perspective.followed_members import A_PAGE, list_followed
from games.people.services.presence import PRESENCE_LIFETIME, WRITE_INTERVAL, record_members_present
from games.people.services.privacy import save_privacy
from games.play.models import Invitation, Room
from games.players.models import Notification
from games.players.services.blocks import block_player
from tests.lobby.test_room_opening import ROOM
from tests.play.conftest import NOON
from tests.ratings.conftest import make_member

pytestmark = pytest.mark.django_db


def test_a_member_can_follow_and_unfollow(people, client_of) -> None:
    amber, cobalt, *_rest = people
    client = client_of(amber)
    assert "Unfollow" not in client.get("/players/Cobalt/").content.decode()
    for _click in range(2):
        answer = client.post(f"/following/{cobalt.pk}/")
        assert (answer.status_code, answer.headers["Location"]) == (302, "/players/Cobalt/")
    assert Follow.objects.count() == 1
    assert "Unfollow" in client.get("/players/Cobalt/").content.decode()
    assert "Cobalt" in client.get("/following/").content.decode()
    assert not Notification.objects.exists(), "followed members are not notified"
    for _click in range(2):
        answer = client.post(f"/following/{cobalt.pk}/end/", {"from_list": "1"})
        assert answer.headers["Location"] == "/following/"
    assert not Follow.objects.exists()


def test_only_members_follow_and_are_followed(people, guest, client_of) -> None:
    for visitor in (None, guest):
        client = client_of(visitor)
        for end in ("", "end/"):
            assert client.post(f"/following/{people[0].pk}/{end}").status_code == 403
        page = client.get("/following/").content.decode()
        assert "Members can follow each other" in page
        assert "Follow<" not in client.get("/players/Amber/").content.decode()
    amber = client_of(people[0])
    assert amber.post(f"/following/{guest.pk}/").status_code == 404
    assert amber.post(f"/following/{people[0].pk}/").status_code == 403
    assert amber.get(f"/following/{people[1].pk}/").status_code == 405
    assert not Follow.objects.exists()


@pytest.mark.parametrize("blocker", [0, 1])
def test_blocked_players_cannot_follow_or_see_each_other(
    lexicon, people, client_of, blocker: int
) -> None:
    """In either direction of the block."""
    amber, cobalt = people[:2]
    record_members_present([str(cobalt.pk)], timezone.now())
    Follow.objects.create(follower=amber, followed=cobalt, created_at=NOON)
    Follow.objects.create(follower=cobalt, followed=amber, created_at=NOON)
    client = client_of(amber)
    assert 'class="here">online<' in client.get("/players/Cobalt/").content.decode()
    block_player(people[blocker], people[1 - blocker], NOON)
    assert not Follow.objects.exists()
    page = client.get("/players/Cobalt/").content.decode()
    assert 'class="here">online<' not in page
    assert client.post(f"/following/{cobalt.pk}/").status_code == 409
    assert client.post(f"/rooms/with/{cobalt.pk}/", {"key": "k"}).status_code == 409
    assert not Follow.objects.exists()
    assert not Invitation.objects.exists()
    save_privacy(cobalt, profile=Visibility.MEMBERS, online=Visibility.ALL)
    assert client.get("/players/Cobalt/").status_code == 403
    assert client_of(people[2]).get("/players/Cobalt/").status_code == 200


def test_online_members_come_first_if_they_allow_it(people) -> None:
    amber, cobalt, jade, rust = people
    for other in (cobalt, jade, rust):
        Follow.objects.create(follower=amber, followed=other, created_at=NOON)
    record_members_present([str(jade.pk), str(rust.pk)], NOON)
    save_privacy(rust, profile=Visibility.ALL, online=Visibility.FOLLOWED)

    def seen(now) -> list[tuple[str, bool]]:
        return [(one.player.nickname, one.here) for one in list_followed(amber, now)[1]]

    assert seen(NOON) == [("Jade", True), ("Cobalt", False), ("Rust", False)]
    Follow.objects.create(follower=rust, followed=amber, created_at=NOON)
    assert seen(NOON) == [("Jade", True), ("Rust", True), ("Cobalt", False)]
    assert not any(here for _name, here in seen(NOON + PRESENCE_LIFETIME * 1.1))


def test_a_long_list_has_pages(people, client_of) -> None:
    amber, rust = people[0], people[3]
    others = [make_member(f"P{number:02}x") for number in range(A_PAGE + 2)]
    for other in (*others, rust):
        Follow.objects.create(follower=amber, followed=other, created_at=NOON)
    record_members_present([str(rust.pk)], timezone.now())
    client = client_of(amber)
    first, second = client.get("/following/"), client.get("/following/?page=2")
    names = [[one.player.nickname for one in page.context["people"]] for page in (first, second)]
    assert names[0] == ["Rust", *(one.nickname for one in others[: A_PAGE - 1])], (
        "who is here first"
    )
    assert names[1] == [one.nickname for one in others[A_PAGE - 1 :]]
    assert 'href="?page=2"' in first.content.decode()
    said = re.search(r'name="from_list" value="(\d+)"', second.content.decode())
    assert said is not None
    answer = client.post(f"/following/{others[-1].pk}/end/", {"from_list": said[1]})
    assert answer.headers["Location"] == "/following/?page=2"
    for nonsense in ("0", "99", "x"):
        assert client.get(f"/following/?page={nonsense}").status_code == 200
        page = client.post(f"/following/{others[-1].pk}/end/", {"from_list": nonsense})
        assert client.get(page.headers["Location"]).status_code == 200


def test_presence_is_recorded_rarely_and_only_for_members(people, guest) -> None:
    ids = [str(people[0].pk), str(guest.pk)]
    record_members_present(ids, NOON)
    record_members_present(ids, NOON + WRITE_INTERVAL / 2)
    assert list(MemberPresence.objects.values_list("player", "seen_at")) == [(people[0].pk, NOON)]
    later = NOON + WRITE_INTERVAL * 2
    record_members_present(ids, later)
    assert MemberPresence.objects.get().seen_at == later


def test_a_public_game_can_be_watched_with_one_click(open_rated, people, client_of) -> None:
    room = open_rated()
    amber, jade = people[0], people[2]
    Follow.objects.create(follower=jade, followed=amber, created_at=NOON)
    record_members_present([str(amber.pk)], timezone.now())
    link = f'href="/r/{room.code}/"'
    for address in ("/following/", "/players/Amber/"):
        assert link in client_of(jade).get(address).content.decode()
    save_privacy(amber, profile=Visibility.ALL, online=Visibility.NOBODY)
    assert link not in client_of(jade).get("/following/").content.decode()
    save_privacy(amber, profile=Visibility.ALL, online=Visibility.ALL)
    Room.objects.update(public=False)
    assert link not in client_of(jade).get("/following/").content.decode()


def test_an_invitation_reuses_the_last_rooms_settings(lexicon, people, client_of) -> None:
    amber, cobalt, *_rest = people
    client = client_of(amber)
    client.post("/rooms/", ROOM | {"rated": "on", "clock": "5+5", "challenge": "double"})
    first = Room.objects.get()
    page = client.get(f"/rooms/with/{cobalt.pk}/")
    assert Room.objects.count() == 1, "looking at the offer makes nothing"
    offered = dict(page.context["terms"])
    assert (offered["Game"], offered["Dictionary"]) == ("Scrabble", first.lexicon.name)
    assert "double challenge" in offered["Rules"]
    shown = re.search(r"Your offer:</p>\s*<dl.*?</dl>", page.content.decode(), re.DOTALL)
    assert shown is not None
    parts = re.findall(r"<d[td]>(.*?)</d[td]>", shown[0])
    pairs = zip(map(unescape, parts[::2]), map(unescape, parts[1::2]), strict=True)
    assert dict(pairs) == {name: str(words) for name, words in offered.items()}, "all of it is read"
    for key in (page.context["key"], "pressed again", ""):
        answer = client.post(f"/rooms/with/{cobalt.pk}/", {"key": key})
        assert answer.status_code == 302
    room = Room.objects.exclude(pk=first.pk).get()
    assert answer.headers["Location"] == f"/r/{room.code}/"
    assert (room.options, room.rated, room.seats_total) == (first.options, True, 2)
    assert Invitation.objects.get().player == cobalt


def test_a_first_invitation_uses_the_default_settings(lexicon, people, guest, client_of) -> None:
    cobalt = people[1]
    for number, visitor in enumerate((people[0], guest), 1):
        answer = client_of(visitor).post(f"/rooms/with/{cobalt.pk}/", {"key": str(number)})
        assert answer.status_code == 302
        room = Room.objects.get(host=visitor)
        assert (room.variant, room.seats_total, room.rated) == ("scrabble", 2, False)
        assert room.options["challenge"] == "void"
    assert Invitation.objects.filter(player=cobalt).count() == 2


def test_members_can_invite_only_other_members(lexicon, people, guest, client_of) -> None:
    client = client_of(people[0])
    assert client.post(f"/rooms/with/{guest.pk}/").status_code == 404
    assert client.post(f"/rooms/with/{people[0].pk}/").status_code == 404
    assert client.get(f"/rooms/with/{guest.pk}/").status_code == 404
    assert client.get(f"/rooms/with/{people[0].pk}/").status_code == 404
    assert not Room.objects.exists()


def test_an_invitation_after_a_room_for_three_has_two_seats(lexicon, people, client_of) -> None:
    client = client_of(people[0])
    client.post("/rooms/", ROOM | {"seats": "3"})
    Room.objects.update(created_at=timezone.now() - timedelta(hours=1))
    client.post(f"/rooms/with/{people[1].pk}/", {"key": "k"})
    assert Room.objects.order_by("-created_at")[0].seats_total == 2


def test_the_lobby_shows_who_is_online(lexicon, people, guest, client_of) -> None:
    amber, cobalt, jade, _rust = people
    for other in (cobalt, jade):
        Follow.objects.create(follower=amber, followed=other, created_at=NOON)
    record_members_present([str(cobalt.pk)], timezone.now())
    for address in ("/", "/following/online/"):
        page = client_of(amber).get(address).content.decode()
        here = page.split('id="_online"')[1].split("</section>")[0]
        assert "Cobalt" in here
        assert "Jade" not in here
        assert f'href="/rooms/with/{cobalt.pk}/"' in here
        for visitor in (None, guest, jade):
            page = client_of(visitor).get(address).content.decode()
            assert "Cobalt" not in page.split('id="_online"')[1].split("</section>")[0]


def test_a_page_knows_from_the_first_push_whether_its_list_is_current(
    lexicon, people, client_of
) -> None:
    """The mark beside the pushed bell is that of the list in the page, until another member comes
    online.
    """
    amber, cobalt, *_rest = people
    Follow.objects.create(follower=amber, followed=cobalt, created_at=NOON)

    def marks() -> list[str]:
        pages = [client_of(amber).get(url).content.decode() for url in ("/", "/following/online/")]
        listed = [page.split('id="_online"')[1] for page in pages]
        pushed = PlayerState(1, str(amber.pk)).render("").split('id="_bell"')[1]
        return [part.split('data-online="')[1].split('"')[0] for part in (*listed, pushed)]

    (before,) = set(marks())
    record_members_present([str(cobalt.pk)], timezone.now())
    (after,) = set(marks())
    assert before
    assert after not in ("", before)


def test_an_unanswered_invitation_leads_to_its_room(lexicon, people, client_of) -> None:
    client, page = client_of(people[0]), f"/rooms/with/{people[1].pk}/"
    room = client.post(page, {"key": "one"}).headers["Location"]
    shown = client.get(page).content.decode()
    assert "already invited" in shown
    assert room in shown
    assert "<form" not in shown.split("<main")[1].split("</main>")[0]
    Invitation.objects.all().delete()
    assert client.post(page, {"key": "two"}).headers["Location"] != room


def test_a_changed_invitation_needs_another_confirmation(lexicon, people, client_of) -> None:
    client, page = client_of(people[0]), f"/rooms/with/{people[1].pk}/"
    shown = client.get(page).context["proposal"].terms
    client.post("/rooms/", ROOM | {"challenge": "double"})
    answer = client.post(page, {"key": "k", "terms": shown})
    assert answer.status_code == 409
    assert "settings have changed" in answer.content.decode()
    assert not Invitation.objects.exists()
    terms = answer.context["proposal"].terms
    assert client.post(page, {"key": "k", "terms": terms}).status_code == 302
