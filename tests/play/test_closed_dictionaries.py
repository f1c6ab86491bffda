"""Dictionaries are closed to players of a running game until the last challenge is settled. Tests
of the pages themselves are with the lexicon."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.test import Client
from django.utils.html import escape

from games.play import store
from games.play.models import Game, Room
from games.play.services import pauses, teams, turns
from games.players.models import Player
from games.rules.plays.acts import Accept, Act, Resign
from games.rules.time.clock import TimeControl
from lexicon.models import Lexicon
from lexicon.services.revisions import Author, publish_words
from tests.live.play_finder import find_plays
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def look_up(client_of: Callable[[Player | None], Client]) -> Callable[[Player], int]:
    """``look_up(player)``: the status of the answer when this player asks whether CAT is a word."""

    def status(player: Player) -> int:
        return client_of(player).get("/dictionaries/few/", {"words": "cat"}).status_code

    return status


def act(room: Room, player: Player, what: Act) -> None:
    turn = table_of(room).turn_number
    turns.apply_player_act(room.code, player.pk, what, turn=turn, key="", now=NOON)


def empty_bag_into_rack(game: Game, seat: int) -> None:
    """Move all tiles of the bag to a seat's rack, so that the other seat goes out with one play."""
    state = store.load_state(game)
    full = replace(state.seats[seat], rack=(*state.seats[seat].rack, *state.bag))
    seats = tuple(full if number == seat else each for number, each in enumerate(state.seats))
    store.save_turn(game, replace(state, bag=(), seats=seats), list(game.seats.all()), [])


def test_dictionaries_stay_closed_while_the_last_play_may_be_challenged(
    open_table: Callable[..., Room], people: list[Player], look_up: Callable[[Player], int]
) -> None:
    room = open_table(challenge="single")
    state = store.load_state(table_of(room))
    mover = state.to_move
    assert mover is not None
    empty_bag_into_rack(table_of(room), 1 - mover)
    act(room, people[mover], find_plays(state, mover)[0])
    assert table_of(room).status == Game.Status.FINAL_CHALLENGE
    assert [look_up(player) for player in people[:3]] == [403, 403, 200]
    act(room, people[1 - mover], Accept())
    assert table_of(room).status == Game.Status.OVER
    assert [look_up(player) for player in people[:2]] == [200, 200]


def test_dictionaries_stay_closed_to_a_team_member_who_can_return(
    match: Room, people: list[Player], look_up: Callable[[Player], int]
) -> None:
    teams.leave_team(match.code, people[1], NOON)
    assert look_up(people[1]) == 403
    act(match, people[0], Resign())
    assert look_up(people[1]) == 200


@pytest.fixture
def other(lexicon: Lexicon) -> Lexicon:
    """A dictionary of another language."""
    made = Lexicon.objects.create(slug="peu", name="Peu de mots", language="fr")
    publish_words(made, ["CHAT", "CHIEN"], base=None, author=Author("tests"), note="for tests")
    made.refresh_from_db()
    return made


CLOSED_PAGES = ("/dictionaries/few/", "/dictionaries/", "/learn/", "/study/?dictionary=few")
FRENCH_BOARD = {"v": "1", "dict": "peu.1", "game": "scrabble", "tiles": "fr", "rack": "AEINRST"}


def test_only_help_with_the_words_of_the_running_game_is_closed(
    open_table: Callable[..., Room],
    people: list[Player],
    client_of: Callable[[Player | None], Client],
    other: Lexicon,
) -> None:
    """The pages of the game's language name the game and link to it; the others are open."""
    room = open_table(challenge="single")
    amber = client_of(people[0])
    link = f'href="/r/{room.code}/"'
    closed = (
        "/dictionaries/few/?words=cat",
        "/dictionaries/few/search/?letters=cat",
        "/study/?dictionary=few",
        "/study/missed/?dictionary=few",
        "/analyse/?v=1&dict=few.1&game=scrabble&tiles=en",
    )
    for path in closed:
        answer = amber.get(path)
        assert answer.status_code == 403, path
        assert link in answer.content.decode(), path
    english = {"v": "1", "dict": "few.1", "game": "scrabble", "tiles": "en", "rack": "CAT"}
    assert amber.post("/analyse/plays", english).status_code == 403
    opened = (
        "/dictionaries/peu/?words=chat",
        "/dictionaries/peu/search/?letters=chat",
        "/study/?dictionary=peu",
        "/study/",
        "/study/missed/?dictionary=peu",
        "/analyse/",
    )
    for path in opened:
        assert amber.get(path).status_code == 200, path
    assert amber.post("/analyse/plays", FRENCH_BOARD).status_code == 200
    quiz = {"dictionary": "few", "kind": "anagram", "words": "due"}
    assert amber.post("/study/begin/", quiz).status_code == 403
    assert amber.post("/study/begin/", quiz | {"dictionary": "peu"}).status_code != 403
    assert amber.get("/api/1/dictionaries/few/words", {"words": "cat"}).status_code == 403
    assert amber.get("/api/1/dictionaries/peu/words", {"words": "chat"}).status_code == 200
    listed = amber.get("/dictionaries/").content.decode()
    assert listed.count("Closed until “") == 1
    assert escape(room.shown_title) in listed.partition("Closed until “")[2].partition("”")[0]
    assert link in listed
    assert link in amber.get("/learn/").content.decode()
    assert "Closed until" not in client_of(people[3]).get("/dictionaries/").content.decode()


def test_an_unknown_language_is_closed_by_every_game(
    open_table: Callable[..., Room],
    people: list[Player],
    client_of: Callable[[Player | None], Client],
    other: Lexicon,
) -> None:
    open_table(challenge="single")
    amber = client_of(people[0])
    for path in ("/dictionaries/none/", "/study/?dictionary=none", "/analyse/?v=1&board=nonsense"):
        assert amber.get(path).status_code == 403, path


def test_closed_pages_say_when_the_game_is_over_at_the_latest(
    open_table: Callable[..., Room],
    people: list[Player],
    client_of: Callable[[Player | None], Client],
) -> None:
    """Two clocks of five minutes that began at noon: ten minutes, and seconds for delays."""
    room = open_table(clock=TimeControl.read("5+0"))
    amber = client_of(people[0])
    for path in CLOSED_PAGES:
        page = amber.get(path).content.decode()
        assert f'href="/r/{room.code}/"' in page, path
        assert 'datetime="2026-05-01T12:11:00Z"' in page, path
        assert "Ends by" in page, path


def test_a_look_up_on_an_open_page_says_that_the_dictionary_is_closed(
    open_table: Callable[..., Room],
    people: list[Player],
    client_of: Callable[[Player | None], Client],
) -> None:
    """The answer is the part with verdicts, which the page replaces at the next look-up."""
    room = open_table()
    answer = client_of(people[0]).get(
        "/dictionaries/few/", {"words": "cat"}, headers={"HX-Request": "true"}
    )
    part = answer.content.decode()
    assert answer.status_code == 403
    assert part.lstrip().startswith('<div id="_verdicts"')
    assert "Closed while you play" in part
    assert f'href="/r/{room.code}/"' in part


@pytest.mark.parametrize(
    ("clock", "challenge", "why"),
    [
        ("3d", "void", "a correspondence game"),
        ("none", "void", "has no clock"),
        ("5+3", "void", "Every turn adds time"),
        ("60s", "void", "Every turn adds time"),
        ("5+0", "double", "Plays can be challenged and taken back"),
    ],
)
def test_closed_pages_say_why_there_is_no_latest_end(
    open_table: Callable[..., Room],
    people: list[Player],
    client_of: Callable[[Player | None], Client],
    clock: str,
    challenge: str,
    why: str,
) -> None:
    open_table(clock=TimeControl.read(clock), challenge=challenge)
    amber = client_of(people[0])
    for path in CLOSED_PAGES:
        page = amber.get(path).content.decode()
        assert why in page, path
        assert "Ends by" not in page, path


def test_a_paused_game_has_no_latest_end(
    open_table: Callable[..., Room],
    people: list[Player],
    client_of: Callable[[Player | None], Client],
) -> None:
    room = open_table(clock=TimeControl.read("5+0"))
    for player in people[:2]:
        pauses.request_pause(room.code, player, NOON)
    assert "Its clock is paused" in client_of(people[0]).get("/learn/").content.decode()
    pauses.resume_clocks(room.code, people[0], NOON)
    assert "Ends by" in client_of(people[0]).get("/learn/").content.decode()
