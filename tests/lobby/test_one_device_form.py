"""The form for a game on one device: names, dictionary and how words are judged."""

from collections.abc import Callable

import pytest
from django.test import Client

from games.accounts.services.account_deletion import delete_account
from games.accounts.services.account_merging import merge_guest
from games.play.models import Game, Room, SeatMember
from games.players.models import Player
from games.rules.equipment import json_codec
from games.rules.time.clock import TimeControl
from lexicon.models import Lexicon
from tests.play.conftest import NOON, client_of, lexicon, people
from tests.ratings.conftest import make_member

__all__ = ["client_of", "lexicon", "people"]
pytestmark = pytest.mark.django_db

FORM = "/rooms/one-device/"
NAMES = {"name": "Ann", "other_1": "Ben", "other_3": "Cleo"}
Clients = Callable[[Player | None], Client]


def test_a_game_begins_with_everyone_named(lexicon: Lexicon) -> None:
    client = Client()
    sent = client.post(FORM, NAMES | {"lexicon": lexicon.slug, "challenge": "single"})
    room = Room.objects.get()
    assert (sent.status_code, sent["location"]) == (302, f"/r/{room.code}/")
    held = SeatMember.objects.filter(game__room=room).order_by("seat__number")
    assert list(held.values_list("player__nickname", flat=True)) == ["Ann", "Ben", "Cleo"]
    assert room.device_owner == held[0].player == room.host
    assert not (room.public or room.rated)
    assert room.locked
    assert room.options["challenge"] == "single"
    again = client.get(FORM).content.decode()
    assert all(f'value="{name}"' in again for name in ("Ann", "Ben", "Cleo"))


@pytest.mark.parametrize(
    "fields",
    [
        {"other_1": ""},
        {"other_1": "Ann"},
        {"other_3": "BEN"},
        {"other_1": "x" * 25},
        {"other_1": "Moss"},
        {"lexicon": "none"},
        {"challenge": "triple"},
    ],
)
def test_a_refused_form_opens_no_room_and_keeps_what_was_typed(
    lexicon: Lexicon, fields: dict[str, str]
) -> None:
    make_member("Moss")
    before = Player.objects.count()
    values = NAMES | {"lexicon": lexicon.slug, "challenge": "void"} | fields
    answer = Client().post(FORM, values)
    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    assert f'value="{values["name"]}"' in answer.content.decode()
    assert (Room.objects.count(), Player.objects.count()) == (0, before)


@pytest.mark.parametrize("clock", ["25+0/5", "15+0/1", "5+5"])
def test_a_clock_can_be_chosen(lexicon: Lexicon, clock: str) -> None:
    client, values = Client(), NAMES | {"lexicon": lexicon.slug, "challenge": "void"}
    assert f'value="{clock}"' in client.get(FORM).content.decode()
    client.post(FORM, values | {"clock": clock})
    chosen = json_codec.decode(TimeControl, Room.objects.get().options["clock"])
    assert chosen.text == clock


@pytest.mark.parametrize("clock", ["3+2", "1d", "own", "x"])
def test_clocks_that_passing_the_device_would_spoil_are_not_offered(
    lexicon: Lexicon, clock: str
) -> None:
    client, values = Client(), NAMES | {"lexicon": lexicon.slug, "challenge": "void"}
    assert f'value="{clock}"' not in client.get(FORM).content.decode()
    assert client.post(FORM, values | {"clock": clock}).status_code == 422


def test_a_member_plays_under_the_name_of_the_account(lexicon: Lexicon, client_of: Clients) -> None:
    member = make_member("Moss")
    client = Client()
    assert member.user is not None
    client.force_login(member.user)
    assert "Moss" in client.get(FORM).content.decode()
    values = {"other_1": "Ben", "lexicon": lexicon.slug, "challenge": "void"}
    assert client.post(FORM, values).status_code == 302
    assert Room.objects.get().device_owner == member


def test_a_room_for_a_friend_is_not_like_the_last_one_on_one_device(lexicon: Lexicon) -> None:
    client = Client()
    client.post("/rooms/friend/", {"name": "Ann"})
    usual = Room.objects.get()
    client.post(FORM, NAMES | {"lexicon": lexicon.slug, "challenge": "single"})
    client.post("/rooms/friend/")
    assert Room.objects.count() == 3
    latest = Room.objects.latest("created_at")
    assert latest.options == usual.options
    assert latest.device_owner is None


def test_the_device_follows_its_owner_into_an_account(lexicon: Lexicon) -> None:
    client, member = Client(), make_member("Moss")
    client.post(FORM, NAMES | {"lexicon": lexicon.slug, "challenge": "void"})
    owner = Player.objects.get(nickname="Ann")
    merge_guest(owner, member, NOON)
    room = Room.objects.get()
    assert room.device_owner == room.host == member
    delete_account(member, NOON)
    assert room.games.get().status == Game.Status.OVER
    assert not Player.objects.filter(nickname__in=["Ben", "Cleo"]).exists()
