"""What the lobby lists, and the forms that open rooms."""

from datetime import datetime

import pytest

from games.lobby.forms import ComputerGameForm, RoomForm
from games.lobby.perspective import build_lobby
from games.play.models import Game, Room
from games.play.perspective import build_room_view
from games.play.services import invitations, rooms, seats, turns
from games.play.services.room_settings import RoomSettings
from games.players.models import Player
from games.rules.plays.acts import Resign
from games.rules.positions.variants import ChallengeRule, get_variant
from lexicon.models import Lexicon
from lexicon.services.revisions import Author, publish_words
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db


@pytest.fixture
def listed():
    """``listed(player)``: the room codes in each list of the lobby, as this player sees it."""

    def lists(player: Player | None, now: datetime = NOON) -> dict[str, list[str]]:
        context = build_lobby(player, now)
        return {name: [e.code for e in context[name]] for name in ("rooms", "live", "mine")}

    return lists


def test_a_waiting_room_is_listed_until_it_is_full(open_table, people, listed) -> None:
    room = open_table(seats=2, started=False)
    seats.leave_seat(room.code, people[1], NOON)
    assert listed(people[2])["rooms"] == [room.code]
    seats.take_seat(room.code, people[1], 1, NOON)
    assert listed(people[2])["rooms"] == []


def test_running_games_can_be_watched_and_own_ones_are_separate(open_table, people, listed) -> None:
    room = open_table(seats=3)
    assert listed(None)["live"] == [room.code]
    assert listed(people[0]) == {"rooms": [], "live": [], "mine": [room.code]}


def test_the_players_turn_is_marked(open_table, people) -> None:
    room = open_table()
    to_move = build_room_view(room.code, None).to_move
    for number, player in enumerate(people[:2]):
        (entry,) = build_lobby(player, NOON)["mine"]
        assert entry.my_turn == (number == to_move)


def test_a_room_by_link_is_not_listed(lexicon, people, listed) -> None:
    variant = get_variant("scrabble")
    room_settings = RoomSettings("scrabble", "en", lexicon, 2, variant.options(), public=False)
    room = rooms.open_room(people[0], room_settings, NOON)
    assert listed(people[1]) == {"rooms": [], "live": [], "mine": []}
    assert listed(people[0])["mine"] == [room.code]


def test_an_open_qwibble_room_waits_in_the_lobby(lexicon, people, listed) -> None:
    variant = get_variant("qwibble")
    room_settings = RoomSettings("qwibble", "qwibble-en", lexicon, 2, variant.options())
    room = rooms.open_room(people[0], room_settings, NOON)
    assert listed(people[1])["rooms"] == [room.code]
    invitations.invite_player(room.code, people[0], "Jade", NOON)
    assert listed(people[1])["rooms"] == []
    assert listed(people[2])["mine"] == [room.code]


def test_an_ended_game_is_not_listed(open_table, people, listed) -> None:
    room = open_table()
    turns.apply_player_act(room.code, people[0].pk, Resign(), turn=0, key="", now=NOON)
    assert listed(people[0]) == {"rooms": [], "live": [], "mine": []}


FIELDS = {
    "variant": "scrabble",
    "seats": "2",
    "lexicon": "few",
    "challenge": "double",
    "end_rule": "scoreless",
    "adjustment": "tournament",
    "exchange_minimum": "1",
    "placement": "tournament",
    "public": "on",
}


def test_every_option_reaches_the_room(lexicon, people) -> None:
    form = RoomForm(FIELDS)
    assert form.is_valid(), form.errors
    room = rooms.open_room(people[0], form.room_settings(), NOON)
    room = Room.objects.get(pk=room.pk)
    options = get_variant(room.variant).options(**room.options)
    assert options.challenge is ChallengeRule.DOUBLE
    assert (options.end_rule, options.adjustment) == ("scoreless", "tournament")
    assert (options.exchange_minimum, options.placement) == (1, "tournament")
    assert room.edition == "en"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"seats": "3", "challenge": "triple", "adjustment": "standard"}, "challenge"),
        ({"seats": "4"}, "adjustment"),
        ({"challenge": "void"}, "placement"),
        ({"edition": "de"}, "edition"),
        ({"lexicon": "none"}, "lexicon"),
        ({"seats": "9"}, "seats"),
        ({"variant": "chess"}, "variant"),
    ],
)
def test_choices_that_do_not_go_together_are_refused(lexicon, change, field) -> None:
    form = RoomForm(FIELDS | change)
    assert not form.is_valid()
    assert field in form.errors


def test_a_variant_keeps_its_own_rules(lexicon, people) -> None:
    """Qwibble has no challenges: the form's challenge rule is ignored."""
    form = RoomForm(FIELDS | {"variant": "qwibble"})
    assert form.is_valid(), form.errors
    assert form.room_settings().options == get_variant("qwibble").options()
    assert form.room_settings().edition == "qwibble-en"


@pytest.mark.parametrize("variant", ["scrabble", "qwibble"])
def test_one_click_seats_the_computer(lexicon, people, client_of, variant) -> None:
    client = client_of(people[0])
    response = client.post("/rooms/computer/", {"computer-level": "2", "computer-variant": variant})
    assert response.status_code == 302
    game = Game.objects.get()
    assert game.running
    assert game.seats.get(number=1).computer_level == 2
    assert not game.room.public


def test_a_wrong_level_is_refused(lexicon) -> None:
    assert not ComputerGameForm({"computer-level": "10"}).is_valid()


@pytest.fixture
def danish(lexicon) -> Lexicon:
    """A dictionary whose language sorts before English. Qwibble has no Danish tiles."""
    made = Lexicon.objects.create(slug="da", name="Dansk", language="da", default=True)
    publish_words(made, ["AF", "ÆBLE"], base=None, author=Author("tests"), note="made for tests")
    made.refresh_from_db()
    return made


def test_another_language_changes_no_default(danish, people, client_of) -> None:
    client = client_of(people[0])
    assert client.get("/").context["form"]["lexicon"].initial == "few"
    for variant in ("scrabble", "qwibble"):
        client.post("/rooms/computer/", {"computer-level": "2", "computer-variant": variant})
    assert set(Room.objects.values_list("lexicon__slug", flat=True)) == {"few"}


def test_the_browsers_language_is_the_default_if_the_game_has_its_tiles(
    danish, people, client_of
) -> None:
    client, danes = client_of(people[0]), {"Accept-Language": "da, en;q=0.5"}
    assert client.get("/", headers=danes).context["form"]["lexicon"].initial == "da"
    for variant in ("scrabble", "qwibble"):
        client.post(
            "/rooms/computer/", {"computer-level": "2", "computer-variant": variant}, headers=danes
        )
    rooms_made = Room.objects.values_list("variant", "lexicon__slug", "edition")
    assert set(rooms_made) == {("scrabble", "da", "da"), ("qwibble", "few", "qwibble-en")}


def test_a_dictionary_without_tiles_is_refused_where_it_is_chosen(danish) -> None:
    form = ComputerGameForm(
        {"computer-level": "2", "computer-variant": "qwibble", "computer-lexicon": "da"}
    )
    assert list(form.errors) == ["lexicon"]


def test_a_language_picks_its_dictionary_and_tiles(danish, people, client_of) -> None:
    client = client_of(people[0])
    client.post("/rooms/computer/", {"computer-level": "2", "language": "da"})
    client.post("/rooms/", {**FIELDS, "language": "da", "lexicon": ""})
    rooms_made = Room.objects.values_list("lexicon__slug", "edition")
    assert set(rooms_made) == {("da", "da")}


def test_a_language_without_tiles_for_a_game_is_refused(danish) -> None:
    form = ComputerGameForm(
        {"computer-level": "2", "computer-variant": "qwibble", "language": "da"}
    )
    assert list(form.errors) == ["variant"]
    assert "language" in RoomForm(FIELDS | {"language": "xx"}).errors


def test_only_languages_with_a_dictionary_are_offered_by_their_own_names(danish) -> None:
    Lexicon.objects.create(slug="empty", name="Empty one", language="fi")
    form = RoomForm()
    assert form.fields["language"].choices == [("da", "Dansk"), ("en", "English")]  # type: ignore[attr-defined]
    languages_of_choices = form.languages_of_choices()
    assert languages_of_choices["lexicon"] == {"da": "da", "few": "en"}
    assert languages_of_choices["edition"]["da"] == "da"
    assert "fi" not in languages_of_choices["edition"].values()


def test_the_last_choice_is_offered_first(danish, people, client_of) -> None:
    client = client_of(people[0])
    client.post("/rooms/computer/", {"computer-level": "4", "language": "da"})
    shown = client.get("/").context
    assert shown["form"]["language"].value() == "da"
    assert shown["form"]["lexicon"].value() == "da"
    assert shown["computer"]["level"].value() == "4"
    Lexicon.objects.filter(slug="da").update(hidden=True)
    shown = client.get("/").context
    assert (shown["form"]["language"].value(), shown["form"]["lexicon"].value()) == ("en", "few")


CLOCKS = [
    ({}, "none"),
    ({"clock": "25+0/5"}, "25+0/5"),
    ({"clock": "3d", "minutes": "nonsense"}, "3d"),
    ({"clock": "own", "pace": "game", "minutes": "7", "increment": "4", "overtime": ""}, "7+4"),
    ({"clock": "own", "pace": "game", "minutes": "0:20"}, "0:20+0"),
    ({"clock": "own", "pace": "turn", "turn_seconds": "45"}, "45s"),
    ({"clock": "own", "pace": "days", "turn_days": "14"}, "14d"),
]


@pytest.mark.parametrize("variant", ["scrabble", "qwibble"])
@pytest.mark.parametrize(("chosen", "clock"), CLOCKS)
def test_a_room_has_the_chosen_clock(lexicon, people, variant, chosen, clock) -> None:
    form = RoomForm(FIELDS | {"variant": variant} | chosen)
    assert form.is_valid(), form.errors
    room = rooms.open_room(people[0], form.room_settings(), NOON)
    room.refresh_from_db()
    assert get_variant(variant).options(**room.options).clock.text == clock


@pytest.mark.parametrize(
    "chosen",
    [
        {"clock": "99+99"},
        {"clock": "own", "pace": "game", "minutes": ""},
        {"clock": "own", "pace": "game", "minutes": "181"},
        {"clock": "own", "pace": "game", "minutes": "0:09"},
        {"clock": "own", "pace": "game", "minutes": "5+5"},
        {"clock": "own", "pace": "days", "turn_days": "15"},
        {"clock": "own", "pace": "turn", "turn_seconds": "x"},
        {"clock": "own", "pace": "none"},
    ],
)
def test_a_clock_that_no_room_offers_is_refused(lexicon, chosen) -> None:
    assert not RoomForm(FIELDS | chosen).is_valid()
