"""A small dictionary and people who study it."""

from random import Random

import pytest

from games.players.models import Player
from games.study.services.examiners import get_examiner
from games.study.services.questions import Examiner
from lexicon.models import Lexicon
from lexicon.services.revisions import Author, publish_words
from tests.play.conftest import _no_graphs_of_other_tests, client_of, people

__all__ = ["_no_graphs_of_other_tests", "client_of", "people"]

WORDS = """ACT ACTS CAT CATS CAST SCAT TACO AT TA AB ABO ABOS BOA BOAS OAT OATS COAT COATS TACOS
STOA STOAT SCATT QUIZ QUIET TEA EAT ATE ETA TEAS EAST SEAT EATS SEATS"""


@pytest.fixture
def lexicon(db: None) -> Lexicon:
    made = Lexicon.objects.create(slug="few", name="Few words", language="en", default=True)
    publish_words(made, WORDS.split(), base=None, author=Author("tests"), note="made for tests")
    made.refresh_from_db()
    return made


@pytest.fixture
def spanish(db: None) -> Lexicon:
    made = Lexicon.objects.create(slug="pocas", name="Pocas", language="es", default=True)
    words = ("CHAL", "LLAMA", "CARRO", "CARO", "CHICO", "LAMA", "AL", "CHALES", "MALLA")
    publish_words(made, words, base=None, author=Author("tests"), note="made for tests")
    made.refresh_from_db()
    return made


@pytest.fixture
def examiner(lexicon: Lexicon) -> Examiner:
    return get_examiner(lexicon)


@pytest.fixture
def amber(people: list[Player]) -> Player:
    return people[0]


@pytest.fixture
def rng() -> Random:
    return Random(7)
