"""Names that the site gives, and titles that no one has chosen, are stored as codes: each reader
sees them in their own language."""

import re
from importlib import import_module
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.utils.translation import override

from games.accounts.services.account_deletion import delete_account
from games.play.models import Room
from games.play.services.invitations import find_player
from games.play.services.naming import get_or_create_player
from games.play.services.notifications import describe_turn, notify
from games.play.services.seats import leave_seat
from games.play.terms.seating import list_seats
from games.players.models import Player
from games.players.services.notifications import describe_notification
from scrabble_site.shared.refusals import InvalidRequest, NotFound
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db

GUEST = {"en": "Guest {}", "de": "Gast {}", "ar": "ضيف {}"}
FORMER = {"en": "A former player", "de": "Ehemaliges Mitglied", "ar": "لاعب سابق"}


@pytest.fixture
def reader_of(client_of):
    """``reader_of(player, "de")``: a browser that acts as this player and reads this language."""

    def reader(player: Player | None, language: str) -> Client:
        browser: Client = client_of(player)
        browser.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        return browser

    return reader


@pytest.fixture
def number(open_table, people, reader_of) -> str:
    """A waiting room in which a German without a name sits; return the number of this guest."""
    room = open_table(seats=3, started=False)
    leave_seat(room.code, people[2], NOON)
    german = reader_of(None, "de")
    assert german.post(f"/r/{room.code}/sit", {"seat": "2"}).status_code == 200
    name = table_of(room).holders.get(seat__number=2).player.nickname
    assert re.fullmatch(r"Guest \d{6}", name)
    return name.split()[1]


def test_a_guest_without_a_name_has_one_in_every_language(number, people, reader_of) -> None:
    room = Room.objects.get()
    for language, name in GUEST.items():
        reader = reader_of(people[0], language)
        for page in (f"/r/{room.code}/", "/"):
            shown = reader.get(page).content.decode()
            seen = {one for one in GUEST.values() if one.format(number) in shown}
            assert seen == {name}, (language, page)


@pytest.mark.parametrize("name", GUEST.values())
def test_a_name_sent_back_by_a_page_is_not_a_new_one(number, reader_of, name) -> None:
    guest = Player.objects.get(nickname=f"Guest {number}")
    reader_of(guest, "fr").post("/name/", {"name": name.format(number)})
    guest.refresh_from_db()
    assert guest.nickname == f"Guest {number}"


@pytest.mark.parametrize("name", GUEST.values())
def test_a_guest_is_found_under_the_name_that_a_reader_sees(number, people, name) -> None:
    assert find_player(name.format(number), people[0]).nickname == f"Guest {number}"


@pytest.mark.parametrize("typed", ["Gast 012345", "Guest 012345"])
def test_a_number_keeps_its_zeros(people, typed) -> None:
    assert get_or_create_player(uuid4(), typed).nickname == "Guest 012345"


def test_a_name_stored_by_an_earlier_release_is_found(people) -> None:
    legacy = Player.objects.create(nickname="Gast 482917")
    assert find_player("gast 482917", people[0]) == legacy
    with pytest.raises(NotFound):
        find_player("Guest 482917", people[0])
    for name in ("Gast 482917", "Guest 482917"):
        user = User.objects.create_user(name)
        Player.objects.create(nickname=name, user=user)
        assert find_player(name, people[0]).user == user, "the name as typed comes first"
    assert find_player("Gast 482917", people[0]).nickname == "Gast 482917"


@pytest.mark.parametrize("stored", ["Gast 482917", "Guest 482917", "Guest 012345"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_guest_can_confirm_deletion(people, reader_of, stored, language) -> None:
    guest = Player.objects.create(nickname=stored)
    with override(language):
        name = guest.shown_name
    browser = reader_of(guest, language)
    assert browser.post("/settings/delete/", {"name": "Gast 482918"}).status_code == 422
    assert browser.post("/settings/delete/", {"name": name}).status_code == 302
    guest.refresh_from_db()
    assert guest.left_at is not None


@pytest.mark.parametrize("typed", ["Gast-{}", "Gast {}.", "gast{}", "Visiteur-{}", "ضيف-{}"])
def test_no_one_at_the_table_looks_like_a_guest_in_any_language(number, people, typed) -> None:
    with pytest.raises(InvalidRequest) as refused:
        get_or_create_player(people[0].pk, typed.format(number))
    assert refused.value.code == "nickname.at_table"
    assert get_or_create_player(people[0].pk, f"Gast-{number}7").nickname == f"Gast-{number}7"


@pytest.mark.parametrize("stored", ["Guest 482917", "Gast 482917"])
@pytest.mark.parametrize("typed", ["Gast-482917", "Guest 482917"])
def test_no_one_looks_like_a_member_in_any_language(stored, typed) -> None:
    Player.objects.create(nickname=stored, user=User.objects.create_user("g"))
    with override("de"), pytest.raises(InvalidRequest) as refused:
        get_or_create_player(uuid4(), typed)
    assert refused.value.code == "nickname.member"
    assert refused.value.data["name"] == typed.replace("Guest", "Gast")


def test_refusals_use_the_name_that_the_reader_sees(number, people) -> None:
    with override("de"):
        with pytest.raises(InvalidRequest) as refused:
            get_or_create_player(people[0].pk, f"Gast {number}")
        assert refused.value.data["name"] == f"Gast {number}"
        with pytest.raises(NotFound) as unknown:
            find_player("Guest 482917", people[0])
        assert unknown.value.data["name"] == "Gast 482917"


def test_notifications_word_the_name_of_who_is_replaced(open_table, people) -> None:
    room = open_table()
    game = table_of(room)
    game.seats.filter(number=0).update(played_for="Guest 482917", computer_level=1)
    notify(people[1], room, "turn", NOON, **describe_turn(game, list_seats(game), 1, None))
    with override("de"):
        text = describe_notification(people[1].notices.get(), NOON)
    assert "Gast 482917" in text
    assert "Guest" not in text


def test_a_deleted_account_is_called_so_in_every_language(open_table, people, reader_of) -> None:
    room = open_table()
    reader_of(people[1], "ar").get("/")
    delete_account(people[1], NOON)
    assert Player.objects.get(pk=people[1].pk).nickname == FORMER["en"]
    for language, name in FORMER.items():
        shown = reader_of(people[0], language).get(f"/r/{room.code}/").content.decode()
        assert {one for one in FORMER.values() if one in shown} == {name}


def test_a_title_that_no_one_has_chosen_is_not_stored(open_table, people, reader_of) -> None:
    room = open_table(started=False)
    host = reader_of(people[0], "de")
    assert room.title == ""
    host.post("/name/", {"name": "Fern"})
    room.refresh_from_db()
    assert room.title == ""
    assert "Tisch von Fern" in host.get("/").content.decode()
    assert "Fern&#x27;s table" in reader_of(people[1], "en").get("/").content.decode()


def test_titles_stored_by_earlier_releases_are_blanked(open_table, people, reader_of) -> None:
    rows = {"Tisch von Amber": False, "Sunday tiles": True}
    for title, named in rows.items():
        room = open_table(started=False)
        Room.objects.filter(pk=room.pk).update(title=title, named=named)
    reader = reader_of(people[1], "en")
    before = reader.get("/").content.decode()
    assert "Amber&#x27;s table" in before
    assert "Tisch von Amber" not in before
    migration = import_module("games.migrations.0063_blank_default_titles")
    migration.blank_titles(apps, SimpleNamespace(connection=connection))
    assert sorted(Room.objects.values_list("title", flat=True)) == ["", "Sunday tiles"]
    after = reader.get("/").content.decode()
    assert "Amber&#x27;s table" in after
    assert "Sunday tiles" in after
