"""Languages as Debian packages them: skipped where a package is not installed.

``make test`` looks at the small ones; ``make test-languages`` sets ``LANGUAGES`` and looks at all.
"""

import io
import os
from collections.abc import Iterable

import pytest
from django.core.management import call_command

from lexicon.errors import SourceError
from lexicon.lists.folding import fold_word
from lexicon.models import Lexicon
from lexicon.services.revisions import words_of
from lexicon.sources.catalogue import CATALOGUE

pytestmark = pytest.mark.django_db

SMALL = 130_000
"""So many words are read and built in a few seconds."""

CHECKED: dict[str, tuple[str, str, str]] = {
    "da": ("hus mand vand bog dag", "huset mænd vandet bøger dagene", "København Danmark EU"),
    "de": ("Haus Mann Wasser Tag gut", "Häuser Männer gehst guter ging", "GmbH usw. EDV"),
    "es": ("casa agua perro niño", "casas perros niñas cantábamos hablaron", "Madrid ONU España"),
    "fo": ("hús maður dagur", "húsið menn dagar", "Tórshavn"),
    "fr": ("maison eau chien été", "maisons chiens mangeons allait", "Marseille SNCF"),
    "hr": ("kuća voda pas dan", "kuće vode psa dani", "Zagreb Hrvatska"),
    "it": ("casa acqua cane", "case cani amato", "Roma Milano"),
    "is": ("hús maður dagur", "húsið menn dagar", "Reykjavík Ísland"),
    "nl": ("huis water hond dag", "huizen honden dagen liep", "Amsterdam"),
    "no": ("hus mann vann dag", "huset menn dager", "Trondheim NATO"),
    "pl": ("dom woda pies", "domu wody psa", "Warszawa Polska"),
    "pt": ("casa água", "casas falamos", "Lisboa"),
    "ru": ("дом вода собака день", "дома воды собаки дни", "Москва СССР"),
    "sl": ("hiša voda pes", "hiše vode psa", "Ljubljana"),
    "sv": ("hus man vatten dag", "huset dagar", "Stockholm Sverige"),
    "uk": ("дім вода день", "води дні", "Шевченко"),
}  # fmt: skip
"""Common words, forms of them, and what is no word of a game; by language."""


def spell(text: str, language: str) -> set[str]:
    return {fold_word(word, language) for word in text.split()}


def install(language: str) -> set[str]:
    source = CATALOGUE[language]
    try:
        source.find_files()
    except SourceError as missing:
        pytest.skip(str(missing))
    if source.words > SMALL and not os.environ.get("LANGUAGES"):
        pytest.skip("a large one: make test-languages")
    call_command("install_language", language, stdout=io.StringIO())
    return set(words_of(Lexicon.objects.get(slug=f"{language}-debian").current_revision))


@pytest.mark.parametrize("language", sorted(CATALOGUE))
def test_a_language_has_its_words_and_no_names(language: str) -> None:
    words = install(language)
    assert len(words) == pytest.approx(CATALOGUE[language].words, rel=0.2)
    common, forms, names = CHECKED.get(language, ("", "", ""))
    assert not spell(f"{common} {forms}", language) - words
    assert not spell(names, language) & words


def test_most_languages_are_looked_at() -> None:
    missing: Iterable[str] = CATALOGUE.keys() - CHECKED.keys()
    assert len(list(missing)) < 12
