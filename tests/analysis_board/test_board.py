"""The analysis board over HTTP: positions in the address, best plays, and what is refused."""

import re
from collections.abc import Callable
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from games.analysis_board.services import build_board_url
from games.engine.engine import Engine
from games.play import store
from games.play.models import Room
from games.play.perspective.places import describe_place
from games.players.models import Player
from games.rules.plays.acts import Exchange, Play
from games.rules.positions.setup_text import read_setup
from games.rules.positions.setups import make_state
from lexicon.models import Lexicon
from lexicon.services.revisions import Author, publish_words
from lexicon.store import open_lexicon
from tests.analysis_board.conftest import RACK, fields_of
from tests.play.conftest import table_of

pytestmark = pytest.mark.django_db

ROWS = ["15"] * 15
CAT = "/".join([*ROWS[:7], "7CAT5", *ROWS[8:]])


def plays_in(html: str) -> list[tuple[str, str, str]]:
    """Return the position, word and score of every listed play."""
    found = re.findall(
        r"<button[^>]*data-play-tiles.*?>(?:<small>([^<]+)</small>)?\s*<bdi>(.*?)</bdi>.*?<td>(\d+)</td>",
        html,
        re.DOTALL,
    )
    return [(place, unescape(word), score) for place, word, score in found]


def test_the_page_opens_with_an_empty_board(stranger: Client) -> None:
    page = stranger.get("/analyse/").content.decode()
    assert "Analysis board" in page
    assert page.count('role="gridcell"') == 225
    assert "Few words" in page


def test_an_address_holds_the_whole_position(stranger: Client) -> None:
    fields = {**RACK, "board": CAT, "scores": "12,34", "seat": "2"}
    page = stranger.get("/analyse/", fields).content.decode()
    assert 'value="CATSDOG"' in page
    assert re.search(r'name="board" value="([^"]*)"', page)[1] == CAT  # type: ignore[index]
    assert [*re.findall(r'value="(\d+)"\s+data-score', page)] == ["12", "34"]
    assert re.search(r'<option value="2" selected>', page)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"game": "chess"}, "no game “chess”"),
        ({"v": "2"}, "unknown format"),
        ({"dict": "none.1"}, "no dictionary “none.1”"),
        ({"dict": "few.99"}, "no dictionary"),
        ({"dict": "few.²"}, "no dictionary"),
        ({"board": "15"}, "The board has 15 rows"),
        ({"board": "/".join([*ROWS[:14], "14"])}, "Row 15"),
        ({"rack": "A\0"}, "rack “"),
        ({"rack": "ZZ"}, "Too many tiles for this set: Z"),
        ({"scores": "1"}, "one score per seat"),
        ({"tiles": "qwibble-en"}, "no tile set"),
    ],
)
def test_an_unreadable_address_is_explained(
    stranger: Client, fields: dict[str, str], said: str
) -> None:
    answer = stranger.get("/analyse/", {"game": "scrabble", **fields})
    assert answer.status_code == 422
    assert said in unescape(answer.content.decode())


def test_a_hidden_dictionary_is_not_found(stranger: Client, lexicon: Lexicon) -> None:
    lexicon.hidden = True
    lexicon.save()
    assert stranger.get("/analyse/", {**RACK, "dict": "few.1"}).status_code == 422
    assert stranger.get("/analyse/").status_code == 422


@pytest.mark.parametrize(
    "fields",
    [
        RACK,
        {**RACK, "board": CAT},
        {**RACK, "board": CAT, "seats": "4", "seat": "3", "out": "1", "rack": "SAD?"},
        {"game": "qwibble", "board": CAT, "owners": "aBb", "rack": "SADNESS"},
    ],
)
def test_best_plays_are_those_of_the_engine(
    stranger: Client, lexicon: Lexicon, fields: dict[str, str]
) -> None:
    answer = stranger.post("/analyse/plays", fields)
    assert answer.status_code == 200
    setup = read_setup(fields)
    graph = open_lexicon(lexicon.current_revision_id or 0, setup.tile_set.faces)
    found = Engine(graph).best_plays(make_state(setup), 15, seat=setup.seat)
    rows = plays_in(answer.content.decode())
    assert [int(score) for _place, _word, score in rows] == [one.score for one in found]
    places = [
        describe_place(one.act.position) if isinstance(one.act, Play) else "" for one in found
    ]
    assert [place for place, _word, _score in rows] == places
    for (_place, word, _score), one in zip(rows, found, strict=True):
        if isinstance(one.act, Exchange):
            assert word.endswith(setup.tile_set.write(one.act.tiles))


def test_best_plays_need_a_rack(stranger: Client) -> None:
    answer = stranger.post("/analyse/plays", {**RACK, "rack": ""})
    assert answer.status_code == 422
    assert "Enter the tiles on the rack first" in answer.content.decode()


def test_without_scripts_plays_come_as_a_page(lexicon: Lexicon) -> None:
    answer = Client().post("/analyse/plays", RACK)
    assert answer.status_code == 200
    assert "<!doctype html>" in answer.content.decode()
    assert "/analyse/?v=1&amp;dict=few.1&amp;game=scrabble&amp;tiles=en" in answer.content.decode()


def test_a_new_board_has_the_requested_game(stranger: Client) -> None:
    asked = {"game": "qwibble", "book": "few", "tiles": "", "seats": "4"}
    answer = stranger.get("/analyse/new", asked)
    assert answer.status_code == 302
    query = parse_qs(urlsplit(answer["Location"]).query)
    assert query == {
        "v": ["1"], "dict": ["few.1"], "game": ["qwibble"], "tiles": ["qwibble-en"]
    }  # fmt: skip
    assert stranger.get(answer["Location"]).status_code == 200
    for wrong in ({"game": "chess"}, {"book": "none"}, {"tiles": "es"}, {"seats": "9"}):
        assert stranger.get("/analyse/new", {**asked, **wrong}).status_code == 422


def test_the_default_dictionary_has_the_requested_language(
    stranger: Client, lexicon: Lexicon
) -> None:
    page = stranger.get("/analyse/", headers={"Accept-Language": "xx, *"}).content.decode()
    assert 'name="tiles" value="en"' in page


@pytest.mark.parametrize(
    ("language", "words", "row", "rack", "play"),
    [
        ("es", "CHAL CHALADES", "6[CH]Al6", "ADES", ("G8 across", "CHAlADES")),
        ("he", "שלומ שלו", "6של?ו6", "יאבגדהמ", ("G8 across", "שלום")),
    ],
)
def test_every_script_can_be_played(
    lexicon: Lexicon,
    stranger: Client,
    language: str,
    words: str,
    row: str,
    rack: str,
    play: tuple[str, str],
) -> None:
    made = Lexicon.objects.create(slug=language, name=language, language=language, default=True)
    publish_words(made, words.split(), base=None, author=Author("tests"), note="")
    board = "/".join([*ROWS[:7], row, *ROWS[8:]])
    fields = {"game": "scrabble", "tiles": language, "board": board, "rack": rack}
    page = stranger.get("/analyse/", fields)
    assert page.status_code == 200, page.content.decode()
    assert re.search(r'name="board" value="([^"]*)"', page.content.decode())[1] == board  # type: ignore[index]
    rows = plays_in(stranger.post("/analyse/plays", fields).content.decode())
    assert play in [(place, word) for place, word, _score in rows]


def test_every_position_has_an_address(
    stranger: Client, open_table: Callable[..., Room], lexicon: Lexicon
) -> None:
    game = table_of(open_table(seats=3))
    state = store.load_state(game)
    for seat in range(3):
        address = build_board_url(state, seat, game.revision)
        assert len(address) < 200
        setup = read_setup(fields_of(address))
        assert sorted(map(str, setup.rack)) == sorted(map(str, state.seats[seat].rack))
        assert stranger.get(address).status_code == 200
    assert "dict=" not in build_board_url(state, 0, None)


def test_too_many_requests_are_refused(
    stranger: Client, limited: Callable[..., None], people: list[Player]
) -> None:
    limited(analysis_board="1/1 hour | 1/1 hour")
    assert stranger.post("/analyse/plays", RACK).status_code == 200
    answer = stranger.post("/analyse/plays", RACK)
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
