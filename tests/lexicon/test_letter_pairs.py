"""Letter pairs that one tile or two can spell: looked up, uploaded and played in long rows.

Trying every way to lay the long rows would exceed the time limit of a test.
"""

from collections.abc import Callable

import pytest
from django.test import Client

from games.engine.engine import Engine
from games.rules.equipment.tiles import load_tile_set
from games.rules.flow.game import preview_score
from games.rules.plays.acts import Play
from lexicon.lists.word_filter import RejectReason, WordFilter
from lexicon.models import Lexicon
from lexicon.perspective.word_check import check_words
from lexicon.services.revisions import Author, publish_words
from lexicon.store import open_lexicon
from lexicon.terms.alphabets import list_language_alphabets
from tests.rules.positions import table

ROWS = {"es": "L" * 32, "cy": "D" * 32, "hu": "SZ" * 16, "eu": "TZ" * 15 + "RR"}
BASE = ["CALLE", "PERRO", "ALL", "EL", "ELLE"]


@pytest.fixture
def dictionary(db: None) -> Callable[..., Lexicon]:
    def make(language: str, *words: str) -> Lexicon:
        made = Lexicon.objects.create(slug=language, name=language, language=language)
        publish_words(made, words, base=None, author=Author("x"), note="n")
        made.refresh_from_db()
        return made

    return make


@pytest.mark.parametrize("language", ROWS)
def test_a_long_row_of_pairs_is_looked_up(
    dictionary: Callable[..., Lexicon], client: Client, language: str
) -> None:
    dictionary(language, "LLE" if language == "cy" else "ES", ROWS[language][:14])
    client.get(f"/dictionaries/{language}/", {"words": "es"})  # opens the graph
    page = client.get(f"/dictionaries/{language}/", {"words": ROWS[language]}).content.decode()
    assert "is not in this dictionary" in page


@pytest.mark.parametrize("language", ROWS)
def test_a_long_row_of_pairs_is_filtered(language: str) -> None:
    word_filter = WordFilter(
        language, [each.faces for each in list_language_alphabets(language)], longest=21
    )
    for length in range(2, 60):
        word_filter.check_word((ROWS[language] * 2)[:length].lower())
    assert word_filter.check_word(ROWS[language].lower() * 2)[1] is RejectReason.LONG


def test_a_word_is_shown_with_its_tiles(dictionary: Callable[..., Lexicon]) -> None:
    revision = dictionary("es", *BASE).current_revision
    assert revision is not None
    found = {each.word: each for each in check_words(revision, ["calle", "perro", "lla", "kilo"])}
    assert found["CALLE"].good
    assert found["CALLE"].tiles == ("C", "A", "LL", "E")
    assert found["PERRO"].tiles == ("P", "E", "RR", "O")
    assert not found["LLA"].good
    assert found["LLA"].tiles == ("LL", "A")


def test_the_computer_never_splits_a_pair(dictionary: Callable[..., Lexicon]) -> None:
    revision = dictionary("es", *BASE).current_revision
    assert revision is not None
    tile_set = load_tile_set("es")
    graph = open_lexicon(revision.pk, tile_set.faces)
    formed = set()
    for rack in ("CALLEOS", "CA[LL]ELO", "CAL?EOS"):
        state = table(rack, "A", tile_set="es", board=[("8G", "EL")], bag="AEIOSNA")
        for one in Engine(graph).survey(state, 0).first(1000):
            if isinstance(one.act, Play):
                formed |= {word.faces for word in preview_score(state, 0, one.act, None).words}
    assert {("C", "A", "LL", "E"), ("E", "LL", "E")} <= formed
    assert not [faces for faces in formed if tile_set.has_split_pair(faces)]
