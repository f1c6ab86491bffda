"""Pushes to browsers whose pages are closed: what is sent and what is not."""

from datetime import datetime, timedelta

import pytest

from games.play import store
from games.play.models import Room, SeatMember
from games.play.services import presence, turns
from games.players.models import Notification, Player
from games.players.services import notification_settings
from games.push.models import OutgoingPush
from games.push.services.outbox import SENDING_LEASE, claim_push
from games.push.services.push_queueing import queue_due_pushes
from games.rules.plays.acts import Exchange, Pass
from tests.play.conftest import NOON, table_of
from tests.push.conftest import leave_notice

pytestmark = pytest.mark.django_db

SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
SOON = NOON + 2 * MINUTE
"""By then, the room has been empty for more than a minute."""


def swap(room: Room, player: Player, now: datetime = NOON) -> None:
    game = table_of(room)
    state = store.load_state(game)
    rack = state.seats[state.to_move or 0].rack
    turns.apply_player_act(
        room.code, player.pk, Exchange(rack[:1]), turn=game.turn_number, key="", now=now
    )


def test_only_the_browser_can_read_the_push_of_a_correspondence_turn(
    open_table, people, subscribe, service, work
):
    room = open_table(variant="qwibble")
    phone, laptop = subscribe(people[1], "phone"), subscribe(people[1], "laptop")
    subscribe(people[0], "other")
    swap(room, people[0])
    assert work(SOON) == 2
    assert {given.name for given in service.given} == {"phone", "laptop"}
    for given, browser in zip(
        sorted(service.given, key=lambda one: one.name), (laptop, phone), strict=True
    ):
        said = browser.read(given)
        assert said == {
            "title": "Your turn",
            "body": "Amber swapped 1 tile. Your turn against Amber. 7 days left to move.",
            "url": f"/r/{room.code}/",
            "tag": f"turn-{room.code}",
        }
        claims = given.claims()
        assert claims["aud"] == service.url
        assert claims["sub"].startswith("mailto:")
        assert given.headers["ttl"] == str(24 * 3600)
        assert given.headers["urgency"] == "high"
        # RFC 8030 allows at most 32 characters. A topic must not name the room to the push service.
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
def test_a_contact_for_push_services_is_always_sent(
    people, subscribe, service, work, settings, site, sender, contact
):
    settings.SITE_URL, settings.DEFAULT_FROM_EMAIL = site, sender
    subscribe(people[0], "phone")
    leave_notice(people[0])
    assert work(SOON) == 1
    assert service.given[0].claims()["sub"] == contact


def test_notifications_already_read_are_not_pushed(
    open_table, people, subscribe, service, work, client_of
):
    room = open_table(variant="qwibble")
    subscribe(people[1], "phone")
    swap(room, people[0])
    queue_due_pushes(SOON)
    assert OutgoingPush.objects.count() == 1
    client_of(people[1]).get(f"/r/{room.code}/")
    assert work(SOON) == 0
    assert not service.given
    assert OutgoingPush.objects.get().due_at is None


def test_a_player_in_the_room_gets_the_push_after_leaving(
    open_table, people, subscribe, service, work
):
    room = open_table(variant="qwibble")
    subscribe(people[1], "phone")
    here = {room.code: {str(people[1].pk): True}}
    presence.record_presence(here, NOON)
    swap(room, people[0])
    assert work(NOON + 30 * SECOND) == 0
    assert work(SOON) == 1


def test_players_without_push_get_none(open_table, people, subscribe, service, work):
    room = open_table(variant="qwibble")
    subscribe(people[1], "phone")
    chosen = {kind.value: ["mail"] for kind in notification_settings.OFFERED_CHANNELS}
    notification_settings.save_settings(
        people[1], chosen, sounds=True, volume=50, mail_hours=[], zone=""
    )
    swap(room, people[0])
    assert work(SOON) == 0
    assert Notification.objects.get().pushed_at == SOON, "it is not looked at again"
    assert not OutgoingPush.objects.exists()


def test_a_moderators_message_is_not_pushed(people, subscribe, service, work):
    subscribe(people[0], "phone")
    leave_notice(people[0], kind="sanction")
    assert work(SOON) == 0


def test_old_notifications_are_not_pushed(people, subscribe, service, work):
    subscribe(people[0], "phone")
    leave_notice(people[0])
    assert work(NOON + timedelta(days=1)) == 0


def test_a_live_game_pushes_once_a_turn_to_an_absent_player(
    open_table, people, subscribe, service, work
):
    room = open_table()
    mover = store.load_state(table_of(room)).to_move or 0
    phone = subscribe(people[1 - mover], "phone")
    subscribe(people[mover], "other")
    turns.apply_player_act(room.code, people[mover].pk, Pass(), turn=0, key="", now=NOON)
    here = {room.code: {str(people[mover].pk): True}}
    presence.record_presence(here, NOON)
    assert not Notification.objects.exists()
    SeatMember.objects.filter(player=people[1 - mover]).update(seen_at=NOON - 30 * SECOND)
    assert work(NOON + 10 * SECOND) == 0, "they may be on their way back"
    assert work(NOON + 45 * SECOND) == 1
    (given,) = service.given
    name = people[mover].nickname
    assert phone.read(given)["body"] == f"{name} passed. Your turn against {name}."
    assert phone.read(given)["url"] == f"/r/{room.code}/"
    assert given.headers["ttl"] == "600"
    assert work(NOON + 50 * SECOND) == 0

    turns.apply_player_act(room.code, people[1 - mover].pk, Pass(), turn=1, key="", now=SOON)
    turns.apply_player_act(room.code, people[mover].pk, Pass(), turn=2, key="", now=SOON)
    SeatMember.objects.update(seen_at=SOON - 2 * MINUTE)
    assert work(SOON + MINUTE / 2) == 1, "the next turn"


def test_a_turn_that_was_taken_is_not_pushed(open_table, people, subscribe, service, clock):
    room = open_table()
    mover = store.load_state(table_of(room)).to_move or 0
    subscribe(people[mover], "phone")
    SeatMember.objects.update(seen_at=NOON - 2 * MINUTE)
    clock(NOON + 10 * SECOND)
    queue_due_pushes(NOON + 10 * SECOND)
    assert OutgoingPush.objects.count() == 1
    turns.apply_player_act(
        room.code, people[mover].pk, Pass(), turn=0, key="", now=NOON + 11 * SECOND
    )
    assert claim_push(NOON + 12 * SECOND) is None


def test_two_workers_gather_and_send_everything_once(people, subscribe, service, work):
    subscribe(people[0], "phone")
    leave_notice(people[0])
    leave_notice(people[0], text="Another game has ended.")
    queue_due_pushes(SOON)
    queue_due_pushes(SOON)
    assert OutgoingPush.objects.count() == 2
    taken = {claim_push(SOON).pk, claim_push(SOON).pk}
    assert len(taken) == 2
    assert claim_push(SOON) is None
    assert claim_push(SOON + SENDING_LEASE + SECOND) is not None, "its worker was killed"
