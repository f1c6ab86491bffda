"""Which lines of a list are words, and why the others are not."""

import pytest

from lexicon.lists.folding import fold_word
from lexicon.lists.list_reader import ListFormat, make_word_filter
from lexicon.lists.word_filter import CapitalsRule, CheckedList, RejectReason, check_lines
from lexicon.terms.alphabets import list_language_alphabets, list_languages
from lexicon.terms.errors import AlphabetError


def check(
    lines: list[str], language: str = "en", capitals: CapitalsRule = "auto", longest: int = 15
) -> CheckedList:
    word_filter = make_word_filter(ListFormat(language, capitals, longest=longest))
    return check_lines(lines, word_filter)


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


def test_capitals_are_ignored_in_a_list_of_capitals() -> None:
    assert list(check(["CAT", "DOG", "QI"]).words) == ["CAT", "DOG", "QI"]
    assert RejectReason.CAPITAL in check(["CAT", "DOG"], capitals="refuse").rejects


def test_german_nouns_are_words_and_abbreviations_are_not() -> None:
    found = check(["Haus", "gehen", "GmbH", "UNO", "Straße"], "de", "nouns")
    assert list(found.words) == ["GEHEN", "HAUS", "STRASSE"]
    assert found.rejects[RejectReason.CAPITAL].examples == ["GmbH", "UNO"]


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
        ("la", "jam", "IAM"),
        ("la", "Jūnō", "IUNO"),
        ("ar", "مدرسة", "مدرسه"),
        ("ar", "إسلام", "اسلام"),
        ("ar", "آخر", "اخر"),
        ("ar", "ا\u0653خر", "اخر"),
        ("ar", "أب", "أب"),
        ("ar", "مستشفى", "مستشفي"),
        ("ar", "\ufefb", "لا"),
        ("he", "ג'ירפה", "גירפה"),
        ("he", "סנדוויץ׳", "סנדוויצ"),
        ("cy", "dŵr", "DWR"),
        ("cy", "tŷ", "TY"),
        ("fa", "می\u200cروم", "میروم"),
        ("fa", "مسئول", "مسیول"),
        ("fa", "مؤثر", "موثر"),
        ("fa", "شیء", "شی"),
        ("fa", "آب", "آب"),
        ("fa", "خانه\u0654", "خانه"),
        ("fa", "خان\u06c0", "خانه"),
        ("ar", "سو\u0654ال", "سؤال"),
        ("tr", "kâğıt", "KAĞIT"),
        ("tr", "îman", "İMAN"),
        ("tr", "sükûnet", "SÜKUNET"),
        ("de", "Fuß\u00adball", "FUSSBALL"),
        ("pl", "\ufeffzażó\u200błć", "ZAŻÓŁĆ"),
    ],
)
def test_spelling_becomes_tiles(language: str, word: str, folded: str) -> None:
    assert fold_word(word, language) == folded


@pytest.mark.parametrize(
    "mark", ["\u00ad", "\u200b", "\u200c", "\u200d", "\u200e", "\u2060", "\ufeff"]
)
def test_characters_that_nobody_sees_are_no_part_of_a_word(mark: str) -> None:
    assert fold_word(f"k{mark}oń", "pl") == "KOŃ"
    found = check([f"k{mark}oń", f"{mark}dom", f"a{mark}"], "pl")
    assert list(found.words) == ["DOM", "KOŃ"]
    assert list(found.rejects) == [RejectReason.SHORT]


def test_a_geresh_is_left_out_but_not_that_of_an_abbreviation() -> None:
    found = check(["צ'ק", "קולג'", "רח'", "עמ'"], "he")
    assert list(found.words) == ["צק", "קולג"]
    assert found.rejects[RejectReason.APOSTROPHE].examples == ["רח'", "עמ'"]


def test_length_is_counted_in_tiles() -> None:
    # sixteen letters but fifteen tiles, since LL is one tile
    word = "ll" + "a" * 14
    assert list(check([word], "es").words) == [word.upper()]
    assert RejectReason.LONG in check(["la" * 8], "es").rejects
    assert RejectReason.SHORT in check(["ch", "a"], "cy").rejects


def test_a_word_is_too_short_only_where_every_edition_has_one_tile_for_it() -> None:
    """CH is one tile in the Spanish set and two in the North American one; LL is one in both."""
    found = check(["ch", "ll"], "es")
    assert list(found.words) == ["CH"]
    assert found.rejects[RejectReason.SHORT].examples == ["ll"]


def test_ambiguous_catalan_and_hebrew_words_are_accepted() -> None:
    assert list(check(["col·legi", "any", "quan"], "ca").words) == ["ANY", "COL·LEGI", "QUAN"]
    assert check(["quq"], "ca").rejects[RejectReason.LETTERS].examples == ["quq"]
    assert list(check(["שלום", "ספרים"], "he").words) == ["ספרימ", "שלומ"]


def test_languages_come_from_the_tile_sets() -> None:
    languages = dict(list_languages())
    assert languages["de"] == "German"
    assert "es-US" not in languages
    assert list_language_alphabets("es-US")[0].code == "es"
    with pytest.raises(AlphabetError):
        list_language_alphabets("xx")
