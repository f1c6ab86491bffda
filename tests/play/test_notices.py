"""What people are told who are not looking: in the lobby, and by mail where it may be sent."""

from datetime import timedelta

import pytest

from games.lobby.topics import OwnPicture
from games.mail.models import Letter
from games.mail.services import outbox
from games.play import store
from games.play.models import Room
from games.play.services import invitations, notices, presence, referee, rooms, turns
from games.play.services.rooms import RoomWishes
from games.players.models import Notice, Player
from games.players.services import tellings
from games.rules.moves import Exchange, Pass, Resign
from games.rules.variants import get_variant
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


@pytest.fixture
def people(people) -> list[Player]:
    """Each with an address that is confirmed."""
    for player in people:
        player.email = f"{player.nickname.lower()}@tiles.example"
        player.save()
    return people


@pytest.fixture
def qwibble(open_table) -> Room:
    """Amber and Cobalt; Amber is to move."""
    return open_table(variant="qwibble")


def swap(room: Room, player: Player, now=NOON) -> None:
    game = table_of(room)
    state = store.load(game)
    rack = state.seats[state.to_move or 0].rack
    turns.act(room.code, player.pk, Exchange(rack[:1]), turn=game.turn_number, key="", now=now)


def sent_by(now) -> list[Letter]:
    """The letters that leave until then."""
    found = []
    while (letter := outbox.take_letter(now)) is not None:
        outbox.note_sent(letter, now)
        found.append(letter)
    return found


def test_your_turn_of_a_game_over_days_is_told(qwibble, people) -> None:
    swap(qwibble, people[0])
    notice = people[1].notices.get()
    assert (notice.kind, notice.text) == ("turn", "It is your turn at Amber's table.")
    assert not people[0].notices.exists()
    assert not sent_by(NOON + 9 * MINUTE), "there is time to see it on the site"
    (letter,) = sent_by(NOON + 10 * MINUTE)
    assert (letter.to, letter.subject) == ("cobalt@tiles.example", "Tileroom: it is your turn")
    assert f"/r/{qwibble.code}/" in letter.text
    notice.refresh_from_db()
    assert notice.mailed_at == NOON + 10 * MINUTE


@pytest.mark.parametrize("sees", ["opens", "moves"])
def test_who_has_seen_it_gets_no_letter(qwibble, people, client_of, sees) -> None:
    swap(qwibble, people[0])
    if sees == "opens":
        client_of(people[1]).get(f"/r/{qwibble.code}/")
    else:
        swap(qwibble, people[1], NOON + MINUTE)
    assert [letter.to for letter in sent_by(NOON + 5 * DAY) if "cobalt" in letter.to] == []
    assert not people[1].notices.filter(read_at=None).exists()


def test_who_is_in_the_room_needs_no_letter_of_what_is_seen_there(
    qwibble, open_table, people
) -> None:
    other = open_table(variant="qwibble")
    swap(qwibble, people[0])
    swap(other, people[0])
    here = {qwibble.code: {str(people[1].pk): True}, other.code: {str(people[0].pk): True}}
    presence.note_all(here, NOON + timedelta(seconds=30))
    assert people[1].notices.get(read_at=None).room == other, "there only the other one looks on"
    (letter,) = sent_by(NOON + 10 * MINUTE)
    assert other.code in letter.text


@pytest.mark.parametrize("later", [MINUTE / 2, DAY])
def test_the_end_is_told_to_those_who_are_away(qwibble, people, later) -> None:
    swap(qwibble, people[0])
    turn = table_of(qwibble).turn_number
    turns.act(qwibble.code, people[1].pk, Resign(), turn=turn, key="", now=NOON + later)
    told = people[0].notices.filter(kind="ended")
    assert told.count() == (later == DAY)


def test_the_end_of_a_live_game_is_told_to_those_who_have_left_it(open_table, people) -> None:
    room = open_table()
    turns.act(room.code, people[1].pk, Resign(), turn=0, key="", now=NOON + DAY)
    assert people[0].notices.get().kind == "ended"
    assert not people[1].notices.exists(), "who has ended it knows"


def test_a_live_game_tells_no_turns(open_table, people) -> None:
    room = open_table()
    mover = store.load(table_of(room)).to_move or 0
    turns.act(room.code, people[mover].pk, Pass(), turn=0, key="", now=NOON)
    assert not Notice.objects.exists()


def test_who_wants_no_mail_of_turns_gets_reminders_only(qwibble, people) -> None:
    chosen = {kind.value: ["mail"] for kind in tellings.OFFERED if kind != "turn"}
    tellings.choose(people[1], chosen, sounds=True, volume=50, mail_hours=[], zone="")
    swap(qwibble, people[0])
    assert people[1].notices.filter(kind="turn").exists()
    assert sent_by(NOON + DAY) == []
    referee.attend(qwibble.code, table_of(qwibble).pk, NOON + 4 * DAY)
    (letter,) = sent_by(NOON + 4 * DAY)
    assert letter.kind == "reminder"
    assert "3 days left" in letter.text


def test_an_address_not_confirmed_gets_nothing(qwibble, people) -> None:
    Player.objects.update(email="", email_asked="cobalt@tiles.example")
    swap(qwibble, people[0])
    assert people[1].notices.exists()
    assert not Letter.objects.exists()


def test_an_address_given_up_meanwhile_gets_nothing(qwibble, people) -> None:
    swap(qwibble, people[0])
    Player.objects.filter(pk=people[1].pk).update(email="new@tiles.example")
    assert sent_by(NOON + DAY) == []


def test_an_address_that_cannot_be_written_to_costs_no_move(qwibble, people, client_of) -> None:
    """From a database of before, or one that somebody wrote into."""
    Player.objects.filter(pk=people[1].pk).update(email=f"x@{'ü' * 63}.example")
    sent = {"game": table_of(qwibble).pk, "turn": 0, "key": "once"}
    answer = client_of(people[0]).post(f"/r/{qwibble.code}/pass", sent)
    assert answer.status_code == 200
    assert table_of(qwibble).turn_number == 1


def invite_often(lexicon, host: Player, guest: Player, times: int, title: str = "") -> None:
    """Open Qwibble rooms, invite, and move, so that the guest is told."""
    variant = get_variant("qwibble")
    for number in range(times):
        wishes = RoomWishes("qwibble", "qwibble-en", lexicon, 2, variant.options(), title=title)
        now = NOON + number * MINUTE
        room = rooms.open_room(host, wishes, now)
        invitations.invite(room.code, host, guest.nickname, now)
        swap(room, host, now)
        turns.act(room.code, host.pk, Resign(), turn=1, key="", now=now)


def test_many_invitations_of_one_person_are_few_letters(lexicon, people) -> None:
    invite_often(lexicon, people[0], people[1], 10)
    assert Letter.objects.filter(kind="invitation").count() == outbox.MOST_INVITATIONS["one"]
    told = people[1].notices.filter(kind="invitation")
    assert told.count() == notices.MOST_INVITATIONS
    people[2].email = "jade@tiles.example"
    invite_often(lexicon, people[0], people[2], 1)
    assert Letter.objects.filter(kind="invitation", player=people[2]).count() == 1


def test_many_people_together_cannot_flood_one(lexicon, people, monkeypatch) -> None:
    monkeypatch.setattr(outbox, "MOST_INVITATIONS", {"one": 2, "all": 3})
    for host in (people[0], people[2], people[3]):
        invite_often(lexicon, host, people[1], 2)
    assert Letter.objects.filter(kind="invitation").count() == 3


def test_one_person_cannot_have_letters_sent_to_everybody(lexicon, people, monkeypatch) -> None:
    monkeypatch.setattr(outbox, "MOST_BY_ONE", 2)
    for guest in people[1:]:
        invite_often(lexicon, people[0], guest, 1)
    assert Letter.objects.filter(kind="invitation").count() == 2


def test_a_letter_to_somebody_else_holds_no_text_of_the_host(lexicon, people) -> None:
    people[0].nickname = "www.spam.example"
    people[0].save()
    invite_often(lexicon, people[0], people[1], 1, title="Buy now at http://spam.example")
    letter = Letter.objects.get(kind="invitation")
    first = letter.text.splitlines()[0]
    assert first == "www. spam. example invites you to a game of Qwibble."
    assert "Buy" not in letter.text + letter.subject


def test_notices_lie_inside_what_the_lobby_refreshes(qwibble, people, client_of) -> None:
    swap(qwibble, people[0])
    page = client_of(people[1]).get("/").content.decode()
    for shown in (page, OwnPicture(1, str(people[1].pk)).render("")):
        inside = shown.split('id="_bell"')[1].split('id="_mine"')[0]
        assert "It is your turn at Amber&#x27;s table." in inside
    assert "/settings/told/" in page
