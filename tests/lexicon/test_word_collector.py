"""Collecting many words in little memory, and merging texts of words."""

import random

import pytest

from lexicon.lists import word_collector as piles
from lexicon.lists.word_collector import WordCollector
from lexicon.lists.word_filter import RejectReason, WordFilter, check_lines
from lexicon.lists.word_text import drop_words, join_words, merge_texts


def test_many_blocks_are_merged_into_one_sorted_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(piles, "MAX_LOOSE_WORDS", 50)
    chance = random.Random(3)
    given = ["".join(chance.choices("ABCÄΩ", k=chance.randint(2, 5))) for _ in range(2000)]
    pile = WordCollector()
    for word in given[:1000]:
        pile.add(word)
    assert len(pile) == len(set(given[:1000]))
    for word in given[1000:]:
        pile.add(word)
    assert pile.text == join_words(set(given))
    assert list(pile) == sorted(set(given))


def test_duplicates_in_later_blocks_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(piles, "MAX_LOOSE_WORDS", 2)
    word_filter = WordFilter("en", [tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")])
    found = check_lines(["cat", "dog", "emu", "cat", "owl", "owl"], word_filter)
    assert list(found.words) == ["CAT", "DOG", "EMU", "OWL"]
    assert found.rejects[RejectReason.DUPLICATE].count == 2


def test_empty_texts_are_allowed() -> None:
    assert WordCollector().text == "" and not WordCollector()
    assert merge_texts([]) == merge_texts(["", ""]) == ""
    assert drop_words("", {"CAT"}) == ""
