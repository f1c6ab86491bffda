"""Programs in rooms: only in unrated ones, only for their own seat, and each command once."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from games.people.models import PlayedGame
from games.people.services.game_statistics import record_game_statistics
from games.play import store
from games.play.models import Move, Room
from games.play.perspective import build_room_view
from games.play.services import rooms
from games.play.services.room_settings import RoomSettings
from games.players.models import Player
from games.players.services.blocks import block_player
from games.ratings.models import RatedGame
from games.rules.positions.variants import get_variant
from games.rules.time.clock import TimeControl
from lexicon.models import Lexicon
from tests.api.conftest import Program, end, enrol, table_of

pytestmark = pytest.mark.django_db

Make = Callable[..., Program]


@pytest.fixture
def match(make_program: Make, settings: Any) -> tuple[Program, Program, dict[str, Any]]:
    """Two programs at a table; the first of the pair is to move."""
    settings.TEST_SEED = "programs at a table"
    one, two = make_program("Umber"), make_program("Ochre")
    code = one.post("rooms", challenge="void").json()["code"]
    assert two.post(f"rooms/{code}/sit").status_code == 200
    room = one.post(f"rooms/{code}/start").json()
    return (one, two, room) if room["to_move"] == 0 else (two, one, room)


def test_a_room_rejects_invalid_words_unless_asked_otherwise(make_program: Make) -> None:
    program = make_program()
    data = program.post("rooms").json()
    assert data["options"]["challenge"] == "void"
    assert Room.objects.get(code=data["code"]).options["challenge"] == "void"
    assert program.post("rooms", challenge="double").json()["options"]["challenge"] == "double"


def test_a_bot_sees_only_its_own_rack(match: tuple[Program, Program, dict[str, Any]]) -> None:
    one, two, room = match
    state = store.load_state(table_of(Room.objects.get(code=room["code"])))
    racks = [state.tile_set.write(seat.rack) for seat in state.seats]
    assert racks[0] != racks[1]
    for program, seat in ((one, state.to_move), (two, 1 - (state.to_move or 0)), (Program(), None)):
        answer = program.get(f"rooms/{room['code']}")
        data = answer.json()
        assert data["seat"] == seat
        assert data["rack"] == (None if seat is None else racks[seat])
        others = [rack for number, rack in enumerate(racks) if number != seat]
        assert not any(rack in answer.content.decode() for rack in others)
        assert [one["rack"] for one in data["seats"]] == [None, None]
        assert "no-store" in answer["Cache-Control"] or seat is None


def test_open_racks_are_hidden_from_bots_during_a_game(
    match: tuple[Program, Program, dict[str, Any]],
) -> None:
    room = Room.objects.get(code=match[2]["code"])
    room.racks = "open"
    room.stamp += 1
    room.save()
    table_of(room).holders.update(shows_rack=True)
    assert build_room_view(room.code, None).seats[0].rack is not None, "the page shows it"
    assert [x["rack"] for x in Program().get(f"rooms/{room.code}").json()["seats"]] == [None, None]


def test_an_act_takes_effect_once_and_only_in_its_turn(
    match: tuple[Program, Program, dict[str, Any]],
) -> None:
    one, two, room = match
    assert two.act(room, "pass").json()["code"] == "turn.not_yours"
    first = one.act(room, "exchange", "a key", tiles=room_of(one, room)["rack"][:2])
    assert first.status_code == 200, first.content
    again = one.act(room, "exchange", "a key", tiles="AB")
    assert again.json()["turn"] == first.json()["turn"] == 1
    assert Move.objects.count() == 1
    late = one.act(room, "pass", "another key")
    assert (late.status_code, late.json()["code"]) == (409, "game.moved_on")
    assert one.act(room | {"turn": 1}, "pass").status_code == 422
    answer = two.act(room | {"turn": 1}, "play", position="8H", tiles="QQQ")
    assert answer.status_code == 422
    assert {"code", "message", "details"} == answer.json().keys()


def room_of(program: Program, room: dict[str, Any]) -> Any:
    return program.get(f"rooms/{room['code']}").json()


@pytest.mark.parametrize(
    "wrong",
    [
        {"act": "play", "position": "99Z", "tiles": "CAT"},
        {"act": "play", "position": "8H", "tiles": "[C"},
        {"act": "play", "position": "8H\x00", "tiles": "CAT"},
        {"act": "exchange", "tiles": ""},
        {"act": "juggle"},
        {"act": "pass", "turn": -1},
        {"act": "pass", "game": "none"},
    ],
)
def test_an_invalid_body_changes_nothing(
    match: tuple[Program, Program, dict[str, Any]], wrong: dict[str, Any]
) -> None:
    one, _two, room = match
    body = {"game": room["game"], "turn": room["turn"]} | wrong
    answer = one.post(f"rooms/{room['code']}/acts", **body)
    assert answer.status_code == 422, answer.content
    assert answer.json()["code"]
    assert not Move.objects.exists()


def test_bots_without_a_seat_cannot_act(
    match: tuple[Program, Program, dict[str, Any]], make_program: Make
) -> None:
    third = make_program("Sienna")
    answer = third.act(match[2], "resign")
    assert (answer.status_code, answer.json()["code"]) == (403, "seat.not_yours")


def test_bots_cannot_join_rated_rooms(make_program: Make, amber: Player, lexicon: Lexicon) -> None:
    options = get_variant("scrabble").options(clock=TimeControl.read("25+0/5"))
    room_settings = RoomSettings("scrabble", "en", lexicon, 2, options, rated=True)
    room = rooms.open_room(amber, room_settings, timezone.now())
    answer = make_program().post(f"rooms/{room.code}/sit")
    assert (answer.status_code, answer.json()["code"]) == (403, "rated.people_only")


def test_blocking_a_member_blocks_their_bots(
    make_program: Make, amber: Player, people: list[Player], lexicon: Lexicon
) -> None:
    room_settings = RoomSettings("scrabble", "en", lexicon, 2, get_variant("scrabble").options())
    room = rooms.open_room(people[1], room_settings, timezone.now())
    block_player(people[1], amber, timezone.now())
    answer = make_program().post(f"rooms/{room.code}/sit")
    assert (answer.status_code, answer.json()["code"]) == (409, "people.apart")


def test_a_game_against_a_bot_is_not_rated(
    make_program: Make, people: list[Player], lexicon: Lexicon
) -> None:
    cobalt = enrol(people[1])
    room_settings = RoomSettings("scrabble", "en", lexicon, 2, get_variant("scrabble").options())
    room = rooms.open_room(cobalt, room_settings, timezone.now())
    program = make_program()
    assert program.post(f"rooms/{room.code}/sit", seat=1).status_code == 200
    assert program.post(f"rooms/{room.code}/start").json()["code"] == "room.host_only"
    rooms.start_game(room.code, cobalt, timezone.now())
    names = [seat.name for seat in build_room_view(room.code, cobalt).seats]
    assert "Umber (bot)" in names
    game = end(room, cobalt)
    assert not RatedGame.objects.exists()
    PlayedGame.objects.all().delete()
    record_game_statistics(game)
    versus = PlayedGame.objects.get(player=cobalt).versus
    assert versus == PlayedGame.Versus.COMPUTERS


def test_a_repeated_key_opens_one_room(make_program: Make) -> None:
    program = make_program()
    codes = {program.post("rooms", key="once").json()["code"] for _ in range(2)}
    assert len(codes) == 1
    assert [one["code"] for one in program.get("me").json()["rooms"]] == list(codes)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"variant": "chess"}, None),
        ({"dictionary": "none"}, "dictionary"),
        ({"tile_set": "klingon"}, "tile_set"),
        ({"clock": "soon"}, "clock"),
        ({"seats": 7}, "seats"),
        ({"challenge": "never"}, "challenge"),
        ({"computer": 10}, "body.wish.computer"),
    ],
)
def test_invalid_room_settings_are_refused(
    make_program: Make, body: dict[str, Any], field: str | None
) -> None:
    answer = make_program().post("rooms", **body)
    assert answer.status_code == 422
    data = answer.json()
    assert field is None or data["details"]["fields"][0]["field"] == field
    assert not Room.objects.exists()


def test_bots_have_the_same_limits_as_people(
    match: tuple[Program, Program, dict[str, Any]], limited: Callable[..., None]
) -> None:
    limited(moves="3/1 hour | ")
    one, _two, room = match
    answers = [one.act(room, "play", position="8H", tiles="QQQ") for _ in range(4)]
    assert answers[0].status_code == 422
    assert answers[-1].status_code == 429
    assert int(answers[-1]["Retry-After"]) >= 1
    assert answers[-1].json()["code"] == "moves.too_soon"


def test_a_body_that_is_not_json_is_refused(make_program: Make) -> None:
    program = make_program()
    for body in ("{", json.dumps(["a"]), '"x"'):
        answer = program.client.post("/api/1/rooms", body, content_type="application/json")
        assert answer.status_code in (400, 422)
        assert answer.json()["code"] in ("body.unreadable", "fields.invalid")


def test_a_bot_can_leave_a_room_and_ask_for_a_rematch(
    make_program: Make, match: tuple[Program, Program, dict[str, Any]]
) -> None:
    one, two, room = match
    assert one.post(f"rooms/{room['code']}/stand").status_code == 409
    over = one.act(room, "resign").json()
    assert over["phase"] == "over"
    assert over["end"]["reason"] == "resigned"
    assert all(seat["rack"] for seat in over["seats"])
    assert one.post(f"rooms/{room['code']}/rematch").status_code == 200
    again = two.post(f"rooms/{room['code']}/rematch").json()
    assert (again["number"], again["phase"]) == (2, "playing")
    third = make_program("Sienna")
    other = third.post("rooms").json()
    assert other["phase"] == "waiting"
    added = {"game": other["game"], "added": "0f" * 16}
    assert third.post(f"rooms/{other['code']}/seed", **added).status_code == 200
    assert third.post(f"rooms/{other['code']}/stand").json()["seat"] is None


def test_the_lobby_hides_rooms_of_people_blocked_by_the_bots_owner(
    make_program: Make, amber: Player, people: list[Player], lexicon: Lexicon
) -> None:
    room_settings = RoomSettings("scrabble", "en", lexicon, 2, get_variant("scrabble").options())
    room = rooms.open_room(people[1], room_settings, timezone.now())

    def listed(program: Program) -> list[str]:
        return [one["code"] for one in program.get("rooms").json()["waiting"]]

    assert listed(make_program()) == listed(Program()) == [room.code]
    block_player(people[1], amber, timezone.now())
    assert listed(make_program("Ochre")) == []
    assert listed(Program()) == [room.code]
    assert Program("no token").get("rooms").status_code == 401
