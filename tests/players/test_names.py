"""Names as text: what may be written, and which names look alike."""

import pytest

from games.common.names import clean_nickname, clean_title, get_confusable_key, list_confusable_keys
from scrabble_site.shared.refusals import InvalidRequest


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Amber   Rose ", "Amber Rose"),
        ("An\u034fna", "Anna"),  # combining grapheme joiner
        ("An\u200b\u2060na", "Anna"),
        ("\u202eevil\u202c", "evil"),
        ("A\x1b[31mb", "A[31mb"),
        ("Anna\u2800", "Anna"),  # an empty braille cell
        ("ｗｉｄｅ", "wide"),
        ("José", "José"),
        ("Jose\u0301", "José"),
        ("Анна", "Анна"),
        ("東京タロウ", "東京タロウ"),
        ("한국어", "한국어"),
        ("שרה", "שרה"),
        ("O'Neil 3", "O'Neil 3"),
        ("🦊 Fox", "🦊 Fox"),
        ("x" * 40, "x" * 24),
        ("", ""),
        ("   ", ""),
    ],
)
def test_names_are_normalized(typed: str, shown: str) -> None:
    assert clean_nickname(typed) == shown


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("\u3164", "nickname.unreadable"),  # Hangul filler
        ("\u200b\u200b", "nickname.unreadable"),
        ("\u2800", "nickname.unreadable"),
        ("...", "nickname.unreadable"),
        ("🦊", "nickname.unreadable"),
        ("a" + "\u0316" * 9, "nickname.unreadable"),
        ("Aннa", "nickname.scripts"),
        ("Ambеr", "nickname.scripts"),  # one Cyrillic letter
        ("Αnna", "nickname.scripts"),  # one Greek letter
        ("Computer (Expert)", "nickname.reserved"),
        ("computer", "nickname.reserved"),
        ("C0mputer (Expert)", "nickname.reserved"),
        ("Open seat", "nickname.reserved"),
        ("free  SEAT", "nickname.reserved"),
        ("Administrator", "nickname.reserved"),
        ("Adm1n", "nickname.reserved"),
        ("The Moderator", "nickname.reserved"),
        ("You", "nickname.reserved"),
        ("Expert", "nickname.reserved"),
        ("(Steady)", "nickname.reserved"),
        ("A f0rmer player", "nickname.reserved"),
        ("Ehemaliges-Mitglied", "nickname.reserved"),
        ("cuenta borrada", "nickname.reserved"),
        ("لاعب سابق", "nickname.reserved"),
    ],
)
def test_misleading_names_are_refused(typed: str, code: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        clean_nickname(typed)
    assert refused.value.code == code


@pytest.mark.parametrize("name", ["Madmin", "Comput", "Hosting", "Younger", "Seat", "Expert Anna"])
def test_names_may_contain_reserved_words(name: str) -> None:
    assert clean_nickname(name) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Amber", "AMBER"),
        ("Amber", "Arnber"),
        ("Ian", "lan"),
        ("Bob0", "BobO"),
        ("АННА", "AHHA"),
        ("ΑΝΝΑ", "Anna"),
        ("сосо", "coco"),
        ("Anna Rose", "AnnaRose"),
        ("Anna", "Anna."),
        ("Anna", "-An'na-"),
    ],
)
def test_lookalike_names_have_equal_keys(one: str, other: str) -> None:
    assert list_confusable_keys(one) & list_confusable_keys(other)
    assert get_confusable_key(one) in list_confusable_keys(one)


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "Anne"), ("Mary", "Maru"), ("Anna", "Avva"), ("José", "Jose")]
)
def test_distinct_names_have_distinct_keys(one: str, other: str) -> None:
    assert not list_confusable_keys(one) & list_confusable_keys(other)


def test_titles_lose_invisible_characters() -> None:
    assert clean_title("\u202eRoom\u2066 of\u0007  mine \u00ad") == "Room of mine"
    assert len(clean_title("long " * 40)) <= 60
