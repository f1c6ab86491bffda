"""What words score, and how probable it is to draw them.

The probability of a word of ``k`` tiles is that of drawing, from the full bag, ``k`` tiles that
make it, blanks included. A draw has ``d`` of the bag's ``B`` blanks in place of some of the word's
letters, and the other letters as they are; draws differ as sets of single tiles. So their number is
the sum, over all ways to replace letters, of C(B, d) times the product of C(n, c - r) over the
letters, with ``n`` tiles of a letter in the bag, ``c`` in the word and ``r`` of them blank; all
draws are C(T, k). Lists of words in "probability order" are made so.
"""

from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from lexicon.bags import Bag
from lexicon.search.query import Codes
from lexicon.search.shelf import Block


def count_draws(bag: Bag, word: Codes) -> int:
    """How many draws of as many tiles make a word."""
    ways = [1] + [0] * bag.blanks  # by the number of blanks
    for code in sorted(set(word)):
        grown = [0] * len(ways)
        for used, one in enumerate(_choices(bag, code, word.count(code))):
            for before in range(len(ways) - used):
                grown[before + used] += ways[before] * one
        ways = grown
    return sum(comb(bag.blanks, used) * count for used, count in enumerate(ways))


def find_probability(bag: Bag, word: Codes) -> Fraction:
    """Of drawing the tiles of a word with as many draws; 0 where the bag is too small."""
    draws = comb(bag.total, len(word))
    return Fraction(count_draws(bag, word), draws) if draws else Fraction(0)


def count_all_draws(bag: Bag, block: Block) -> NDArray[np.float64]:
    """:func:`count_draws` of all words of a block, exact up to 2 ** 53; all words of the same
    tiles have the same."""
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


def score_all(bag: Bag, block: Block) -> NDArray[np.int64]:
    """What the tiles of each word are worth together, without premium squares."""
    values = np.array((0, *bag.values), np.int64)
    total = np.zeros(len(block), np.int64)
    for column in block.columns:
        total += values[column]
    return total


def score(bag: Bag, word: Codes) -> int:
    return sum(bag.values[code - 1] for code in word)


def _choices(bag: Bag, code: int, count: int) -> list[int]:
    """Ways to choose the tiles of one letter that is wanted so often, by the blanks among them."""
    held = bag.counts[code - 1]
    most = 0 if bag.faces[code - 1] in bag.never_blank else min(count, bag.blanks)
    found = [comb(held, count - blank) for blank in range(most + 1)]
    return found + [0] * (bag.blanks - most)
