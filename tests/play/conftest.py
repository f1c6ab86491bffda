"""Players, a small dictionary and rooms, made through the same services as on the site."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.test import Client

from games.play.models import Game, Room
from games.play.perspective import RoomViews, build_room_view
from games.play.perspective.perspectives import SPECTATOR_PERSPECTIVE
from games.play.perspective.viewdata import OutcomeView, RoomView
from games.play.services import rooms, seats, turns
from games.play.services.room_settings import RoomSettings
from games.play.services.seats import take_seat
from games.players.models import Player
from games.rules.plays.acts import Pass
from games.rules.positions.variants import get_variant
from lexicon.models import Lexicon
from lexicon.services.revisions import Author, publish_words
from lexicon.store import close_graphs
from tests.play.small_lexicon import WORDS

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _no_graphs_of_other_tests() -> None:
    """Close the graphs that earlier tests opened:
    the process caches them by id, and ids recur after a rollback."""
    close_graphs()


@pytest.fixture
def lexicon(db: None) -> Lexicon:
    """A dictionary of a few thousand short words, so that tests know what is in it."""
    made = Lexicon.objects.create(slug="few", name="Few words", language="en", default=True)
    publish_words(made, WORDS, base=None, author=Author("tests"), note="made for tests")
    made.refresh_from_db()
    return made


@pytest.fixture
def people(db: None) -> list[Player]:
    return [Player.objects.create(nickname=name) for name in ("Amber", "Cobalt", "Jade", "Rust")]


@pytest.fixture
def open_table(lexicon: Lexicon, people: list[Player]) -> Callable[..., Room]:
    """``open_table(seats=3, started=True, challenge="void")``:
    a room with a person on every seat."""

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
        room_settings = RoomSettings(
            variant, rules.tile_set, lexicon, seats, chosen, teams=teams, late_members=teams
        )
        room = rooms.open_room(people[0], room_settings, NOON)
        for number in range(1, seats):
            take_seat(room.code, people[number], number, NOON)
        if started and not rules.invites:
            rooms.start_game(room.code, people[0], NOON)
        room.refresh_from_db()
        return room

    return open_


@pytest.fixture
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Freeze the clock at noon, the moment at which every player was last seen."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


@pytest.fixture
def hall(lexicon: Lexicon, people: list[Player]) -> Room:
    """A waiting room with two teams in which only Amber has a seat."""
    room_settings = RoomSettings(
        "scrabble", "en", lexicon, 2, get_variant("scrabble").options(), teams=True
    )
    return rooms.open_room(people[0], room_settings, NOON)


@pytest.fixture
def match(hall: Room, people: list[Player]) -> Room:
    """A running game of two against two: Amber and Cobalt play Jade and Rust."""
    for player, number in zip(people[1:], (0, 1, 1), strict=True):
        take_seat(hall.code, player, number, NOON)
    rooms.start_game(hall.code, people[0], NOON)
    hall.refresh_from_db()
    return hall


@pytest.fixture
def client_of() -> Callable[[Player | None], Client]:
    """``client_of(player)``: a browser that acts as this player, or as a stranger for ``None``."""

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
    """Return the newest game of the room."""
    return Game.objects.filter(room=room).order_by("-number")[0]


def member_at(room: Room, number: int) -> int:
    """Return the number by which a host's command names the only person at a seat."""
    return table_of(room).holders.get(seat__number=number).pk


def outcome_of(room: Room) -> OutcomeView:
    """Return how the newest game of the room ended, as a spectator sees it."""
    outcome = build_room_view(room.code, None).outcome
    assert outcome is not None, "the game goes on"
    return outcome


def views_of(looks: RoomViews) -> dict[str, RoomView]:
    """Return every view of a room, by perspective."""
    return {
        perspective: looks.views[perspective]()
        for perspective in {SPECTATOR_PERSPECTIVE, *looks.perspectives.values()}
    }


@pytest.fixture
def open_against(lexicon) -> Callable[..., Room]:
    """``open_against(host, level, ...)``:
    a game of one person against computers, with a computer to move."""

    def open_(host: Player, *levels: int, simulate_thinking: bool = False) -> Room:
        options = get_variant("scrabble").options(challenge="void")
        room_settings = RoomSettings(
            "scrabble", "en", lexicon, 1 + len(levels), options, simulate_thinking=simulate_thinking
        )
        room = rooms.open_room(host, room_settings, NOON)
        for number, level in enumerate(levels, 1):
            seats.seat_computer(room.code, host, number, level, NOON)
        rooms.start_game(room.code, host, NOON)
        # The draw chose the person to move first: pass, so that a computer is to move.
        if table_of(room).computer_at is None:
            pass_turn(room, host)
        return room

    return open_


def pass_turn(room: Room, player: Player) -> None:
    turn = table_of(room).turn_number
    turns.apply_player_act(room.code, player.pk, Pass(), turn=turn, key="", now=NOON)
