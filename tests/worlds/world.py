"""A busy site: rooms of every kind, with people who may know different things."""

from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import Group, User
from django.test import Client

from games.moderation.services.moderators import MODERATOR_GROUP
from games.play import store
from games.play.models import Room
from games.play.models.rooms import RACKS_OPEN
from games.play.services import rooms, seats, turns
from games.play.services.invitations import invite_player
from games.play.services.rack_visibility import agree_to_show_rack
from games.play.services.room_settings import RoomSettings
from games.players.models import Player
from games.rules.plays.acts import Act, Exchange
from games.rules.positions.state import Phase
from games.rules.positions.variants import get_variant
from games.rules.time.clock import TimeControl
from lexicon.models import Lexicon
from tests.live.play_finder import find_plays
from tests.play.conftest import NOON, table_of
from tests.play.test_secrecy import leave_for_one_play
from tests.ratings.conftest import make_member

MEMBERS = ("Amber", "Cobalt", "Jade", "Rust", "Ivy")

VIEWERS = ("stranger", "Fern", "Amber", "Jade", "Ivy", "Moderator")
"""Viewers who request every page of every room except the hidden one.

Fern is a guest who watches. Amber and Jade are opponents, and in one room each has a teammate. Ivy
is invited to a room, and the moderator plays nowhere.
"""

HIDDEN = "hidden"
"""The room whose link no viewer has."""


@dataclass
class World:
    """The people and rooms by name, and the browsers of visitors."""

    lexicon: Lexicon
    people: dict[str, Player] = field(default_factory=dict)
    rooms: dict[str, Room] = field(default_factory=dict)
    browsers: dict[str, Client] = field(default_factory=dict)

    def read(self) -> list[str]:
        """Return the codes of the rooms that every viewer requests, in a fixed order."""
        return [room.code for name, room in self.rooms.items() if name != HIDDEN]

    def open(self, name: str, who: str, variant: str = "scrabble", **room_settings: Any) -> Room:
        """Open a room in which the people named by ``who`` sit, the host first."""
        rules = get_variant(variant)
        options = rules.options(**room_settings.pop("options", {}))
        sitting = [self.people[one] for one in who.split()]
        count = room_settings.pop("seats", len(sitting))
        chosen = RoomSettings(
            variant, rules.tile_set, self.lexicon, count, options, **room_settings
        )
        room = rooms.open_room(sitting[0], chosen, NOON)
        for number, player in enumerate(sitting[1:], 1):
            seats.take_seat(room.code, player, number % count, NOON)
        self.rooms[name] = room
        return room

    def start(self, name: str) -> Room:
        room = self.rooms[name]
        rooms.start_game(room.code, room.host, NOON)
        room.refresh_from_db()
        return room


def act_for_mover(room: Room, chosen: Act) -> None:
    """Make a move for the seat to move, whichever player holds it."""
    game = table_of(room)
    state = store.load_state(game)
    assert state.to_move is not None
    turns.apply_seat_act(
        room.code, state.to_move, chosen, game_id=game.pk, turn=state.turn_number, now=NOON
    )


def play(room: Room, least: int = 2) -> None:
    state = store.load_state(table_of(room))
    act_for_mover(room, find_plays(state, state.to_move or 0, least=least)[0])


def exchange(room: Room, count: int = 3) -> None:
    state = store.load_state(table_of(room))
    act_for_mover(room, Exchange(state.seats[state.to_move or 0].rack[:count]))


def build_world(lexicon: Lexicon) -> World:
    """Build the rooms as they are before any message or visit."""
    world = World(lexicon)
    world.people = {name: make_member(name) for name in MEMBERS}
    world.people["Fern"] = Player.objects.create(nickname="Fern")
    User.objects.create_user("Moderator", is_staff=True).groups.add(
        Group.objects.get(name=MODERATOR_GROUP)
    )
    single: dict[str, Any] = {"options": {"challenge": "single"}}
    _begin(world, "duel", "Amber Jade", **single)
    _begin(world, "three", "Jade Amber", seats=3, computer=2, **single)
    clock = {"challenge": "double", "clock": TimeControl.read("25+0")}
    _begin(world, "four", "Amber Cobalt Jade Rust", options=clock, racks="1")
    _begin(world, "teams", "Amber Jade Cobalt Rust", seats=2, teams=True, **single)
    _begin(world, "private", "Cobalt Rust", public=False, racks=RACKS_OPEN, **single)
    _begin(world, HIDDEN, "Cobalt Rust", public=False, **single)
    world.open("swaps", "Amber Jade", "qwibble")
    exchange(world.rooms["swaps"])
    _begin(world, "final", "Jade Rust", racks=RACKS_OPEN, **single)
    leave_for_one_play(world.rooms["final"])
    play(world.rooms["final"])
    assert store.load_state(table_of(world.rooms["final"])).phase is Phase.FINAL_CHALLENGE
    waiting = world.open("waiting", "Amber Rust", seats=3)
    invite_player(waiting.code, world.people["Amber"], "Ivy", NOON)
    for name, who in (("private", "Cobalt"), ("private", "Rust"), ("final", "Rust")):
        agree_to_show_rack(world.rooms[name].code, world.people[who], agreed=True)
    return world


def _begin(
    world: World, name: str, who: str, computer: int | None = None, **room_settings: Any
) -> None:
    """Begin a game with an exchange and two plays, of which the second may still be challenged."""
    room = world.open(name, who, **room_settings)
    if computer is not None:
        seats.seat_computer(room.code, room.host, computer, 3, NOON)
    world.start(name)
    exchange(room)
    play(room)
    play(room, least=3)


def client_as(world: World, viewer: str) -> Client:
    """Return the viewer's browser, logged in or with the guest's session."""
    if viewer not in world.browsers:
        browser = world.browsers[viewer] = Client(headers={"HX-Request": "true"})
        if viewer == "Fern":
            session = browser.session
            session["player"] = str(world.people[viewer].pk)
            session.save()
            browser.cookies["sessionid"] = session.session_key or ""
        elif viewer != "stranger":
            browser.force_login(User.objects.get(username=viewer))
        for path in ("/settings/", f"/r/{world.rooms['duel'].code}/"):
            browser.get(path)
    return world.browsers[viewer]
