"""A site on which much goes on: rooms of every kind, with people who may know different things."""

from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import Group, User
from django.test import Client

from games.moderation.services.moderators import GROUP
from games.play import store
from games.play.models import Room
from games.play.models.rooms import RACKS_OPEN
from games.play.services import rooms, seats, turns
from games.play.services.invitations import invite
from games.play.services.racks import agree
from games.play.services.rooms import RoomWishes
from games.players.models import Player
from games.rules.clock import TimeControl
from games.rules.moves import Act, Exchange
from games.rules.state import Phase
from games.rules.variants import get_variant
from lexicon.models import Lexicon
from tests.live.plays import find_plays
from tests.play.conftest import NOON, table_of
from tests.play.test_secrecy import leave_for_one_play
from tests.ratings.conftest import make_member

MEMBERS = ("Amber", "Cobalt", "Jade", "Rust", "Ivy")

VIEWERS = ("stranger", "Fern", "Amber", "Jade", "Ivy", "Moderator")
"""Who looks at every page of every room but the hidden one: Fern is a guest who watches, Amber and
Jade play against each other, in one room each with a mate; Ivy is invited, the moderator plays
nowhere."""

HIDDEN = "hidden"
"""The room of which no viewer has the link."""


@dataclass
class World:
    """The people and rooms by name, and the browsers of those who were here."""

    lexicon: Lexicon
    people: dict[str, Player] = field(default_factory=dict)
    rooms: dict[str, Room] = field(default_factory=dict)
    browsers: dict[str, Client] = field(default_factory=dict)

    def read(self) -> list[str]:
        """The codes of the rooms that everybody reads, in a fixed order."""
        return [room.code for name, room in self.rooms.items() if name != HIDDEN]

    def open(self, name: str, who: str, variant: str = "scrabble", **wishes: Any) -> Room:
        """A room in which those named by ``who`` sit, with the host first."""
        rules = get_variant(variant)
        options = rules.options(**wishes.pop("options", {}))
        sitting = [self.people[one] for one in who.split()]
        count = wishes.pop("seats", len(sitting))
        chosen = RoomWishes(variant, rules.tile_set, self.lexicon, count, options, **wishes)
        room = rooms.open_room(sitting[0], chosen, NOON)
        for number, player in enumerate(sitting[1:], 1):
            seats.sit(room.code, player, number % count, NOON)
        self.rooms[name] = room
        return room

    def start(self, name: str) -> Room:
        room = self.rooms[name]
        rooms.start(room.code, room.host, NOON)
        room.refresh_from_db()
        return room


def act(room: Room, chosen: Act) -> None:
    """Let the seat to move do something, whoever holds it."""
    game = table_of(room)
    state = store.load(game)
    assert state.to_move is not None
    turns.act_for_seat(
        room.code, state.to_move, chosen, game_id=game.pk, turn=state.turn_number, now=NOON
    )


def play(room: Room, least: int = 2) -> None:
    state = store.load(table_of(room))
    act(room, find_plays(state, state.to_move or 0, least=least)[0])


def exchange(room: Room, count: int = 3) -> None:
    state = store.load(table_of(room))
    act(room, Exchange(state.seats[state.to_move or 0].rack[:count]))


def build(lexicon: Lexicon) -> World:
    """The rooms, as they are before anybody has written or looked."""
    world = World(lexicon)
    world.people = {name: make_member(name) for name in MEMBERS}
    world.people["Fern"] = Player.objects.create(nickname="Fern")
    User.objects.create_user("Moderator", is_staff=True).groups.add(Group.objects.get(name=GROUP))
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
    assert store.load(table_of(world.rooms["final"])).phase is Phase.FINAL_CHALLENGE
    waiting = world.open("waiting", "Amber Rust", seats=3)
    invite(waiting.code, world.people["Amber"], "Ivy", NOON)
    for name, who in (("private", "Cobalt"), ("private", "Rust"), ("final", "Rust")):
        agree(world.rooms[name].code, world.people[who], agreed=True)
    return world


def _begin(world: World, name: str, who: str, computer: int | None = None, **wishes: Any) -> None:
    """A game with an exchange and two plays behind it; the second may be challenged."""
    room = world.open(name, who, **wishes)
    if computer is not None:
        seats.seat_computer(room.code, room.host, computer, 3, NOON)
    world.start(name)
    exchange(room)
    play(room)
    play(room, least=3)


def client_as(world: World, viewer: str) -> Client:
    """The browser in which this viewer is known."""
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
