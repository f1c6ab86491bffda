"""Players who lose or receive a seat or become the host are notified
on the page, by bell and by e-mail."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.lobby.live import PlayerState
from games.mail.models import OutgoingMail
from games.mail.perspective.mail_texts import get_mail_text
from games.play.models import Room
from games.play.services.notifications import mark_seen_in_room
from games.players.models import Player
from games.players.services.notifications import describe_notification
from games.players.terms.badges import create_badge
from tests.play.conftest import NOON, member_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting(open_table, people) -> Room:
    """A waiting room with Amber, the host, and Cobalt and Jade, who have addresses."""
    room = open_table(seats=3, started=False)
    Player.objects.update(email="")
    for player in people[1:3]:
        Player.objects.filter(pk=player.pk).update(email=f"{player.nickname}@tiles.example")
    return room


def sentence_of(player: Player, kind: str) -> str:
    return describe_notification(player.notices.get(kind=kind), NOON)


def test_a_player_who_loses_a_seat_learns_who_removed_them(waiting, people, client_of) -> None:
    host, page = client_of(people[0]), f"/r/{waiting.code}/"
    assert (
        host.post(f"{page}host/unseat", {"seat": "1", "who": member_at(waiting, 1)}).status_code
        == 200
    )
    sentence = "Amber, the host, removed you from your seat in Amber's table. You can still watch."
    assert sentence_of(people[1], "unseated") == sentence
    assert not people[0].notices.exists()
    shown = sentence.replace("'", "&#x27;")
    assert shown in PlayerState(1, str(people[1].pk)).render("")
    letter = OutgoingMail.objects.get(player=people[1])
    assert sentence in get_mail_text(letter, NOON)
    client = client_of(people[1])
    assert shown in client.get(page).content.decode().split('id="seat-notices"')[1]
    assert not people[1].notices.filter(read_at=None).exists()


def test_a_new_notice_is_not_read_before_an_open_page_can_show_it(
    waiting, people, client_of
) -> None:
    page, player = f"/r/{waiting.code}/", people[1]
    client_of(people[0]).post(f"{page}host/unseat", {"seat": "1", "who": member_at(waiting, 1)})
    unread, now = player.notices.filter(kind="unseated", read_at=None), timezone.now()
    mark_seen_in_room({waiting.code: {str(player.pk): True}}, now)
    assert unread.exists()
    mark_seen_in_room({waiting.code: {str(player.pk): True}}, now + timedelta(seconds=30))
    assert not unread.exists()


def test_a_notice_survives_a_page_that_is_loaded_again_at_once(waiting, people, client_of) -> None:
    page, player = f"/r/{waiting.code}/", people[1]
    client_of(people[0]).post(f"{page}host/unseat", {"seat": "1", "who": member_at(waiting, 1)})
    mark_seen_in_room({waiting.code: {str(player.pk): True}}, timezone.now())
    client, shown = client_of(player), "Amber, the host, removed you from your seat"
    assert shown in client.get(page).content.decode(), "the page was open when the seat was lost"
    assert shown in client.get(page).content.decode(), "loaded again before it was seen"
    player.notices.update(read_at=timezone.now() - timedelta(minutes=1))
    assert shown not in client.get(page).content.decode(), "it was read"


def test_a_seated_player_learns_which_game_is_played(waiting, people, client_of) -> None:
    page = f"/r/{waiting.code}/"
    badge = create_badge(str(people[3].pk), waiting.code)
    host = client_of(people[0])
    assert (
        host.post(f"{page}host/unseat", {"seat": "2", "who": member_at(waiting, 2)}).status_code
        == 200
    )
    assert host.post(f"{page}host/seat", {"who": badge}).status_code == 200
    sentence = sentence_of(people[3], "seated")
    assert sentence.startswith(
        "Amber, the host, gave you a seat in Amber's table: Scrabble, no clock, "
    )
    assert sentence.endswith(", casual.")


def test_a_new_host_is_notified(waiting, people, client_of) -> None:
    host = client_of(people[0])
    assert (
        host.post(
            f"/r/{waiting.code}/host/hand-over", {"seat": "1", "who": member_at(waiting, 1)}
        ).status_code
        == 200
    )
    assert sentence_of(people[1], "hosting").startswith("Amber made you the host of ")


def test_notices_show_current_names(waiting, people, client_of) -> None:
    client_of(people[0]).post(
        f"/r/{waiting.code}/host/unseat", {"seat": "1", "who": member_at(waiting, 1)}
    )
    assert people[1].notices.get().text == "", "no sentence is stored"
    client_of(people[0]).post("/name/", {"name": "Umber"})
    assert sentence_of(people[1], "unseated").startswith("Umber, the host, ")
