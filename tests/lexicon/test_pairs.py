"""Letters that two tiles or one can lay: looked up, uploaded and played, however many there are."""

from collections.abc import Callable
from time import perf_counter

import pytest
from django.test import Client

from games.engine.engine import Engine
from games.rules.game import preview
from games.rules.moves import Play
from games.rules.tiles import load_tile_set
from lexicon.alphabets import alphabets_of
from lexicon.lists.sieve import Reason, Sieve
from lexicon.lookup import check_words
from lexicon.models import Lexicon
from lexicon.services.revisions import Author, publish_words
from lexicon.store import open_lexicon
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
def test_a_long_row_of_pairs_is_looked_up_at_once(
    dictionary: Callable[..., Lexicon], client: Client, language: str
) -> None:
    dictionary(language, "LLE" if language == "cy" else "ES", ROWS[language][:14])
    client.get(f"/dictionaries/{language}/", {"words": "es"})  # opens the graph
    started = perf_counter()
    page = client.get(f"/dictionaries/{language}/", {"words": ROWS[language]}).content.decode()
    assert perf_counter() - started < 1
    assert "is not in this dictionary" in page


@pytest.mark.parametrize("language", ROWS)
def test_a_long_row_of_pairs_is_sifted_at_once(language: str) -> None:
    sieve = Sieve(language, [each.faces for each in alphabets_of(language)], longest=21)
    started = perf_counter()
    for length in range(2, 60):
        sieve.sift((ROWS[language] * 2)[:length].lower())
    assert sieve.sift(ROWS[language].lower() * 2)[1] is Reason.LONG
    assert perf_counter() - started < 1


def test_a_word_is_shown_in_the_tiles_that_lay_it(dictionary: Callable[..., Lexicon]) -> None:
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
                formed |= {word.faces for word in preview(state, 0, one.act, None).words}
    assert {("C", "A", "LL", "E"), ("E", "LL", "E")} <= formed
    assert not [faces for faces in formed if tile_set.splits_pair(faces)]
