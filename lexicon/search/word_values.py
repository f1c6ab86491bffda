"""Scores of words, and the probability of drawing them.

The probability of a word of ``k`` tiles is that of drawing ``k`` tiles that make it, blanks
included, from the full bag. In a draw, ``d`` of the bag's ``B`` blanks replace some of the word's
letters; draws are sets of physical tiles. So the number of draws that make the word is the sum,
over all ways to replace letters, of C(B, d) times the product over the letters of C(n, c - r). Here
a letter has ``n`` tiles in the bag and ``c`` in the word, of which ``r`` are blanks. The number of
all draws is C(T, k) for a bag of ``T`` tiles. Word lists in "probability order" use this number.
"""

from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from lexicon.search.query import Codes
from lexicon.search.word_columns import WordBlock
from lexicon.terms.bags import TileBag


def count_draws(bag: TileBag, word: Codes) -> int:
    """Return how many draws of as many tiles make a word."""
    ways = [1] + [0] * bag.blanks  # by the number of blanks
    for code in sorted(set(word)):
        grown = [0] * len(ways)
        for used, one in enumerate(_choices(bag, code, word.count(code))):
            for before in range(len(ways) - used):
                grown[before + used] += ways[before] * one
        ways = grown
    return sum(comb(bag.blanks, used) * count for used, count in enumerate(ways))


def find_probability(bag: TileBag, word: Codes) -> Fraction:
    """Return the probability of drawing exactly a word's tiles; 0 if the bag is too small."""
    draws = comb(bag.total, len(word))
    return Fraction(count_draws(bag, word), draws) if draws else Fraction(0)


def count_all_draws(bag: TileBag, block: WordBlock) -> NDArray[np.float64]:
    """Return :func:`count_draws` for all words of a block, exact up to 2 ** 53.

    Anagrams have the same number.
    """
    ways = [np.ones(len(block))] + [np.zeros(len(block)) for _ in range(bag.blanks)]
    for code in range(1, len(bag.faces) + 1):
        counts = block.counts(code)
        if not counts.any():
            continue
        table = np.zeros((len(ways), len(block.columns) + 1))
        for count in range(len(block.columns) + 1):
            table[:, count] = _choices(bag, code, count)
        chosen = table[:, counts]
        ways = [
            np.sum([ways[used - more] * chosen[more] for more in range(used + 1)], axis=0)
            for used in range(len(ways))
        ]
    total = np.zeros(len(block))
    for used, draws in enumerate(ways):
        total += comb(bag.blanks, used) * draws
    return total


def score_all(bag: TileBag, block: WordBlock) -> NDArray[np.int64]:
    """Return the sum of each word's tile values, without premium squares."""
    values = np.array((0, *bag.values), np.int64)
    total = np.zeros(len(block), np.int64)
    for column in block.columns:
        total += values[column]
    return total


def score(bag: TileBag, word: Codes) -> int:
    return sum(bag.values[code - 1] for code in word)


def _choices(bag: TileBag, code: int, count: int) -> list[int]:
    """Return the ways to choose ``count`` tiles for one letter, by the number of blanks used."""
    held = bag.counts[code - 1]
    max_blanks = 0 if bag.faces[code - 1] in bag.never_blank else min(count, bag.blanks)
    found = [comb(held, count - blank) for blank in range(max_blanks + 1)]
    return found + [0] * (bag.blanks - max_blanks)
