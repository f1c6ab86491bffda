"""What reaches a browser whose pages are closed, and what does not."""

from datetime import datetime, timedelta

import pytest

from games.play import store
from games.play.models import Holder, Room
from games.play.services import presence, turns
from games.players.models import Notice, Player
from games.players.services import tellings
from games.push.models import Push
from games.push.services.gathering import gather
from games.push.services.outbox import LEASE, take_push
from games.rules.moves import Exchange, Pass
from tests.play.conftest import NOON, table_of
from tests.push.conftest import leave_notice

pytestmark = pytest.mark.django_db

SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
SOON = NOON + 2 * MINUTE
"""Nobody has been in the room for more than a minute."""


def swap(room: Room, player: Player, now: datetime = NOON) -> None:
    game = table_of(room)
    state = store.load(game)
    rack = state.seats[state.to_move or 0].rack
    turns.act(room.code, player.pk, Exchange(rack[:1]), turn=game.turn_number, key="", now=now)


def test_a_turn_of_days_is_read_by_the_browser_alone(open_table, people, told, service, work):
    room = open_table(variant="qwibble")
    phone, laptop = told(people[1], "phone"), told(people[1], "laptop")
    told(people[0], "other")
    swap(room, people[0])
    assert work(SOON) == 2
    assert {given.name for given in service.given} == {"phone", "laptop"}
    for given, browser in zip(
        sorted(service.given, key=lambda one: one.name), (laptop, phone), strict=True
    ):
        said = browser.read(given)
        assert said == {
            "title": "It is your turn",
            "body": "It is your turn at Amber's table.",
            "url": f"/r/{room.code}/",
            "tag": f"turn-{room.code}",
        }
        claims = given.claims()
        assert claims["aud"] == service.url
        assert claims["sub"].startswith("mailto:")
        assert given.headers["ttl"] == str(24 * 3600)
        assert given.headers["urgency"] == "high"
        assert len(given.headers["topic"]) == 32
        assert room.code not in given.headers["topic"]
    assert work(SOON + MINUTE) == 0, "once"


@pytest.mark.parametrize(
    ("site", "sender", "contact"),
    [
        ("https://tiles.example:8443/", "x@tiles.example", "https://tiles.example:8443"),
        ("http://10.0.0.7:8000", "Tileroom <root@host>", "mailto:root@host"),
    ],
)
def test_any_site_says_whom_a_service_may_write_to(
    people, told, service, work, settings, site, sender, contact
):
    settings.SITE_URL, settings.DEFAULT_FROM_EMAIL = site, sender
    told(people[0], "phone")
    leave_notice(people[0])
    assert work(SOON) == 1
    assert service.given[0].claims()["sub"] == contact


def test_what_is_read_meanwhile_is_not_pushed(open_table, people, told, service, work, client_of):
    room = open_table(variant="qwibble")
    told(people[1], "phone")
    swap(room, people[0])
    gather(SOON)
    assert Push.objects.count() == 1
    client_of(people[1]).get(f"/r/{room.code}/")
    assert work(SOON) == 0
    assert not service.given
    assert Push.objects.get().due_at is None


def test_who_is_in_the_room_is_told_once_they_have_left(open_table, people, told, service, work):
    room = open_table(variant="qwibble")
    told(people[1], "phone")
    here = {room.code: {str(people[1].pk): True}}
    presence.note_all(here, NOON)
    swap(room, people[0])
    assert work(NOON + 30 * SECOND) == 0
    assert work(SOON) == 1


def test_who_does_not_want_it_pushed_is_not_told(open_table, people, told, service, work):
    room = open_table(variant="qwibble")
    told(people[1], "phone")
    chosen = {kind.value: ["mail"] for kind in tellings.OFFERED}
    tellings.choose(people[1], chosen, sounds=True, volume=50, mail_hours=[], zone="")
    swap(room, people[0])
    assert work(SOON) == 0
    assert Notice.objects.get().pushed_at == SOON, "it is not looked at again"
    assert not Push.objects.exists()


def test_a_moderators_word_stands_in_the_bell_alone(people, told, service, work):
    told(people[0], "phone")
    leave_notice(people[0], kind="sanction")
    assert work(SOON) == 0


def test_what_is_old_is_no_news(people, told, service, work):
    told(people[0], "phone")
    leave_notice(people[0])
    assert work(NOON + timedelta(days=1)) == 0


def test_a_live_game_that_waits_for_somebody_away_tells_them_once_a_turn(
    open_table, people, told, service, work
):
    room = open_table()
    mover = store.load(table_of(room)).to_move or 0
    phone = told(people[1 - mover], "phone")
    told(people[mover], "other")
    turns.act(room.code, people[mover].pk, Pass(), turn=0, key="", now=NOON)
    here = {room.code: {str(people[mover].pk): True}}
    presence.note_all(here, NOON)
    assert not Notice.objects.exists()
    Holder.objects.filter(player=people[1 - mover]).update(seen_at=NOON - 30 * SECOND)
    assert work(NOON + 10 * SECOND) == 0, "they may be on their way back"
    assert work(NOON + 45 * SECOND) == 1
    (given,) = service.given
    assert phone.read(given)["body"] == f"It is your turn at {room.title}."
    assert phone.read(given)["url"] == f"/r/{room.code}/"
    assert given.headers["ttl"] == "600"
    assert work(NOON + 50 * SECOND) == 0

    turns.act(room.code, people[1 - mover].pk, Pass(), turn=1, key="", now=SOON)
    turns.act(room.code, people[mover].pk, Pass(), turn=2, key="", now=SOON)
    Holder.objects.update(seen_at=SOON - 2 * MINUTE)
    assert work(SOON + MINUTE / 2) == 1, "the next turn"


def test_a_turn_that_was_taken_is_not_pushed(open_table, people, told, service, clock):
    room = open_table()
    mover = store.load(table_of(room)).to_move or 0
    told(people[mover], "phone")
    Holder.objects.update(seen_at=NOON - 2 * MINUTE)
    clock(NOON + 10 * SECOND)
    gather(NOON + 10 * SECOND)
    assert Push.objects.count() == 1
    turns.act(room.code, people[mover].pk, Pass(), turn=0, key="", now=NOON + 11 * SECOND)
    assert take_push(NOON + 12 * SECOND) is None


def test_two_workers_gather_and_send_everything_once(people, told, service, work):
    told(people[0], "phone")
    leave_notice(people[0])
    leave_notice(people[0], text="Another game has ended.")
    gather(SOON)
    gather(SOON)
    assert Push.objects.count() == 2
    taken = {take_push(SOON).pk, take_push(SOON).pk}
    assert len(taken) == 2
    assert take_push(SOON) is None
    assert take_push(SOON + LEASE + SECOND) is not None, "its worker was killed"
