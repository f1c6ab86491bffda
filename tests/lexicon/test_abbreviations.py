"""Abbreviations and units among the words of spelling checkers, and two-letter words judged."""

from pathlib import Path

import pytest

from lexicon.lists.abbreviations import FOLDER, AbbreviationRule
from lexicon.lists.folding import fold_word
from lexicon.lists.list_reader import ListFormat, make_word_filter
from lexicon.lists.word_filter import CheckedList, RejectReason, check_lines
from lexicon.sources.catalogue import CATALOGUE
from lexicon.sources.package_reader import get_list_format
from lexicon.terms.alphabets import list_language_alphabets

VERDICTS = Path(__file__).parent / "verdicts"
"""For each language the two-letter words that a game should know, judged by hand."""
JUDGED = ("ar", "de", "es", "fr", "it", "nl", "pl", "pt", "ru", "sv")


def check(lines: str, language: str, *, from_spelling_checker: bool = True) -> CheckedList:
    reading = ListFormat(language, "refuse", from_spelling_checker=from_spelling_checker)
    return check_lines(lines.split(), make_word_filter(reading))


def make_rule(language: str) -> AbbreviationRule:
    vowels = list_language_alphabets(language)[0].vowels
    return AbbreviationRule(language, vowels)


@pytest.mark.parametrize(
    ("language", "abbreviations", "words"),
    [
        ("de", "hz kt qm kg bzw usw etc inkl zzgl vgl", "hm pst psst ei öl typ rhythmus"),
        ("fr", "kg cm ml bd etc", "brrr pst eu"),
        ("es", "km pp ss etc srta izq", "pst eh ya muy xi"),
        ("it", "kg ecc ii", "ed ai ah boh"),
        ("nl", "cd dvd km etc vwo", "pst brr ei lynx int ge jan"),
        ("pl", "kg itd itp np tzn mgr", "hm pst być oś ul rys min woj"),
        ("pt", "cm dr etc sra xiv", "eu pá ui"),
        ("ru", "кг млн руб тыс", "гм тсс ёж мы"),
        ("sv", "kg osv etc cd", "hm pst ål"),
        ("cs", "kg hz kr", "vlk prst krk smrt čtvrt pes"),
        ("sk", "kg mm", "vlk smrť vŕba stĺp"),
        ("hr", "kg cm", "krv prst rt crn"),
        ("sl", "kg dr", "prst trg vrh rž"),
        ("ca", "ii viii cm", "ix col·legi"),
        ("cy", "cm", "dŵr cwm byd ynys"),
    ],
)
def test_abbreviations_are_refused_and_counted(
    language: str, abbreviations: str, words: str
) -> None:
    found = check(f"{abbreviations} {words}".replace(" ", "\n"), language)
    refused = found.rejects[RejectReason.ABBREVIATION]
    assert refused.count == len(abbreviations.split())
    assert set(found.words) == {fold_word(word, language) for word in words.split()}


def test_roman_numerals_are_no_words() -> None:
    found = check("ii\niv\nviii\nxiv\nxxxix\nxi\nvi\nliv", "sv")
    assert set(found.words) == {"XI", "VI", "LIV"}
    assert found.rejects[RejectReason.ABBREVIATION].count == 5


def test_the_list_of_a_club_is_taken_as_it_is() -> None:
    """A federation decides itself what is a word; only lists of checkers are searched."""
    assert set(check("kg\netc\nhm\nii", "de", from_spelling_checker=False).words) == {
        "KG", "ETC", "HM", "II",
    }  # fmt: skip


def test_every_package_is_read_as_the_list_of_a_checker() -> None:
    assert all(get_list_format(source).from_spelling_checker for source in CATALOGUE.values())


def test_a_script_without_vowels_has_no_rule_about_them() -> None:
    assert set(check("כלב\nבן", "he").words) == {"כלב", "בנ"}


def test_the_lists_name_languages_of_the_catalogue_and_no_word_twice() -> None:
    for path in FOLDER.iterdir():
        lines = path.read_text(encoding="utf-8").splitlines()[1:]
        assert path.stem in CATALOGUE
        folded = [fold_word(line.removeprefix("+"), path.stem) for line in lines]
        assert len(set(folded)) == len(lines), path.stem


@pytest.mark.parametrize("language", JUDGED)
def test_judged_words_are_no_abbreviations(language: str) -> None:
    good = read_verdicts(language)
    assert not [word for word in sorted(good) if make_rule(language).matches(word)]


def read_verdicts(language: str) -> set[str]:
    return set((VERDICTS / f"{language}.txt").read_text(encoding="utf-8").split())
