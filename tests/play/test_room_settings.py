"""A room's settings form one list: all the host's choices are offered again for the next room."""

from dataclasses import fields, replace
from typing import Any

import pytest
from django.contrib.auth.models import User

from games.api.terms.schemas.rooms import RoomRequest
from games.lobby.forms import RoomForm
from games.lobby.forms.quick_settings import build_quick_settings
from games.lobby.services import room_opening
from games.play.models import Game, Room
from games.play.perspective import build_room_view
from games.play.perspective.option_definition import RoomOption
from games.play.perspective.room_options import ROOM_OPTIONS, options_as_data
from games.play.services import rooms, seats, turns
from games.play.services.room_settings import RoomSettings
from games.players.models import Player
from games.rules.plays.acts import Resign
from games.rules.positions.variants import get_variant
from games.rules.time.clock import TimeControl
from lexicon.models import Lexicon
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db

OTHER: dict[str, Any] = {
    "variant": "super",
    "edition": "en-super",
    "options": get_variant("scrabble").options(
        challenge="double",
        end_rule="scoreless",
        exchange_minimum=1,
        placement="tournament",
        clock=TimeControl.read("5+5"),
    ),
    "public": False,
    "rated": True,
    "allow_computer_errors": False,
    "simulate_thinking": False,
    "start_when_full": True,
    "teams": True,
    "late_members": True,
    "racks": "3",
}
"""A value other than the default for every setting that is kept."""

NOT_KEPT = {"lexicon", "seats", "title"}
"""Settings that are chosen again for each room."""

OF_THE_ROOM_ALONE = {
    *("id", "code", "title", "named", "host", "stamp", "stage", "seen_at", "key", "created_at"),
    *("locked", "removed", "device_owner", "uncovered", "twin", "prepared"),
}
"""Fields of a room that are not settings: its name and what has happened in it."""


@pytest.fixture
def usual(lexicon: Lexicon) -> RoomSettings:
    return RoomSettings("scrabble", "en", lexicon, 2, get_variant("scrabble").options())


def test_every_setting_is_tested_here() -> None:
    assert {field.name for field in fields(RoomSettings)} == OTHER.keys() | NOT_KEPT


def test_every_column_of_a_room_is_a_setting_or_a_listed_exception(usual: RoomSettings) -> None:
    columns = {field.name for field in Room._meta.concrete_fields}
    assert columns - OF_THE_ROOM_ALONE == usual.columns().keys()


@pytest.mark.parametrize("name", OTHER)
def test_the_next_room_has_the_settings_of_the_last(
    name: str, usual: RoomSettings, people: list[Player]
) -> None:
    changed: dict[str, Any] = {name: OTHER[name]}
    if name in ("variant", "edition"):
        changed = {"variant": "super", "edition": "en-super"}
    if name == "rated":
        changed["options"] = OTHER["options"]
        people[0].user = User.objects.create_user("Amber")
        people[0].save()
    people[1].user = User.objects.create_user("Cobalt")
    people[1].save()
    room_settings = replace(usual, title="Kitchen", **changed)
    assert getattr(room_settings, name) != getattr(usual, name)
    first = rooms.open_room(people[0], room_settings, NOON)
    assert RoomSettings.of(first) == room_settings
    room = room_opening.invite_member(people[0].pk, people[1].pk, usual, "key", NOON)
    assert room != first
    assert RoomSettings.of(room) == replace(room_settings, title="")


def test_the_form_begins_with_every_choice_of_the_last_room(
    lexicon: Lexicon, people: list[Player], client_of
) -> None:
    client = client_of(people[0])
    chosen: dict[str, Any] = {
        "variant": "scrabble",
        "seats": "3",
        "lexicon": "few",
        "edition": "en",
        "challenge": "double",
        "end_rule": "scoreless",
        "adjustment": "standard",
        "exchange_minimum": "1",
        "placement": "tournament",
        "teams": True,
        "late_members": True,
        "racks": "3",
        "clock": "own",
        "pace": "days",
        "turn_days": "5",
    }
    said = {name: "on" if value is True else value for name, value in chosen.items()}
    assert client.post("/rooms/", {**said, "title": "Kitchen"}).status_code == 302
    form = client.get("/rooms/").context["form"]
    seen = {name: form[name].value() for name in form.fields}
    switches = {"public", "rated", "may_err", "unhurried"}
    assert {name: seen[name] for name in chosen} == chosen
    assert not any(seen[name] for name in switches), "what was switched off stays off"
    figures = {"minutes", "increment", "overtime", "turn_seconds"}
    others = {"title", "opponent", "language"} | figures
    assert set(RoomForm.base_fields) == chosen.keys() | switches | others
    assert not seen["title"]


CHOSEN: dict[str, Any] = {
    "rated": True,
    "teams": True,
    "challenge": "double",
    "end_rule": "scoreless",
    "adjustment": "tournament",
    "exchange_minimum": 1,
    "placement": "tournament",
    "racks": "3",
    "clock": "5+5",
    "public": False,
    "may_err": False,
    "unhurried": False,
    "late_members": True,
}
"""A value other than the default for every option in the form."""

SAID = {
    "rated": "rated",
    "teams": "teams",
    "challenge": "double challenge",
    "end_rule": "ends after scoreless turns",
    "adjustment": "leftover tiles count double",
    "exchange_minimum": "exchange until the bag is empty",
    "placement": "free first play",
    "racks": "3 turns",
    "clock": "5 + 5",
}
"""Options that the summary mentions, each with some of its words."""

SET_BY_THE_SITE = {"starts_full", "separate_draws"}
"""Options that nobody chooses: "Find an opponent" and swapped matches bring their own."""


def test_every_option_is_tested_here() -> None:
    asked = {option.name for option in ROOM_OPTIONS} - SET_BY_THE_SITE
    assert asked == CHOSEN.keys()
    assert asked <= RoomForm.base_fields.keys()
    said = {one.name for one in ROOM_OPTIONS if one.in_words is not None}
    assert SAID.keys() == said - SET_BY_THE_SITE
    options = {one.name for one in ROOM_OPTIONS if one.programs_choose}
    others = {"variant", "dictionary", "tile_set", "seats", "title", "computer", "key"}
    assert RoomRequest.model_fields.keys() - others == options


@pytest.mark.parametrize("name", [field.name for field in fields(RoomOption)])
def test_a_row_without_one_of_its_fields_fails(name: str) -> None:
    given = {field.name: getattr(ROOM_OPTIONS[0], field.name) for field in fields(RoomOption)}
    del given[name]
    with pytest.raises(TypeError, match=name):
        RoomOption(**given)


def other_rules(name: str) -> dict[str, Any]:
    """Return the other choices that this option requires."""
    needs: dict[str, dict[str, Any]] = {
        "placement": {"challenge": "double"},
        "rated": {"clock": "25+0/5"},
        "late_members": {"teams": True},
    }
    return needs.get(name, {})


@pytest.mark.parametrize("name", CHOSEN)
def test_an_option_reaches_the_room_the_api_and_the_next_game(
    name: str, lexicon: Lexicon, people: list[Player], client_of
) -> None:
    """It reaches the summary, the API, the next game in the room and the form of the next room."""
    if name == "rated":
        for player in people[:2]:
            player.user = User.objects.create_user(player.nickname)
            player.save()
    client, value = client_of(people[0]), CHOSEN[name]
    page = client.get("/rooms/")
    assert f'name="{name}"' in page.content.decode() or name == "rated"
    usual = RoomForm.usual()
    assert usual.data.get(name) != value
    chosen = {**usual.data, "lexicon": "few", name: value, **other_rules(name)}
    sent = {key: "on" if said is True else said for key, said in chosen.items()}
    sent = {key: said for key, said in sent.items() if said not in (False, None)}
    answer = client.post("/rooms/", sent)
    assert answer.status_code == 302, answer.context["form"].errors
    room = Room.objects.get()
    assert in_data(room, name) == value
    if name in SAID:
        assert SAID[name] in " · ".join(build_room_view(room.code, people[0]).summary)
    answer = client.get(f"/api/1/rooms/{room.code}")
    assert answer.json()["options"][name] == value
    seats.take_seat(room.code, people[1], 1, NOON)
    if table_of(room).status == Game.Status.WAITING:
        rooms.start_game(room.code, people[0], NOON)
    for number in (1, 2):
        loser = people[number % 2]
        game = table_of(room)
        turns.apply_player_act(
            room.code, loser.pk, Resign(), turn=game.turn_number, key="", now=NOON
        )
        assert in_data(room, name) == value, f"after game {number}"
        for player in people[:2]:
            rooms.ask_rematch(room.code, player, NOON)
    again = client.get("/rooms/").context["form"][name].value()
    assert again in (value, str(value))


def in_data(room: Room, name: str) -> Any:
    return options_as_data(Room.objects.select_related("lexicon").get(pk=room.pk))[name]


def test_play_now_keeps_the_settings_of_the_last_room(
    usual: RoomSettings, people: list[Player]
) -> None:
    room_settings = replace(usual, racks="3", teams=True, allow_computer_errors=False)
    rooms.open_room(people[0], room_settings, NOON)
    wished = build_quick_settings({}, people[0], ())
    assert wished == replace(room_settings, start_when_full=True)
    rated = build_quick_settings({"rated": "yes", "time": "5+5"}, people[0], ())
    assert rated is not None
    assert (rated.racks, rated.teams) == ("hidden", True)
