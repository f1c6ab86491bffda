"""Languages as Debian packages them; skipped where a package is not installed.

``make test`` reads the quick languages and builds the word graphs of the smallest. ``make
test-languages`` sets ``LANGUAGES``, reads all and builds every graph. ``languages/`` has
hand-picked words of each, in three paragraphs: common words, inflected forms, and names,
abbreviations and the like, which are not valid in games. ``verdicts/`` has, for some languages,
every word of two letters.
"""

import io
import os
from pathlib import Path

import pytest
from django.core.management import call_command

from lexicon.lists.folding import fold_word
from lexicon.models import Lexicon
from lexicon.services import revisions
from lexicon.services.revisions import list_revision_words
from lexicon.sources.catalogue import CATALOGUE

pytestmark = pytest.mark.django_db

QUICK = 12
"""Seconds that a language may take in the daily tests; .ci/packages.txt has ten of them."""
SMALL = 150_000
"""The most words for which daily tests build a word graph; no test here reads the graph."""
PICKED = Path(__file__).parent / "languages"
VERDICTS = Path(__file__).parent / "verdicts"


def read_picked(language: str) -> list[list[str]]:
    paragraphs = (PICKED / f"{language}.txt").read_text(encoding="utf-8").split("\n\n")
    return [paragraph.split() for paragraph in paragraphs]


def install(language: str, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    source = CATALOGUE[language]
    if source.seconds > QUICK and not os.environ.get("LANGUAGES"):
        pytest.skip("a slow one: make test-languages")
    if not source.is_here():
        pytest.skip(f"apt-get install {source.package}")
    if source.words > SMALL and not os.environ.get("LANGUAGES"):
        monkeypatch.setattr(revisions, "compile_words", lambda *_words: None)
    call_command("install_language", language, stdout=io.StringIO())
    return set(list_revision_words(Lexicon.objects.get(slug=source.code).current_revision))


@pytest.mark.sampled("da", "de", "ga")
@pytest.mark.parametrize("language", sorted(CATALOGUE))
def test_a_language_has_its_words_and_no_names(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = install(language, monkeypatch)
    assert len(words) == pytest.approx(CATALOGUE[language].words, rel=0.1)
    common, forms, names = (
        {fold_word(word, language) for word in some} for some in read_picked(language)
    )
    assert not (common | forms) - words
    assert not names & words
    if (judged := VERDICTS / f"{language}.txt").exists():
        short = set(judged.read_text(encoding="utf-8").split())
        # Neither a word that nobody has judged, nor one that was judged bad.
        assert {word for word in words if len(word) == 2} == short


def test_ten_languages_are_quick() -> None:
    assert sum(source.seconds <= QUICK for source in CATALOGUE.values()) >= 10


def test_every_language_has_hand_picked_words() -> None:
    assert {path.stem for path in PICKED.iterdir()} == CATALOGUE.keys()
    for language in CATALOGUE:
        common, forms, names = (set(some) for some in read_picked(language))
        assert (len(common) >= 30, len(forms) >= 30, len(names) >= 20) == (True,) * 3, language
        assert not common & forms, language
