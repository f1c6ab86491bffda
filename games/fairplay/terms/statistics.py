"""Figures on the turns of one player: pure functions without a database.

Each figure compares what happened with what was expected and gives the difference in standard
deviations. None proves anything. Their error rates are measured by ``manage.py measure_signals``,
and the table is in the README.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import atanh, comb, exp, sqrt
from statistics import NormalDist
from typing import NamedTuple

THRESHOLD = 3.0
"""Standard deviations from which moderators should take a closer look."""
GAMES = 10
"""How many of the latest rated games the figures are computed from."""

# The difficulty of a find for which all ``FEATURES`` are zero.
CONSTANT = 1.2
COEFFICIENTS = (-0.6, 1.2, -0.3, -0.6)
"""How much each of ``FEATURES`` in :mod:`.observed_turns` adds to the difficulty of a find. They
were fitted to published tournament records, whose players are assumed to have 1900 points."""
MIDDLE, SPAN = 1500, 400
SLOPE = 1.0
"""How much easier finds are for a player with ``SPAN`` more points, on the logit scale."""

HARD = 1.5
"""Difficulty from which a best play counts as rare. Players with 1500 points miss such a play at
least four times in five."""
SPREAD = 1.3
"""Factor on the variance of finds, because turns of one game are not independent."""
MIN_HARD = 15
"""With fewer rare best plays the figure says nothing."""

DEFAULT_RANK = 0.2
"""The rank correlation of thinking time and difficulty that counts as usual."""
MIN_TIMED = 60
"""With fewer timed turns the figure on time says nothing."""

MIN_AWAY = 2000
"""Milliseconds for which a page must be hidden to count."""
MIN_FINDS = 5
"""With fewer hard finds the figure on leaving the page says nothing."""


@dataclass(frozen=True, slots=True)
class MeasuredTurn:
    """One turn on which there was something to find."""

    # From :func:`difficulty_of`.
    difficulty: float
    found: bool
    # The player's rating before the game.
    points: float
    # Milliseconds of thought, ``None`` if unknown.
    spent: int | None = None
    # Milliseconds of ``spent`` with the page hidden, ``None`` if unknown.
    away: int | None = None

    @property
    def is_hard(self) -> bool:
        return self.difficulty >= HARD


class Figure(NamedTuple):
    """A measured value beside the expected one."""

    value: float
    expected: float
    # How many turns it is based on.
    turns: int
    # Standard deviations in the direction that hints at help, ``None`` if there are too few turns.
    deviations: float | None

    @property
    def is_high(self) -> bool:
        return self.deviations is not None and self.deviations >= THRESHOLD


NOTHING = Figure(0.0, 0.0, 0, None)


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures on one player."""

    # Share of the rare best plays that were found.
    finds: Figure = NOTHING
    # Rank correlation of thinking time and difficulty.
    thinking_time: Figure = NOTHING
    # Share of the hard finds before which the page was hidden. The share on other turns is what is
    # expected.
    page_hidden: Figure = NOTHING


def compute_difficulty(features: Sequence[float]) -> float:
    """Return how hard it is to find the best play of a turn with these features. At 0 a player with
    1500 points finds it every other time."""
    weighted = zip(COEFFICIENTS, features, strict=True)
    return CONSTANT + sum(weight * feature for weight, feature in weighted)


def compute_find_probability(difficulty: float, points: float) -> float:
    """Return the probability that a player with this rating finds the best play."""
    return 1 / (1 + exp(difficulty - SLOPE * (points - MIDDLE) / SPAN))


def measure(turns: Sequence[MeasuredTurn], factor: float = 1.0) -> Figures:
    """Compute all figures.

    ``factor`` is how many times as often as :func:`compute_find_probability` says players of that
    rating find rare best plays on this site.
    """
    return Figures(
        measure_finds(turns, factor), measure_thinking_time(turns), measure_page_hidden(turns)
    )


def measure_finds(turns: Sequence[MeasuredTurn], factor: float = 1.0) -> Figure:
    """Compare how often rare best plays were found with players of the same rating."""
    hard = [turn for turn in turns if turn.is_hard]
    if not hard:
        return NOTHING
    # Capped below 1, so that a raised chance never makes a miss impossible.
    chances = [
        min(0.98, factor * compute_find_probability(turn.difficulty, turn.points)) for turn in hard
    ]
    found, expected = sum(turn.found for turn in hard), sum(chances)
    # The sum of independent yes-or-no variances, widened by ``SPREAD``.
    deviation = sqrt(SPREAD * sum(chance * (1 - chance) for chance in chances))
    far = (found - expected) / deviation if len(hard) >= MIN_HARD else None
    return Figure(found / len(hard), expected / len(hard), len(hard), far)


def measure_thinking_time(turns: Sequence[MeasuredTurn]) -> Figure:
    """Measure whether hard turns take longer. A correlation far below the usual one is
    conspicuous."""
    timed = [(turn.difficulty, turn.spent) for turn in turns if turn.spent]
    if len(timed) < 3:
        return NOTHING
    rank = rank_correlation([one for one, _ in timed], [float(spent) for _, spent in timed])
    far = None
    if len(timed) >= MIN_TIMED:
        # Fisher's transformation makes the correlation nearly normal; 1.06 / (n - 3) is its
        # variance for rank correlations (Fieller, Hartley and Pearson 1957).
        below = atanh(DEFAULT_RANK) - atanh(max(-0.99, min(0.99, rank)))
        far = below * sqrt((len(timed) - 3) / 1.06)
    return Figure(rank, DEFAULT_RANK, len(timed), far)


def measure_page_hidden(turns: Sequence[MeasuredTurn]) -> Figure:
    """Compare how often the page was hidden before hard finds and on the player's other turns, by
    Fisher's exact test converted to standard deviations."""
    observed = [turn for turn in turns if turn.away is not None]
    finds = [turn for turn in observed if turn.is_hard and turn.found]
    others = len(observed) - len(finds)
    if not finds or not others:
        return NOTHING
    left = sum(_left(turn) for turn in finds)
    elsewhere = sum(_left(turn) for turn in observed) - left
    far = None
    if len(finds) >= MIN_FINDS:
        chance = _compute_tail_probability(left, len(finds), left + elsewhere, len(observed))
        # Kept off 0 and 1, where the inverse is infinite.
        far = NormalDist().inv_cdf(min(1 - 1e-12, max(1e-12, 1 - chance)))
    return Figure(left / len(finds), elsewhere / others, len(finds), far)


def _left(turn: MeasuredTurn) -> bool:
    return (turn.away or 0) >= MIN_AWAY


def _compute_tail_probability(hits: int, drawn: int, marked: int, total: int) -> float:
    """Return the probability of at least ``hits`` marked ones among those drawn."""
    counts = range(hits, min(drawn, marked) + 1)
    ways = sum(comb(marked, n) * comb(total - marked, drawn - n) for n in counts)
    return ways / comb(total, drawn)


def rank_correlation(xs: Sequence[float], ys: Sequence[float]) -> float:
    """Return Spearman's rank correlation. Equal values share a rank. 0 if all values are equal.

    >>> rank_correlation([1, 2, 3], [10, 20, 40])
    1.0
    """
    one, other = _compute_ranks(xs), _compute_ranks(ys)
    mean = (len(one) + 1) / 2
    spread = sqrt(sum((x - mean) ** 2 for x in one) * sum((y - mean) ** 2 for y in other))
    if not spread:
        return 0.0
    return sum((x - mean) * (y - mean) for x, y in zip(one, other, strict=True)) / spread


def _compute_ranks(values: Sequence[float]) -> list[float]:
    places: dict[float, list[int]] = {}
    for place, value in enumerate(sorted(values), 1):
        places.setdefault(value, []).append(place)
    return [sum(places[value]) / len(places[value]) for value in values]
