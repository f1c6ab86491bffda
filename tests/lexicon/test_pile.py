"""Many words in little memory, and texts of words put together."""

import random

import pytest

from lexicon.lists import pile as piles
from lexicon.lists.pile import Pile
from lexicon.lists.sieve import Reason, Sieve, check_lines
from lexicon.lists.text import drop_words, join_words, merge_texts


def test_a_pile_of_many_blocks_is_one_sorted_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(piles, "MOST_LOOSE", 50)
    chance = random.Random(3)
    given = ["".join(chance.choices("ABCÄΩ", k=chance.randint(2, 5))) for _ in range(2000)]
    pile = Pile()
    for word in given[:1000]:
        pile.add(word)
    assert len(pile) == len(set(given[:1000]))
    for word in given[1000:]:
        pile.add(word)
    assert pile.text == join_words(set(given))
    assert list(pile) == sorted(set(given))


def test_words_that_come_again_much_later_are_still_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(piles, "MOST_LOOSE", 2)
    sieve = Sieve("en", [tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")])
    found = check_lines(["cat", "dog", "emu", "cat", "owl", "owl"], sieve)
    assert list(found.words) == ["CAT", "DOG", "EMU", "OWL"]
    assert found.rejects[Reason.DUPLICATE].count == 2


def test_nothing_is_a_text_too() -> None:
    assert Pile().text == "" and not Pile()
    assert merge_texts([]) == merge_texts(["", ""]) == ""
    assert drop_words("", {"CAT"}) == ""
