"""The chat of a club: its members write and read it, and no one else does."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.chat.perspective import NEWEST_LINES
from games.chat.services import mutes
from games.clubs.live.topics import get_club_chat_state, get_club_topic, publish_club_chat
from games.clubs.models import ClubMessage
from games.clubs.services.chat import raise_all_club_stamps, send_club_message
from games.clubs.services.clubs import remove_member
from games.live.topics import get_topic_kind
from games.moderation.models import ModerationReport
from games.play.live.topics import CLOSE_FORBIDDEN
from games.players.models import Player, Sanction
from games.players.services.blocks import block_player
from games.players.services.sanctions import impose_sanction
from tests.clubs.club_driver import ClubDriver
from tests.clubs.conftest import OpenClub

pytestmark = pytest.mark.django_db


def say(club: ClubDriver, player: Player | None, text: str, key: str = "") -> int:
    words = {"text": text, "key": key or uuid4().hex, "channel": "club"}
    return club.browser_of(player).post(f"/clubs/{club.code}/chat/send", words).status_code


def read(club: ClubDriver, player: Player | None) -> list[str]:
    """Return what a player reads when the page asks, and check that the socket says the same."""
    answer = club.browser_of(player).get(f"/clubs/{club.code}/chat")
    html = answer.content.decode() if answer.status_code == 200 else ""
    viewer = str(player.pk) if player else ""
    publish_club_chat(club.code)
    sent = get_club_chat_state(club.code).text_for(viewer)
    lines = re.findall(r"<p dir=\"?auto\"?>(.*?)</p>", html, re.DOTALL)
    assert re.findall(r"<p dir=\"?auto\"?>(.*?)</p>", sent, re.DOTALL) == lines
    return lines


def test_members_write_and_read(open_club: OpenClub, owner: Player, people: list[Player]) -> None:
    club, stranger = open_club(members=1), people[3]
    assert say(club, people[0], "See you <b>tonight</b>") == 200
    assert say(club, owner, "Bring a board") == 200
    for member in (owner, people[0]):
        assert read(club, member) == ["See you &lt;b&gt;tonight&lt;/b&gt;", "Bring a board"]
        assert 'data-socket="/ws/club/' in club.browser_of(member).get(f"/clubs/{club.code}/").text
    for other in (stranger, people[-1], None):
        assert say(club, other, "Hello") == 403
        assert read(club, other) == []
        assert club.status(other, "chat") == club.status(other, "chat?before=9") == 403
        assert "/ws/club/" not in club.browser_of(other).get(f"/clubs/{club.code}/").text


def test_the_same_key_sends_once(open_club: OpenClub, owner: Player) -> None:
    club = open_club()
    assert [say(club, owner, "once", "the same") for _ in range(3)] == [200, 200, 200]
    assert read(club, owner) == ["once"]


@pytest.mark.parametrize("text", ["", "  \u200b ", "x" * 301, "\n".join("abcdefg")])
def test_texts_that_cannot_be_shown_are_refused(
    open_club: OpenClub, owner: Player, text: str
) -> None:
    club = open_club()
    assert say(club, owner, text) == 422
    assert say(club, owner, "a text", "k" * 65) == 422
    assert not ClubMessage.objects.exists()


def test_muted_players_do_not_write(open_club: OpenClub, people: list[Player]) -> None:
    club = open_club(members=1)
    until = club.clock.now + timedelta(days=1)
    impose_sanction(people[0], Sanction.Kind.MUTE, "Rude", club.clock.now, until=until)
    assert say(club, people[0], "Rude words") == 403
    assert read(club, people[0]) == []


def test_too_many_messages_wait(open_club: OpenClub, owner: Player, limited: object) -> None:
    club = open_club()
    answers = [say(club, owner, f"line {n}") for n in range(8)]
    assert answers[:6] == [200] * 6
    assert answers[-1] == 429


def test_former_members_read_no_more(
    open_club: OpenClub, owner: Player, people: list[Player]
) -> None:
    club = open_club(members=1)
    say(club, owner, "Welcome")
    assert read(club, people[0]) == ["Welcome"]
    before = get_club_chat_state(club.code).stamp
    remove_member(club.code, owner, str(people[0].pk), club.clock.now)
    topic = get_club_topic(club.code)
    state = get_topic_kind(topic).read(club.code)
    close_code = get_topic_kind(topic).close_code_for
    assert close_code is not None
    assert state.stamp > before, "open pages learn of it"
    assert close_code(state, str(people[0].pk)) == CLOSE_FORBIDDEN
    assert close_code(state, str(owner.pk)) == 0
    assert read(club, people[0]) == []


def test_muted_and_blocked_authors_are_hidden(
    open_club: OpenClub, owner: Player, people: list[Player]
) -> None:
    club = open_club(members=2)
    amber, cobalt = people[:2]
    say(club, amber, "from Amber")
    say(club, cobalt, "from Cobalt")
    number = ClubMessage.objects.get(author=amber).pk
    assert "Amber" in club.page(owner, f"chat/{number}/")
    stamp = club.club.chat_stamp
    assert club.browser_of(owner).post(f"/clubs/{club.code}/chat/{number}/mute").status_code == 200
    assert club.club.chat_stamp > stamp
    assert read(club, owner) == ["from Cobalt"]
    assert read(club, cobalt) == ["from Amber", "from Cobalt"]
    mutes.unmute(owner, amber)  # in the settings
    assert read(club, owner) == ["from Amber", "from Cobalt"]
    block_player(cobalt, amber, club.clock.now)
    assert read(club, amber) == ["from Amber"]
    assert read(club, cobalt) == ["from Cobalt"]


def test_a_message_is_reported_with_those_around_it(
    open_club: OpenClub, owner: Player, people: list[Player]
) -> None:
    club = open_club(members=2)
    for n in range(3):
        say(club, people[0], f"line {n}")
    number = ClubMessage.objects.get(text="line 1").pk
    path = f"/clubs/{club.code}/chat/{number}/report"
    assert "Report this message" in club.page(owner, f"chat/{number}/report")
    complaint = {"reason": "rude", "words": "Please look"}
    for _ in range(2):
        assert club.browser_of(owner).post(path, complaint).status_code == 200
    report = ModerationReport.objects.get()
    assert report.about == people[0]
    assert [line["text"] for line in report.context] == ["line 0", "line 1", "line 2"]
    assert [line["this"] for line in report.context] == [False, True, False]
    assert club.browser_of(people[0]).post(path, complaint).status_code == 422, "one's own"
    assert club.browser_of(people[3]).post(path, complaint).status_code == 403, "no member"
    assert ModerationReport.objects.count() == 1


def test_messages_of_other_clubs_are_out_of_reach(
    open_club: OpenClub, owner: Player, people: list[Player]
) -> None:
    club, other = open_club(), open_club(by=people[0])
    say(other, people[0], "Among ourselves")
    number = ClubMessage.objects.get().pk
    for what in ("", "report"):
        assert club.status(owner, f"chat/{number}/{what}") == 404
    for what in ("mute", "block", "report"):
        path = f"/clubs/{club.code}/chat/{number}/{what}"
        assert club.browser_of(owner).post(path, {"reason": "rude"}).status_code == 404


def test_earlier_messages_are_loaded_on_request(open_club: OpenClub, owner: Player) -> None:
    club, total = open_club(), NEWEST_LINES + 5
    ClubMessage.objects.bulk_create(
        ClubMessage(
            club=club.club, author=owner, text=f"line {n}", key=str(n), sent_at=club.clock.now
        )
        for n in range(total)
    )
    newest = read(club, owner)
    assert newest == [f"line {n}" for n in range(5, total)]
    oldest = ClubMessage.objects.get(text="line 5").pk
    older = club.page(owner, f"chat?before={oldest}")
    assert "line 4" in older
    assert "line 5" not in older


def test_reading_takes_few_queries(open_club: OpenClub, people: list[Player]) -> None:
    club = open_club(members=4)
    for player in people[:4]:
        say(club, player, "Hello")
    with CaptureQueriesContext(connection) as queries:
        publish_club_chat(club.code)
    assert len(queries) <= 5


def test_restored_sites_raise_the_stamps(open_club: OpenClub, owner: Player) -> None:
    club = open_club()
    stamp = club.club.chat_stamp
    raise_all_club_stamps(1000)
    assert club.club.chat_stamp == stamp + 1000


def test_an_export_has_ones_own_messages(
    open_club: OpenClub, owner: Player, people: list[Player]
) -> None:
    club = open_club(members=1)
    send_club_message(club.code, owner, "mine", "1", club.clock.now)
    send_club_message(club.code, people[0], "not mine", "1", club.clock.now)
    browser = Client()
    assert owner.user is not None
    browser.force_login(owner.user)
    found = browser.get("/settings/data/").content.decode()
    assert "mine" in found
    assert "not mine" not in found
