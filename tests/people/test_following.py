"""Following: who may, who is here, watching and inviting with one click."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.people.models import Follow, Openness, Presence
from games.people.perspective.company import look_at_followed
from games.people.services.presence import HERE_FOR, NOTED_EVERY, note_present
from games.people.services.privacy import choose_privacy
from games.play.models import Invitation, Room
from games.players.models import Notice
from games.players.services.blocks import block
from tests.lobby.test_deeds import ROOM
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db


def test_a_member_follows_and_leaves_off_again(people, client_of) -> None:
    amber, cobalt, *_rest = people
    client = client_of(amber)
    assert "Unfollow" not in client.get("/players/Cobalt/").content.decode()
    for _click in range(2):
        answer = client.post(f"/following/{cobalt.pk}/")
        assert (answer.status_code, answer.headers["Location"]) == (302, "/players/Cobalt/")
    assert Follow.objects.count() == 1
    assert "Unfollow" in client.get("/players/Cobalt/").content.decode()
    assert "Cobalt" in client.get("/following/").content.decode()
    assert not Notice.objects.exists(), "the followed are not told"
    for _click in range(2):
        answer = client.post(f"/following/{cobalt.pk}/end/", {"from_list": "1"})
        assert answer.headers["Location"] == "/following/"
    assert not Follow.objects.exists()


def test_strangers_and_guests_follow_nobody_and_are_not_followed(people, guest, client_of) -> None:
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
def test_who_keeps_away_from_somebody_is_neither_followed_nor_seen(
    lexicon, people, client_of, blocker: int
) -> None:
    """Whichever of the two wants it so."""
    amber, cobalt = people[:2]
    note_present([str(cobalt.pk)], timezone.now())
    Follow.objects.create(follower=amber, followed=cobalt, created_at=NOON)
    Follow.objects.create(follower=cobalt, followed=amber, created_at=NOON)
    client = client_of(amber)
    assert "here now" in client.get("/players/Cobalt/").content.decode()
    block(people[blocker], people[1 - blocker], NOON)
    assert not Follow.objects.exists()
    page = client.get("/players/Cobalt/").content.decode()
    assert "here now" not in page
    assert client.post(f"/following/{cobalt.pk}/").status_code == 409
    assert client.post(f"/rooms/with/{cobalt.pk}/", {"key": "k"}).status_code == 409
    assert not Follow.objects.exists()
    assert not Invitation.objects.exists()
    choose_privacy(cobalt, profile=Openness.MEMBERS, online=Openness.ALL)
    assert client.get("/players/Cobalt/").status_code == 403
    assert client_of(people[2]).get("/players/Cobalt/").status_code == 200


def test_who_is_here_shows_first_to_whom_they_let_it_show(people) -> None:
    amber, cobalt, jade, rust = people
    for other in (cobalt, jade, rust):
        Follow.objects.create(follower=amber, followed=other, created_at=NOON)
    note_present([str(jade.pk), str(rust.pk)], NOON)
    choose_privacy(rust, profile=Openness.ALL, online=Openness.FOLLOWED)

    def seen(now) -> list[tuple[str, bool]]:
        return [(one.player.nickname, one.here) for one in look_at_followed(amber, now)]

    assert seen(NOON) == [("Jade", True), ("Cobalt", False), ("Rust", False)]
    Follow.objects.create(follower=rust, followed=amber, created_at=NOON)
    assert seen(NOON) == [("Jade", True), ("Rust", True), ("Cobalt", False)]
    assert not any(here for _name, here in seen(NOON + HERE_FOR * 1.1))


def test_presence_is_noted_rarely_and_of_members_alone(people, guest) -> None:
    ids = [str(people[0].pk), str(guest.pk)]
    note_present(ids, NOON)
    note_present(ids, NOON + NOTED_EVERY / 2)
    assert list(Presence.objects.values_list("player", "seen_at")) == [(people[0].pk, NOON)]
    later = NOON + NOTED_EVERY * 2
    note_present(ids, later)
    assert Presence.objects.get().seen_at == later


def test_a_public_game_can_be_watched_with_one_click(open_rated, people, client_of) -> None:
    room = open_rated()
    amber, jade = people[0], people[2]
    Follow.objects.create(follower=jade, followed=amber, created_at=NOON)
    note_present([str(amber.pk)], timezone.now())
    link = f'href="/r/{room.code}/"'
    for address in ("/following/", "/players/Amber/"):
        assert link in client_of(jade).get(address).content.decode()
    choose_privacy(amber, profile=Openness.ALL, online=Openness.NOBODY)
    assert link not in client_of(jade).get("/following/").content.decode()
    choose_privacy(amber, profile=Openness.ALL, online=Openness.ALL)
    Room.objects.update(public=False)
    assert link not in client_of(jade).get("/following/").content.decode()


def test_an_invitation_opens_a_room_like_the_last_one(lexicon, people, client_of) -> None:
    amber, cobalt, *_rest = people
    client = client_of(amber)
    client.post("/rooms/", ROOM | {"rated": "on", "challenge": "double", "end_rule": "scoreless"})
    first = Room.objects.get()
    key = client.get("/players/Cobalt/").context["key"]
    for _click in range(2):
        answer = client.post(f"/rooms/with/{cobalt.pk}/", {"key": key})
        assert answer.status_code == 302
    room = Room.objects.exclude(pk=first.pk).get()
    assert answer.headers["Location"] == f"/r/{room.code}/"
    assert (room.options, room.rated, room.seats_total) == (first.options, True, 2)
    assert Invitation.objects.get().player == cobalt


def test_a_first_invitation_opens_the_usual_room(lexicon, people, guest, client_of) -> None:
    cobalt = people[1]
    for number, visitor in enumerate((people[0], guest), 1):
        answer = client_of(visitor).post(f"/rooms/with/{cobalt.pk}/", {"key": str(number)})
        assert answer.status_code == 302
        room = Room.objects.get(host=visitor)
        assert (room.variant, room.seats_total, room.rated) == ("scrabble", 2, False)
        assert room.options["challenge"] == "single"
    assert Invitation.objects.filter(player=cobalt).count() == 2


def test_only_members_are_invited_so_and_not_oneself(lexicon, people, guest, client_of) -> None:
    client = client_of(people[0])
    assert client.post(f"/rooms/with/{guest.pk}/").status_code == 404
    assert client.post(f"/rooms/with/{people[0].pk}/").status_code == 404
    assert client.get(f"/rooms/with/{people[1].pk}/").status_code == 405
    assert not Room.objects.exists()


def test_the_last_room_with_three_seats_becomes_one_for_two(lexicon, people, client_of) -> None:
    client = client_of(people[0])
    client.post("/rooms/", ROOM | {"seats": "3"})
    Room.objects.update(created_at=timezone.now() - timedelta(hours=1))
    client.post(f"/rooms/with/{people[1].pk}/", {"key": "k"})
    assert Room.objects.order_by("-created_at")[0].seats_total == 2


def test_the_lobby_says_who_is_here(lexicon, people, guest, client_of) -> None:
    amber, cobalt, jade, _rust = people
    for other in (cobalt, jade):
        Follow.objects.create(follower=amber, followed=other, created_at=NOON)
    note_present([str(cobalt.pk)], timezone.now())
    for address in ("/", "/following/here/"):
        page = client_of(amber).get(address).content.decode()
        here = page.split('id="_here"')[1].split("</section>")[0]
        assert "Cobalt" in here
        assert "Jade" not in here
        assert f'action="/rooms/with/{cobalt.pk}/"' in here
        for visitor in (None, guest, jade):
            page = client_of(visitor).get(address).content.decode()
            assert "Cobalt" not in page.split('id="_here"')[1].split("</section>")[0]
