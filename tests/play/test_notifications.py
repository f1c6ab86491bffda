"""Notifications for players who are away from the room:
in the lobby, and by e-mail where allowed."""

from datetime import timedelta

import pytest

from games.lobby.live import PlayerState
from games.mail.models import OutgoingMail
from games.mail.perspective.mail_texts import get_mail_subject, get_mail_text
from games.mail.services import outbox
from games.play import store
from games.play.models import Room
from games.play.services import invitations, notifications, presence, referee, rooms, turns
from games.play.services.room_settings import RoomSettings
from games.players.models import Notification, Player
from games.players.services import notification_settings
from games.players.services.notifications import describe_notification
from games.rules.plays.acts import Exchange, Pass, Resign
from games.rules.positions.variants import get_variant
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


@pytest.fixture
def people(people) -> list[Player]:
    """Give each player a confirmed address."""
    for player in people:
        player.email = f"{player.nickname.lower()}@tiles.example"
        player.save()
    return people


@pytest.fixture
def qwibble(open_table) -> Room:
    """Amber and Cobalt play Qwibble; Amber is to move."""
    return open_table(variant="qwibble")


def swap(room: Room, player: Player, now=NOON) -> None:
    game = table_of(room)
    state = store.load_state(game)
    rack = state.seats[state.to_move or 0].rack
    turns.apply_player_act(
        room.code, player.pk, Exchange(rack[:1]), turn=game.turn_number, key="", now=now
    )


def sent_by(now) -> list[OutgoingMail]:
    """Mark every e-mail that is due by then as sent, and return them."""
    found = []
    while (letter := outbox.claim_mail(now)) is not None:
        outbox.mark_mail_sent(letter, now)
        found.append(letter)
    return found


def test_turns_of_correspondence_games_are_notified(qwibble, people, settings) -> None:
    swap(qwibble, people[0])
    notice = people[1].notices.get()
    assert notice.kind == "turn"
    sentence = "Amber swapped 1 tile. Your turn against Amber. 7 days left to move."
    assert describe_notification(notice, NOON) == sentence
    assert not people[0].notices.exists()
    assert not sent_by(NOON + 9 * MINUTE), "there is time to see it on the site"
    (letter,) = sent_by(NOON + 10 * MINUTE)
    assert (letter.to, get_mail_subject(letter)) == (
        "cobalt@tiles.example",
        "Tileroom: Your turn",
    )
    assert get_mail_text(letter, NOON) == f"{sentence}\n{settings.SITE_URL}/r/{qwibble.code}/"
    notice.refresh_from_db()
    assert notice.mailed_at == NOON + 10 * MINUTE


@pytest.mark.parametrize("sees", ["opens", "moves"])
def test_a_player_who_saw_the_turn_gets_no_email(qwibble, people, client_of, sees) -> None:
    swap(qwibble, people[0])
    if sees == "opens":
        client_of(people[1]).get(f"/r/{qwibble.code}/")
    else:
        swap(qwibble, people[1], NOON + MINUTE)
    assert [letter.to for letter in sent_by(NOON + 5 * DAY) if "cobalt" in letter.to] == []
    assert not people[1].notices.filter(read_at=None).exists()


def test_players_in_the_room_get_no_email(qwibble, open_table, people) -> None:
    other = open_table(variant="qwibble")
    swap(qwibble, people[0])
    swap(other, people[0])
    here = {qwibble.code: {str(people[1].pk): True}, other.code: {str(people[0].pk): True}}
    presence.record_presence(here, NOON + timedelta(seconds=30))
    assert people[1].notices.get(read_at=None).room == other, "there only the other one looks on"
    (letter,) = sent_by(NOON + 10 * MINUTE)
    assert other.code in get_mail_text(letter, NOON)


@pytest.mark.parametrize("later", [MINUTE / 2, DAY])
def test_the_end_is_notified_even_to_players_who_have_just_left(qwibble, people, later) -> None:
    swap(qwibble, people[0])
    turn = table_of(qwibble).turn_number
    turns.apply_player_act(
        qwibble.code, people[1].pk, Resign(), turn=turn, key="", now=NOON + later
    )
    notice = people[0].notices.get(kind="ended")
    assert describe_notification(notice, NOON).endswith("against Cobalt by resignation.")
    assert not people[1].notices.filter(kind="ended").exists(), "who has ended it knows"
    here = {qwibble.code: {str(people[0].pk): True}}
    presence.record_presence(here, NOON + later + timedelta(seconds=20))
    assert not people[0].notices.filter(read_at=None).exists(), "seen in the room"


def test_the_end_of_a_live_game_is_notified_to_absent_players(open_table, people) -> None:
    room = open_table()
    turns.apply_player_act(room.code, people[1].pk, Resign(), turn=0, key="", now=NOON + DAY)
    assert people[0].notices.get().kind == "ended"
    assert not people[1].notices.exists(), "who has ended it knows"


def test_live_games_send_no_turn_notifications(open_table, people) -> None:
    room = open_table()
    mover = store.load_state(table_of(room)).to_move or 0
    turns.apply_player_act(room.code, people[mover].pk, Pass(), turn=0, key="", now=NOON)
    assert not Notification.objects.exists()


def test_players_without_turn_emails_get_only_reminders(qwibble, people) -> None:
    chosen = {
        kind.value: ["mail"] for kind in notification_settings.OFFERED_CHANNELS if kind != "turn"
    }
    notification_settings.save_settings(
        people[1], chosen, sounds=True, volume=50, mail_hours=[], zone=""
    )
    swap(qwibble, people[0])
    assert people[1].notices.filter(kind="turn").exists()
    assert sent_by(NOON + DAY) == []
    referee.referee_game(qwibble.code, table_of(qwibble).pk, NOON + 4 * DAY)
    (letter,) = sent_by(NOON + 4 * DAY)
    assert letter.kind == "reminder"
    assert "3 days left before you forfeit the game." in get_mail_text(letter, NOON + 4 * DAY)


def test_an_unconfirmed_address_gets_no_email(qwibble, people) -> None:
    Player.objects.update(email="", email_asked="cobalt@tiles.example")
    swap(qwibble, people[0])
    assert people[1].notices.exists()
    assert not OutgoingMail.objects.exists()


def test_a_removed_address_gets_no_email(qwibble, people) -> None:
    swap(qwibble, people[0])
    Player.objects.filter(pk=people[1].pk).update(email="new@tiles.example")
    assert sent_by(NOON + DAY) == []


def test_an_invalid_address_does_not_break_a_move(qwibble, people, client_of) -> None:
    """The address was stored by an older release or written into the database directly."""
    Player.objects.filter(pk=people[1].pk).update(email=f"x@{'ü' * 63}.example")
    sent = {"game": table_of(qwibble).pk, "turn": 0, "key": "once"}
    answer = client_of(people[0]).post(f"/r/{qwibble.code}/pass", sent)
    assert answer.status_code == 200
    assert table_of(qwibble).turn_number == 1


def invite_often(lexicon, host: Player, guest: Player, times: int, title: str = "") -> None:
    """Open Qwibble rooms, invite the guest and move, so that each invitation is sent."""
    variant = get_variant("qwibble")
    for number in range(times):
        room_settings = RoomSettings(
            "qwibble", "qwibble-en", lexicon, 2, variant.options(), title=title
        )
        now = NOON + number * MINUTE
        room = rooms.open_room(host, room_settings, now)
        invitations.invite_player(room.code, host, guest.nickname, now)
        swap(room, host, now)
        turns.apply_player_act(room.code, host.pk, Resign(), turn=1, key="", now=now)


def test_many_invitations_by_one_player_send_few_emails(lexicon, people) -> None:
    invite_often(lexicon, people[0], people[1], 10)
    assert (
        OutgoingMail.objects.filter(kind="invitation").count()
        == outbox.MAX_INVITATIONS_PER_DAY["one"]
    )
    received = people[1].notices.filter(kind="invitation")
    assert received.count() == notifications.MAX_INVITATIONS
    people[2].email = "jade@tiles.example"
    invite_often(lexicon, people[0], people[2], 1)
    assert OutgoingMail.objects.filter(kind="invitation", player=people[2]).count() == 1


def test_many_players_cannot_flood_one_with_email(lexicon, people, monkeypatch) -> None:
    monkeypatch.setattr(outbox, "MAX_INVITATIONS_PER_DAY", {"one": 2, "all": 3})
    for host in (people[0], people[2], people[3]):
        invite_often(lexicon, host, people[1], 2)
    assert OutgoingMail.objects.filter(kind="invitation").count() == 3


def test_one_player_cannot_make_the_site_email_everyone(lexicon, people, monkeypatch) -> None:
    monkeypatch.setattr(outbox, "MAX_PER_SENDER_AND_DAY", 2)
    for guest in people[1:]:
        invite_often(lexicon, people[0], guest, 1)
    assert OutgoingMail.objects.filter(kind="invitation").count() == 2


def test_an_email_to_another_player_has_no_text_by_the_host(lexicon, people) -> None:
    people[0].nickname = "www.spam.example"
    people[0].save()
    invite_often(lexicon, people[0], people[1], 1, title="Buy now at http://spam.example")
    letter = OutgoingMail.objects.get(kind="invitation")
    text = get_mail_text(letter, NOON)
    terms = f"Qwibble, 7 days per turn, {lexicon.name}, casual"
    assert text.splitlines()[0] == f"www. spam. example invites you to a game: {terms}."
    assert "Buy" not in text + get_mail_subject(letter)


def test_notices_are_inside_the_part_that_the_lobby_refreshes(qwibble, people, client_of) -> None:
    swap(qwibble, people[0])
    page = client_of(people[1]).get("/").content.decode()
    for shown in (page, PlayerState(1, str(people[1].pk)).render("")):
        inside = shown.split('id="_bell"')[1].split('id="_mine"')[0]
        assert "Amber swapped 1 tile. Your turn against Amber." in inside
    assert "/settings/notifications/" in page
