"""Two to four people play on one device, which shows only the tiles of whoever holds it."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.live.state_cache import RenderedState, state_cache
from games.live.topics import Audience, Topic, get_topic_kind
from games.play import store
from games.play.models import Game, Move, Room, SeatMember
from games.play.perspective import build_presence_views
from games.play.services import dealing, rooms
from games.play.services.local_players import (
    erase_local_names,
    export_local_names,
    list_names_of_last_game,
    seat_local_players,
)
from games.play.services.presence import record_presence
from games.play.services.room_settings import RoomSettings
from games.play.store.snapshots import clear_snapshot_cache
from games.players.models import Notification, Player
from games.rules.equipment.fair_shuffle import CONTRIBUTION_BYTES
from games.rules.positions.variants import get_variant
from lexicon.models import Lexicon
from scrabble_site.shared.refusals import InvalidRequest
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db

Clients = Callable[[Player | None], Client]
STATE = re.compile(r'<script id="_state"[^>]*>(.*?)</script>', re.DOTALL)


class Device:
    """The browser of the device's owner in a room."""

    def __init__(self, client: Client, room: Room) -> None:
        self.client, self.room = client, room

    @property
    def game(self) -> Game:
        return table_of(self.room)

    @property
    def to_move(self) -> int:
        mover = store.load_state(self.game).to_move
        assert mover is not None
        return mover

    def rack_of(self, seat: int) -> str:
        return self.game.seats.get(number=seat).rack.tiles

    def post(self, verb: str, **fields: object) -> Any:
        game = self.game
        fields = {"game": game.pk, "turn": game.turn_number, "key": "k"} | fields
        return self.client.post(f"/r/{self.room.code}/{verb}", fields)

    def uncover(self, seat: int | None = None) -> Any:
        return self.post("uncover", seat=self.to_move if seat is None else seat)

    def read_state(self, text: str = "") -> dict[str, Any]:
        text = text or self.client.get(f"/r/{self.room.code}/bundle").content.decode()
        found = STATE.search(text)
        assert found
        state: dict[str, Any] = json.loads(found[1])
        return state

    def load_page(self) -> dict[str, Any]:
        return self.read_state(self.client.get(f"/r/{self.room.code}/").content.decode())


def open_device_room(host: Player, lexicon: Lexicon, *names: str, **options: object) -> Room:
    chosen = get_variant("scrabble").options(**options)
    room_settings = RoomSettings("scrabble", "en", lexicon, len(names) + 1, chosen, public=False)
    room = rooms.open_room(host, room_settings, NOON)
    seat_local_players(room, host, names, NOON)
    rooms.start_game(room.code, host, NOON)
    room.refresh_from_db()
    return room


@pytest.fixture
def device(lexicon: Lexicon, people: list[Player], client_of: Clients, settings: Any) -> Device:
    settings.BAG_SEED_TIMEOUT = 0
    room = open_device_room(people[0], lexicon, "Ben", "Cleo", challenge="single")
    return Device(client_of(people[0]), room)


def test_the_rack_is_sent_only_after_the_person_has_confirmed(device: Device) -> None:
    covered = device.load_page()
    assert covered["rack"] == []
    assert covered["seat"] == device.to_move
    assert (covered["mine"], covered["can"]) == (False, [])
    shown = device.read_state(device.uncover().content.decode())
    assert len(shown["rack"]) == 7
    assert shown["mine"] and "play" in shown["can"]
    passed = device.read_state(device.post("pass").content.decode())
    assert passed["rack"] == []
    assert passed["seat"] != shown["seat"]


def test_a_page_that_is_loaded_again_is_covered(device: Device) -> None:
    device.uncover()
    assert len(device.read_state()["rack"]) == 7
    assert device.load_page()["rack"] == []
    assert device.read_state()["rack"] == []


def test_no_other_rack_is_ever_in_what_the_device_gets(device: Device) -> None:
    for _turn in range(4):
        seat = device.to_move
        texts = [device.client.get(f"/r/{device.room.code}/").content.decode()]
        texts += [device.uncover().content.decode()]
        for text in texts:
            state = device.read_state(text)
            assert state["seat"] == seat
            faces = sorted(face for face, _value in state["rack"])
            assert faces in ([], sorted(device.rack_of(seat)))
        device.post("pass", key=f"k{_turn}")


def test_only_the_owner_uncovers_and_only_the_seat_to_move(
    device: Device, people: list[Player], client_of: Clients
) -> None:
    other = (device.to_move + 1) % 3
    assert device.uncover(other).status_code == 409
    stranger = Device(client_of(people[1]), device.room)
    assert stranger.uncover().status_code == 403
    assert stranger.read_state()["rack"] is None
    local = SeatMember.objects.get(game=device.game, seat__number=1).player
    assert Device(client_of(local), device.room).read_state()["rack"] is None
    assert device.read_state()["rack"] == []


@pytest.mark.parametrize("verb", ["pass", "resign", "play"])
def test_nothing_can_be_done_for_a_covered_seat(device: Device, verb: str) -> None:
    assert device.post(verb, position="8H", tiles="AB").status_code == 403
    assert device.game.turn_number == 0


def test_previews_do_not_depend_on_covered_tiles(device: Device) -> None:
    """Whether the tiles are there or not, and whether the words are valid, is not said."""
    rack = [face for face in device.rack_of(device.to_move) if face.isalpha()]
    answers = {
        device.post("preview", position="8H", tiles=tiles).content
        for tiles in ("".join(rack[:2]), "".join(rack[1:3]), "QQ")
    }
    assert len(answers) == 1


def test_stored_replies_show_no_covered_tiles(device: Device) -> None:
    assert device.client.get(f"/r/{device.room.code}/replies/").status_code == 403


def test_a_move_is_recorded_for_the_person_and_sent_twice_made_once(
    device: Device, people: list[Player]
) -> None:
    seat, turn = device.to_move, device.game.turn_number
    device.uncover()
    for _ in range(2):
        assert device.post("pass", turn=turn).status_code == 200
    (move,) = Move.objects.filter(game=device.game)
    assert move.player == SeatMember.objects.get(game=device.game, seat__number=seat).player
    assert device.game.turn_number == 1


def test_a_challenge_leaves_the_tiles_uncovered(device: Device) -> None:
    device.uncover()
    seat = device.to_move
    rack = device.rack_of(seat)
    letters = [face for face in rack if face.isalpha()][:2]
    assert device.post("play", position="8H", tiles="".join(letters)).status_code == 200
    shown = device.read_state(device.uncover().content.decode())
    assert "challenge" in shown["can"]
    after = device.read_state(device.post("challenge", key="c").content.decode())
    assert after["seat"] == shown["seat"]
    assert len(after["rack"]) == 7


def test_both_processes_agree_on_what_is_uncovered(device: Device) -> None:
    """The room is read anew, as another process would read it."""
    device.uncover()
    clear_snapshot_cache()
    state_cache.forget()
    assert len(device.read_state()["rack"]) == 7
    device.post("pass")
    clear_snapshot_cache()
    state_cache.forget()
    assert device.read_state()["rack"] == []


def test_the_screen_and_spectators_see_no_rack(device: Device, client_of: Clients) -> None:
    device.uncover()
    stranger = client_of(None).get(f"/r/{device.room.code}/bundle").content.decode()
    assert device.read_state(stranger)["rack"] is None
    kind = get_topic_kind(Topic("screen", ""))
    owner = str(device.room.device_owner_id)
    text = RenderedState(Topic("screen", device.room.code), kind.read(device.room.code)).text_for(
        owner
    )
    assert device.read_state(text)["rack"] is None


def test_everyone_is_present_while_the_device_is(device: Device, people: list[Player]) -> None:
    seen = {str(people[0].pk): True}
    record_presence({device.room.code: seen}, NOON)
    assert set(SeatMember.objects.filter(game=device.game).values_list("seen_at", flat=True)) == {
        NOON
    }
    views = build_presence_views({device.room.code: Audience(1, seen)}, NOON)
    assert views[device.room.code].away == {0: 0, 1: 0, 2: 0}
    assert views[device.room.code].watching == 0


def test_one_press_starts_the_next_game(device: Device) -> None:
    for _ in range(2):
        device.uncover()
        assert device.post("resign", key=f"r{_}").status_code == 200
    assert device.game.status == Game.Status.OVER
    assert device.client.post(f"/r/{device.room.code}/rematch").status_code == 200
    assert device.game.number == 2
    assert device.load_page()["rack"] == []
    assert len(device.read_state(device.uncover().content.decode())["rack"]) == 7


def test_the_deal_waits_for_the_page_of_the_device_alone(
    lexicon: Lexicon, people: list[Player], client_of: Clients, settings: Any
) -> None:
    settings.BAG_SEED_TIMEOUT = 3
    device = Device(client_of(people[0]), open_device_room(people[0], lexicon, "Ben"))
    assert device.game.status == Game.Status.STARTING
    added = "ab" * CONTRIBUTION_BYTES
    assert dealing.contribute(device.room.code, people[0], device.game.pk, added, NOON)
    assert device.game.status == Game.Status.PLAYING
    assert device.load_page()["rack"] == []


def test_names_are_remembered_with_the_people(
    device: Device, people: list[Player], lexicon: Lexicon
) -> None:
    assert list_names_of_last_game(people[0]) == ["Ben", "Cleo"]
    before = set(Player.objects.values_list("pk", flat=True))
    open_device_room(people[0], lexicon, "Cleo")
    assert set(Player.objects.values_list("pk", flat=True)) == before
    assert list_names_of_last_game(people[0]) == ["Cleo"]
    assert list_names_of_last_game(people[1]) == []
    assert export_local_names(people[0]) == {"one_device": ["Ben", "Cleo"]}
    erase_local_names(people[0])
    assert not Player.objects.filter(nickname__in=["Ben", "Cleo"]).exists()
    assert not Notification.objects.exclude(player=people[0]).exists()


@pytest.mark.parametrize("names", [("Ben", "Ben"), ("Ben", "BEN"), ("Amber",), ("",)])
def test_names_that_look_alike_are_refused(
    lexicon: Lexicon, people: list[Player], names: tuple[str, ...]
) -> None:
    open_device_room(people[0], lexicon, "Ben")
    with pytest.raises(InvalidRequest):
        open_device_room(people[0], lexicon, *names)
