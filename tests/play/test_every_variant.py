"""Every page works for every game, including games for which no page was written.

A game is defined by its entry in ``VARIANTS``. Help, the lobby's form, the room, the result, the
record and the bag all follow from that entry.
"""

import re
import sys
from dataclasses import replace
from types import MappingProxyType

import pytest
from django.test import Client

from games.lobby.forms import RoomForm
from games.lobby.forms.choices import list_form_choices
from games.play.models import Game, Room
from games.play.services import rooms
from games.rules.equipment.layouts import load_layout
from games.rules.positions import variants
from games.rules.positions.start_draw import draw_for_start
from games.rules.positions.variants import ChallengeRule, Variant, get_variant
from lexicon.models import Lexicon
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db

QWIBBLE = get_variant("qwibble")
MADE_UP = (
    # Owned tiles on a board with premiums, a draw, challenges and a short rack.
    replace(
        QWIBBLE,
        id="duel",
        name="Duel",
        layouts=("standard",),
        tile_set="en",
        start=draw_for_start,
        challenge_rules=(ChallengeRule.FIVE, ChallengeRule.VOID),
        end_rules={"passes": 3},
        exchange_minimums=(4, 2),
        invites=False,
        turn_days=None,
        swaps=False,
        rack_size=6,
    ),
    # Premiums for three, challenges as the only way to judge words, one placement rule.
    replace(
        get_variant("scrabble"),
        id="trio",
        name="Trio",
        min_seats=3,
        max_seats=3,
        challenge_rules=(ChallengeRule.SINGLE,),
        end_rules={"scoreless": 2},
        exchange_minimums=(3,),
        placements=("strict",),
    ),
)
EVERY = [*variants.VARIANTS, *[variant.id for variant in MADE_UP]]


@pytest.fixture(autouse=True)
def more_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the made-up games in every module that has imported ``VARIANTS``."""
    usual = variants.VARIANTS
    more = MappingProxyType({**usual, **{variant.id: variant for variant in MADE_UP}})
    for module in list(sys.modules.values()):
        if vars(module).get("VARIANTS") is usual:
            monkeypatch.setattr(module, "VARIANTS", more)


def texts(page: bytes) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.decode()))


def help_of(client: Client, variant: str, query: str = "") -> str:
    answer = client.get(f"/about/rules/{variant}/{query}")
    assert answer.status_code == 200
    return texts(answer.content)


def wanted(variant: Variant) -> dict[str, str]:
    """Return what the form sends for a game when every field keeps its first choice."""
    offered = list_form_choices(variant, Lexicon.objects.offered())
    found = {name: values[0] for name, values in offered.items()}
    return found | {"variant": variant.id, "public": "on"}


@pytest.mark.parametrize("name", EVERY)
def test_a_game_opens_every_page_from_the_lobby_to_its_record(
    name, lexicon, people, client_of
) -> None:
    variant = get_variant(name)
    browsers = [client_of(player) for player in people[: variant.min_seats]]
    host = browsers[0]
    assert variant.name in texts(host.get("/rooms/").content)
    assert host.post("/rooms/", wanted(variant)).status_code == 302
    room = Room.objects.get()
    table = f"/r/{room.code}/"
    assert host.get(table).status_code == 200
    for number, browser in enumerate(browsers[1:], 1):
        assert browser.post(f"{table}sit", {"seat": str(number)}).status_code == 200
    if not variant.invites:
        rooms.start_game(room.code, people[0], NOON)
    page = host.get(table)
    assert page.status_code == 200
    assert ("Swap" if variant.swaps else "Exchange") in texts(page.content)
    for browser in browsers[:-1]:
        running = Game.objects.get()
        sent = {"game": running.pk, "turn": running.turn_number, "key": running.turn_number}
        assert browser.post(f"{table}resign", sent).status_code == 200
    game = Game.objects.get()
    assert game.status == Game.Status.OVER
    for path in (table, f"/games/{game.pk}/", f"/games/{game.pk}/bag", f"/games/{game.pk}/gcg"):
        assert host.get(path).status_code == 200, path


@pytest.mark.parametrize("name", EVERY)
def test_every_game_is_played_against_computers_by_one_click(
    name, lexicon, people, client_of
) -> None:
    answer = client_of(people[0]).post(
        "/rooms/computer/", {"computer-level": "2", "computer-variant": name}
    )
    assert answer.status_code == 302
    game = Game.objects.get()
    assert game.running
    computers = game.seats.exclude(computer_level=None).count()
    assert computers == get_variant(name).min_seats - 1


@pytest.mark.parametrize("name", EVERY)
def test_every_game_has_its_help_as_a_page_and_in_the_room(name, client) -> None:
    page, part = help_of(client, name), help_of(client, name, "?part")
    assert f"How to play {get_variant(name).name}" in page
    for text in (page, part):
        assert "Keyboard" in text
        assert "Escape" in text
        assert f"Everyone has {get_variant(name).rack_size} tiles" in text
    assert "Tileroom" in page
    assert "Tileroom" not in part


@pytest.mark.parametrize("name", EVERY)
def test_help_names_the_premiums_of_its_board_and_no_others(name, client) -> None:
    layout = load_layout(get_variant(name).layouts[0])
    codes = {layout.premium_code(square) for square in layout.squares()} - {""}
    text = help_of(client, name)
    owned = get_variant(name).scoring.owned_tiles
    for code, said in (
        ("QL", "quadruple letter"),
        ("QW", "quadruple word"),
        ("DL", "double letter"),
    ):
        assert (said in text) == (code in codes and not owned)


def test_help_explains_the_custom_games(client) -> None:
    duel, trio = help_of(client, "duel"), help_of(client, "trio")
    assert "Tiles have owners" in duel
    assert "padlock" not in duel
    assert "meter" not in duel
    assert "There are no premium squares" not in duel
    assert "Each seat draws a tile" in duel
    assert "Each seat draws a tile" not in help_of(client, "qwibble")
    assert "challenge a play" in duel
    assert "rejects invalid words" in duel
    assert "passes 3 times in a row" in duel
    assert "You can exchange while the bag has at least 4 tiles" in duel
    assert "Tiles have owners" not in trio
    assert "rejects invalid words" not in trio
    assert "Playing all 7 tiles in one move (a bingo) adds 50 points" in trio


@pytest.mark.parametrize("name", EVERY)
def test_the_form_offers_the_options_of_each_game(name, lexicon) -> None:
    variant = get_variant(name)
    offered = RoomForm().list_form_choices()[name]
    assert offered["seats"] == [str(n) for n in range(variant.min_seats, variant.max_seats + 1)]
    assert offered["challenge"] == [rule.value for rule in variant.challenge_rules]
    for field, values in offered.items():
        choices = getattr(RoomForm().fields[field], "choices", [("on", ""), ("", "")])
        known = {str(value) for value, _label in choices}
        assert set(values) <= known, field


@pytest.mark.parametrize("name", ["duel", "trio"])
def test_chosen_options_of_a_made_up_game_reach_its_room(name, lexicon, people) -> None:
    variant = get_variant(name)
    last = {field: values[-1] for field, values in list_form_choices(variant, [lexicon]).items()}
    last |= {"variant": name, "adjustment": "standard"}
    form = RoomForm(last)
    assert form.is_valid(), form.errors
    room = rooms.open_room(people[0], form.room_settings(), NOON)
    options = variant.options(**Room.objects.get(pk=room.pk).options)
    assert options.challenge is variant.challenge_rules[-1]
    assert options.exchange_minimum == variant.exchange_minimums[-1]
