"""Check that luck is measured fairly, over games of self-play in which every draw is evaluated.

A random draw is lucky as often as unlucky, so the mean of many draws must be about zero, both over
whole games and over their last turns. ``manage.py measure_luck`` shows the figures; a test checks
fewer games.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import sqrt
from statistics import fmean, stdev

from games.engine.analysis.act_descriptions import compute_leave
from games.engine.analysis.draw_luck import measure_draw_luck
from games.engine.analysis.selfplay import play_game
from games.engine.leaves import load_leave_model
from games.engine.trials import CONFIDENCE_DEVIATIONS
from games.rules.equipment.tiles import Tile
from lexicon.graph.wordgraph import WordGraph

LATE = 14
"""Unseen tiles near the end of a game: at most the other rack and the last of the bag."""


@dataclass(frozen=True, slots=True)
class LuckSample:
    """One draw of a game and its luck; ``unseen`` is the number of unseen tiles after it."""

    game: int
    seat: int
    unseen: int
    points: float


@dataclass(frozen=True, slots=True)
class LuckStatistics:
    """Statistics of a sample; ``reach`` is half the width of the 95 % interval of the mean."""

    count: int
    mean: float
    reach: float
    deviation: float
    lowest: float
    highest: float


def compute_statistics(points: Sequence[float]) -> LuckStatistics:
    deviation = stdev(points)
    reach = CONFIDENCE_DEVIATIONS * deviation / sqrt(len(points))
    return LuckStatistics(len(points), fmean(points), reach, deviation, min(points), max(points))


def measure_game_luck(
    graph: WordGraph, games: range, draws: int, variant: str = "scrabble"
) -> Iterator[LuckSample]:
    """Yield the draws of games in which each player takes the act of highest static equity.

    The same game numbers give the same games.
    """
    for game in games:
        yield from _measure_game(graph, game, draws, variant)


def _measure_game(graph: WordGraph, game: int, draws: int, variant: str) -> Iterator[LuckSample]:
    secret = sha256(f"luck {game}".encode()).digest()
    kept: list[Counter[Tile]] = [Counter(), Counter()]
    for survey, act in play_game(graph, secret, variant):
        state, seat = survey.position.state, survey.position.seat
        model = load_leave_model(state.tile_set_code, graph.alphabet)
        luck = measure_draw_luck(survey, model, kept[seat], draws)
        if luck is not None:
            others = sum(len(one.rack) for n, one in enumerate(state.seats) if n != seat)
            yield LuckSample(game, seat, len(state.bag) + others, luck.points)
        kept[seat] = compute_leave(state.seats[seat].rack, act)


def sum_luck_by_seat(samples: Sequence[LuckSample]) -> list[float]:
    """Return the luck of every seat over a whole game."""
    totals: dict[tuple[int, int], float] = {}
    for one in samples:
        totals[one.game, one.seat] = totals.get((one.game, one.seat), 0.0) + one.points
    return list(totals.values())
