"""Pages write squares in words ("H8 across"); game notation ("8H") is for files and the API."""

import io
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.utils.translation import gettext, override

from games.computers.live.fragments import render_hint
from games.play.models import Room
from games.play.perspective.places import describe_placed_word, read_placed_word
from games.players.models import Player
from games.records.services.record_sources import RecordSource
from games.rules.gcg.inspection import inspect_gcg
from lexicon.models import Lexicon
from tests.analysis.test_pages import plain, work
from tests.play.correspondence import act, open_slow
from tests.puzzles.handmade_puzzles import BEST, keep
from tests.uploads.sample_records import MISTAKE

__all__ = ["open_slow"]

pytestmark = pytest.mark.django_db
Browser = Callable[[Player | None], Client]
Opener = Callable[..., Room]

IN_NOTATION = re.compile(r"(?<![\w.#:/-])(?:[1-9]|1\d|2[01])[A-U] [\w.\[\]?]+")
"""A play across in game notation: the row, the column, a space and the word."""
FOR_PEOPLE = re.compile(r"\b[A-U]\d{1,2} (?:across|down)\b")


def read(answer: Any) -> str:
    """Return the text of a page or a part of one, without scripts, fields and attributes."""
    assert answer.status_code in (200, 422)
    html = re.sub(r"<script.*?</script>", "", answer.content.decode(), flags=re.DOTALL)
    return unescape(plain(html))


def expect_words(text: str) -> None:
    assert not IN_NOTATION.findall(text)
    assert FOR_PEOPLE.search(text)


def test_a_room_and_its_move_scores_name_squares_in_words(
    open_slow: Opener, people: list[Player], client_of: Browser
) -> None:
    room = open_slow()
    act(room, people[0], "8G CAT")
    for viewer in (people[0], people[1], None):
        expect_words(read(client_of(viewer).get(f"/r/{room.code}/")))
        expect_words(read(client_of(viewer).get(f"/r/{room.code}/moves/1/")))


def test_conditional_moves_are_written_and_read_in_words(
    open_slow: Opener, people: list[Player], client_of: Browser
) -> None:
    room = open_slow()
    cobalt, address = client_of(people[1]), f"/r/{room.code}/replies/"
    assert "H8 across WORD" in read(cobalt.get(address))
    sent = {"guess": "G8 across CAT", "answer": "H7 down B.", "turn": "0"}
    sent["game"] = str(room.games.get().pk)
    preview = read(cobalt.post(f"{address}preview", sent))
    assert "Your move would score" in preview
    refused = cobalt.post(address, {**sent, "answer": "H7 down QQ"})
    assert refused.status_code == 422
    assert 'value="G8 across CAT"' in refused.content.decode(), "the field keeps what was written"
    expect_words(read(cobalt.post(address, sent)))
    assert "if they play G8 across CAT , I play H7 down B." in read(cobalt.get(address))


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_example_of_a_field_is_read_in_the_language_of_its_page(language: str) -> None:
    with override(language):
        example = gettext("H8 across WORD")
        word = read_placed_word(example).removeprefix("8H ")
        assert re.fullmatch(r"\w+", word), f"{example} is read as {read_placed_word(example)}"
        assert describe_placed_word("8H", word) == example


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("H8 across CAT", "8H CAT"),
        ("h8 Down c.t", "H8 c.t"),
        ("8H CAT", "8H CAT"),
        ("H8 DOWN", "H8 DOWN"),
        ("H8 DOWN DOWN", "H8 DOWN"),
        ("H8 down", "H8"),
        ("-AB", "-AB"),
        ("", ""),
    ],
)
def test_text_typed_by_players_is_understood(written: str, meant: str) -> None:
    assert read_placed_word(written) == meant


def test_a_hint_names_squares_in_words() -> None:
    plays = [{"position": "8G", "tiles": "CAT", "word": "CAT", "score": 10}]
    for step in (2, 3):
        expect_words(unescape(plain(render_hint(0, step, plays))))


def test_a_review_its_analysis_and_its_files_name_squares_in_words(
    played: Callable[..., RecordSource], people: list[Player], client_of: Browser
) -> None:
    source = played()
    amber, page = client_of(people[0]), f"/games/{source.id}/"
    expect_words(read(amber.get(page)))
    amber.post(f"{page}analysis", {"level": "quick"})
    work()
    expect_words(read(amber.get(f"{page}analysis")))
    for number in range(1, 9):
        expect_words(read(amber.get(page, {"move": number})))
        part = amber.get(
            f"{page}analysis/move", {"move": number}, headers={"HX-Target": "turn-analysis"}
        )
        expect_words(read(part))
    out = io.StringIO()
    call_command("analyse", str(source.id), stdout=out)
    expect_words(out.getvalue())
    file = amber.get(f"{page}gcg").content.decode()
    assert IN_NOTATION.search(file), "files keep game notation"
    assert not FOR_PEOPLE.search(file)


def test_the_analysis_board_names_squares_in_words(lexicon: Lexicon) -> None:
    plays = Client().post("/analyse/plays", {"game": "scrabble", "tiles": "en", "rack": "CATSDOG"})
    expect_words(read(plays))


def test_a_puzzle_names_squares_in_words(lexicon: Lexicon, client_of: Browser) -> None:
    (puzzle,) = keep(lexicon)
    fields = {"position": BEST[0], "tiles": BEST[1], "turn": 0}
    solved = client_of(None).post(f"{puzzle.get_absolute_url()}try", fields)
    expect_words(read(solved))


def test_an_uploaded_game_names_squares_in_words(
    lexicon: Lexicon,
    people: list[Player],
    client_of: Browser,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Plays read from a file are shown in words; quoted lines of the file stay unchanged."""
    monkeypatch.setattr(
        "games.uploads.views.inspect_record", lambda data, chosen: inspect_gcg(data, chosen or None)
    )
    page = client_of(people[0]).post("/uploads/new/", {"text": MISTAKE})
    table = page.content.decode().split("<textarea")[0]
    assert "D8 across TRAINED" in plain(table)
    assert not IN_NOTATION.findall(plain(table))
