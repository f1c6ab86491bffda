"""Players, a small dictionary and rooms, made through the same services as in the site."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.test import Client

from games.play.gameview import OutcomeView, RoomView
from games.play.models import Game, Room
from games.play.perspective import Looks, look
from games.play.perspective.rooms import WATCHERS
from games.play.services import rooms, seats, turns
from games.play.services.rooms import RoomWishes
from games.play.services.seats import sit
from games.players.models import Player
from games.rules.moves import Pass
from games.rules.variants import get_variant
from lexicon.models import Lexicon
from lexicon.services.revisions import Author, publish_words
from lexicon.store import forget_open
from tests.play.words import WORDS

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _no_graphs_of_other_tests() -> None:
    """A test's rows are rolled back and their ids used again; the process keeps graphs by id."""
    forget_open()


@pytest.fixture
def lexicon(db: None) -> Lexicon:
    """A dictionary of a few hundred words, so that tests know what is in it."""
    made = Lexicon.objects.create(slug="few", name="Few words", language="en", default=True)
    publish_words(made, WORDS, base=None, author=Author("tests"), note="made for tests")
    made.refresh_from_db()
    return made


@pytest.fixture
def people(db: None) -> list[Player]:
    return [Player.objects.create(nickname=name) for name in ("Amber", "Cobalt", "Jade", "Rust")]


@pytest.fixture
def open_table(lexicon: Lexicon, people: list[Player]) -> Callable[..., Room]:
    """``open_table(seats=3, started=True, challenge="void")``: a room with people on its seats."""

    def open_(
        *,
        variant: str = "scrabble",
        seats: int = 2,
        started: bool = True,
        teams: bool = False,
        **options: object,
    ) -> Room:
        rules = get_variant(variant)
        chosen = rules.options(**options)
        wishes = RoomWishes(
            variant, rules.tile_set, lexicon, seats, chosen, teams=teams, late_members=teams
        )
        room = rooms.open_room(people[0], wishes, NOON)
        for number in range(1, seats):
            sit(room.code, people[number], number, NOON)
        if started and not rules.invites:
            rooms.start(room.code, people[0], NOON)
        room.refresh_from_db()
        return room

    return open_


@pytest.fixture
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is noon, when everybody has just come."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


@pytest.fixture
def hall(lexicon: Lexicon, people: list[Player]) -> Room:
    """A waiting room of two teams in which Amber alone sits."""
    wishes = RoomWishes("scrabble", "en", lexicon, 2, get_variant("scrabble").options(), teams=True)
    return rooms.open_room(people[0], wishes, NOON)


@pytest.fixture
def match(hall: Room, people: list[Player]) -> Room:
    """Two against two, playing: Amber and Cobalt against Jade and Rust."""
    for player, number in zip(people[1:], (0, 1, 1), strict=True):
        sit(hall.code, player, number, NOON)
    rooms.start(hall.code, people[0], NOON)
    hall.refresh_from_db()
    return hall


@pytest.fixture
def client_of() -> Callable[[Player | None], Client]:
    """A browser in which this player is known."""

    def client(player: Player | None) -> Client:
        browser = Client(headers={"HX-Request": "true"})
        if player is not None:
            session = browser.session
            session["player"] = str(player.pk)
            session.save()
            browser.cookies["sessionid"] = session.session_key or ""
        return browser

    return client


def table_of(room: Room) -> Game:
    """The game on the table."""
    return Game.objects.filter(room=room).order_by("-number")[0]


def outcome_of(room: Room) -> OutcomeView:
    """How the game on the table ended, as a watcher sees it."""
    outcome = look(room.code, None).outcome
    assert outcome is not None, "the game goes on"
    return outcome


def views_of(looks: Looks) -> dict[str, RoomView]:
    """What every audience of a room sees, by audience."""
    return {audience: looks.views[audience]() for audience in {WATCHERS, *looks.audiences.values()}}


@pytest.fixture
def open_against(lexicon) -> Callable[..., Room]:
    """A game of one person against computers, in which seat 0 has passed if it was to move."""

    def open_(host: Player, *levels: int, unhurried: bool = False) -> Room:
        options = get_variant("scrabble").options(challenge="void")
        wishes = RoomWishes(
            "scrabble", "en", lexicon, 1 + len(levels), options, unhurried=unhurried
        )
        room = rooms.open_room(host, wishes, NOON)
        for number, level in enumerate(levels, 1):
            seats.seat_computer(room.code, host, number, level, NOON)
        rooms.start(room.code, host, NOON)
        if table_of(room).computer_at is None:
            pass_turn(room, host)
        return room

    return open_


def pass_turn(room: Room, player: Player) -> None:
    turn = table_of(room).turn_number
    turns.act(room.code, player.pk, Pass(), turn=turn, key="", now=NOON)
