"""Which lines of a list are words, and why the others are not."""

import pytest

from lexicon.alphabets import alphabets_of, list_languages
from lexicon.errors import AlphabetError
from lexicon.lists.folding import fold_word
from lexicon.lists.reading import Reading, make_sieve
from lexicon.lists.sieve import Capitals, CheckedList, Reason, check_lines


def check(
    lines: list[str], language: str = "en", capitals: Capitals = "auto", longest: int = 15
) -> CheckedList:
    sieve = make_sieve(Reading(language, capitals, longest=longest))
    return check_lines(lines, sieve)


def test_every_reason_is_counted_with_examples() -> None:
    found = check(
        [
            "cat", "dog\ta barking animal", "",
            "Paris", "NATO", "e.g.", "don't", "well-known", "pre-", "-ing", "ad hoc",
            "naïve", "h2o", "a", "antidisestablish", "cat",
        ]
    )  # fmt: skip
    assert list(found.words) == ["CAT", "DOG"]
    assert found.definitions == {"DOG": "a barking animal"}
    refused = {reason.value: (each.count, each.examples) for reason, each in found.rejects.items()}
    assert refused == {
        "capital": (2, ["Paris", "NATO"]),
        "point": (1, ["e.g."]),
        "apostrophe": (1, ["don't"]),
        "hyphen": (1, ["well-known"]),
        "edge": (2, ["pre-", "-ing"]),
        "space": (1, ["ad hoc"]),
        "letters": (2, ["naïve", "h2o"]),
        "short": (1, ["a"]),
        "long": (1, ["antidisestablish"]),
        "duplicate": (1, ["cat"]),
    }  # fmt: skip
    assert found.lines == 15
    assert found.refused == 13


def test_capitals_mean_nothing_in_a_list_of_capitals() -> None:
    assert list(check(["CAT", "DOG", "QI"]).words) == ["CAT", "DOG", "QI"]
    assert Reason.CAPITAL in check(["CAT", "DOG"], capitals="refuse").rejects


def test_german_nouns_but_no_abbreviations() -> None:
    found = check(["Haus", "gehen", "GmbH", "UNO", "Straße"], "de", "nouns")
    assert list(found.words) == ["GEHEN", "HAUS", "STRASSE"]
    assert found.rejects[Reason.CAPITAL].examples == ["GmbH", "UNO"]


@pytest.mark.parametrize(
    ("language", "word", "folded"),
    [
        ("tr", "ısırgan", "ISIRGAN"),
        ("tr", "istek", "İSTEK"),
        ("de", "groß", "GROSS"),
        ("de", "Äpfel", "ÄPFEL"),
        ("fr", "œuvrée", "OEUVREE"),
        ("es", "camión", "CAMION"),
        ("es", "niño", "NIÑO"),
        ("ca", "col·lecció", "COL·LECCIO"),
        ("ca", "coŀlegi", "COL·LEGI"),
        ("el", "λόγος", "ΛΟΓΟΣ"),
        ("he", "שָׁלוֹם", "שלומ"),
        ("sv", "ärtan", "ÄRTAN"),
        ("sv", "idé", "IDE"),
        ("pl", "zażółć", "ZAŻÓŁĆ"),
        ("en", "cafe\u0301", "CAFÉ"),
        ("uk", "м’ята", "М'ЯТА"),
    ],
)
def test_spelling_becomes_tiles(language: str, word: str, folded: str) -> None:
    assert fold_word(word, language) == folded


def test_length_is_counted_in_tiles() -> None:
    # Fifteen tiles, sixteen letters: LL is one tile.
    word = "ll" + "a" * 14
    assert list(check([word], "es").words) == [word.upper()]
    assert Reason.LONG in check(["la" * 8], "es").rejects
    assert Reason.SHORT in check(["ch", "a"], "cy").rejects


def test_ambiguous_catalan_and_hebrew_words_are_accepted() -> None:
    assert list(check(["col·legi", "any", "quan"], "ca").words) == ["ANY", "COL·LEGI", "QUAN"]
    assert check(["quq"], "ca").rejects[Reason.LETTERS].examples == ["quq"]
    assert list(check(["שלום", "ספרים"], "he").words) == ["ספרימ", "שלומ"]


def test_languages_come_from_the_tile_sets() -> None:
    languages = dict(list_languages())
    assert languages["de"] == "German"
    assert "es-US" not in languages
    assert alphabets_of("es-US")[0].code == "es"
    with pytest.raises(AlphabetError):
        alphabets_of("xx")
