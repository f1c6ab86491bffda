"""Word lists as the database stores them: compared and edited as text, without large sets."""

import random
import tracemalloc
from collections.abc import Callable

import pytest

from lexicon.lists.word_text import compare_texts, edit_text, find_words, join_words


def make_words(seed: int, count: int, longest: int = 4) -> set[str]:
    rng = random.Random(seed)
    return {"".join(rng.choices("ABÄŻ", k=rng.randint(1, longest))) for _ in range(count)}


@pytest.mark.parametrize("seed", range(40))
def test_text_operations_match_set_operations(seed: int) -> None:
    old, new = make_words(seed, seed), make_words(seed + 1000, 40 - seed)
    found = compare_texts(join_words(old), join_words(new), 1000)
    assert (found.added_words, found.removed_words) == (sorted(new - old), sorted(old - new))
    assert (found.added, found.removed) == (len(new - old), len(old - new))
    assert bool(found) == (old != new)
    assert edit_text(join_words(old), new, old - new) == join_words(new)


def test_only_some_examples_are_listed() -> None:
    found = compare_texts(join_words(["A", "C"]), join_words(["B", "D", "E"]), 1)
    assert (found.added, found.added_words) == (3, ["B"])
    assert (found.removed, found.removed_words) == (2, ["A"])


def peak_of(work: Callable[[], object]) -> int:
    tracemalloc.start()
    work()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def test_a_large_list_is_compared_and_changed_in_little_memory() -> None:
    """A set of these words would take more than ten times the bytes of their text."""
    words = [f"{number:08}" for number in range(20_000)]
    text, less = join_words(words), join_words(words[::2])
    assert peak_of(lambda: compare_texts(text, less, 100)) < 50_000
    assert peak_of(lambda: edit_text(text, ["00010000X"], ["00000007"])) < 2.5 * len(text)
    assert peak_of(lambda: find_words(text, "*7", None, limit=100)) < 50_000
