"""Room titles in the bell, in e-mail and in pushes: titles with right-to-left text are isolated
from the sentence, and links in them are broken up in e-mail."""

from datetime import timedelta

import pytest
from django.conf import settings

from games.lobby.live import PlayerState
from games.mail.models import OutgoingMail
from games.mail.perspective.mail_texts import get_mail_text
from games.play.models import Room
from games.players.models import Player
from games.players.services.notifications import describe_notification
from tests.play.conftest import NOON, member_at

pytestmark = pytest.mark.django_db

FIRST, LAST = "\u2068", "\u2069"
HEBREW, MIXED = "השולחן של דנה 3", "Anna & דנה – 100"
LONG, LINK = "W" * 60, "play at tiles.example"
SOON = NOON + timedelta(minutes=2)


@pytest.fixture
def waiting(open_table, people) -> Room:
    """A waiting room whose host is Amber. Cobalt has an e-mail address."""
    room = open_table(seats=3, started=False)
    Player.objects.filter(pk=people[1].pk).update(email="cobalt@tiles.example")
    return room


@pytest.mark.parametrize(
    ("title", "shown", "mailed"),
    [
        (HEBREW, FIRST + HEBREW + LAST, None),
        (MIXED, FIRST + MIXED + LAST, None),
        (LONG, LONG, None),
        (LINK, LINK, "play at tiles. example"),
    ],
)
def test_a_title_does_not_reverse_its_sentence(
    waiting, people, client_of, subscribe, service, work, clock, title, shown, mailed
) -> None:
    clock(NOON)
    phone = subscribe(people[1], "phone")
    host = client_of(people[0])
    seat = {"seat": "1", "who": member_at(waiting, 1)}
    assert host.post(f"/r/{waiting.code}/title", {"title": title}).status_code == 200
    assert host.post(f"/r/{waiting.code}/host/unseat", seat).status_code == 200
    sentence = f"Amber, the host, removed you from your seat in {shown}. You can still watch."
    assert describe_notification(people[1].notices.get(), NOON) == sentence
    assert sentence.replace("&", "&amp;") in PlayerState(1, str(people[1].pk)).render("")
    work(SOON)
    (given,) = service.given
    said = phone.read(given)
    assert said["body"] == sentence
    assert title not in said["title"]
    letter = get_mail_text(OutgoingMail.objects.get(player=people[1]), NOON)
    assert letter.split("\n")[0] == sentence.replace(shown, mailed or shown)


def test_the_title_of_a_host_with_a_bidirectional_name_is_isolated_again(
    open_table, people, client_of
) -> None:
    """The name is isolated within the title, and the title within the sentence."""
    Player.objects.filter(pk=people[0].pk).update(nickname="דנה")
    people[0].refresh_from_db()
    room = open_table(seats=3, started=False)
    client_of(people[0]).post(
        f"/r/{room.code}/host/unseat", {"seat": "1", "who": member_at(room, 1)}
    )
    dana = f"{FIRST}דנה{LAST}"
    title = f"{FIRST}{dana}'s table{LAST}"
    sentence = f"{dana}, the host, removed you from your seat in {title}. You can still watch."
    assert describe_notification(people[1].notices.get(), NOON) == sentence
    assert describe_notification(people[1].notices.get(), NOON, by_mail=True) == sentence


@pytest.mark.parametrize(
    ("title", "direction"), [(HEBREW, "rtl"), (MIXED, "ltr"), (LONG, "ltr"), ("דנה's table", "rtl")]
)
def test_a_title_has_the_direction_of_its_first_letter(
    waiting, people, client_of, title, direction
):
    host = client_of(people[0])
    host.post(f"/r/{waiting.code}/title", {"title": title})
    escaped = title.replace("&", "&amp;").replace("'", "&#x27;")
    room = host.get(f"/r/{waiting.code}/").content.decode()
    assert f'<h1 id="_title"><bdi dir="{direction}">{escaped}</bdi></h1>' in room
    lobby = host.get("/").content.decode()
    assert f'<bdi dir="{direction}"><b>{escaped}</b></bdi>' in lobby
    isolated = f"{FIRST}{escaped}{LAST}" if direction == "rtl" or "דנה" in title else escaped
    assert f"{isolated} – Tileroom</title>" in " ".join(room.split())


def test_a_default_title_is_in_the_readers_language(waiting, people, client_of):
    host, reader = client_of(people[0]), client_of(people[1])
    reader.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    pages = (f"/r/{waiting.code}/", "/")
    for page in pages:
        assert "Tisch von Amber" in reader.get(page).content.decode()
        assert "Amber&#x27;s table" in host.get(page).content.decode()
    host.post(f"/r/{waiting.code}/title", {"title": "Sunday tiles"})
    for page in pages:
        assert "Sunday tiles" in reader.get(page).content.decode()
