"""What players score in the turns of a duplicate game, and the standings.

Ties are broken by the number of best plays found, then by those found alone, then by who led more
recently.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Generic, TypeVar

from games.rules.duplicate.formats import LONE_BEST_BONUS, LONE_BEST_PLAYERS, DuplicateOptions

P = TypeVar("P", bound=Hashable)


@dataclass(frozen=True, slots=True)
class TurnScore:
    """What one player scored in one turn. A missed turn is all zeros."""

    points: int = 0
    bonus: int = 0
    best: bool = False
    # Whether no one else found a best play.
    alone: bool = False

    @property
    def total(self) -> int:
        return self.points + self.bonus


MISSED_TURN = TurnScore()


@dataclass(frozen=True, slots=True)
class DuplicateStanding(Generic[P]):
    """A player's place; players who are equal in everything share it."""

    place: int
    player: P
    points: int
    best_plays: int
    lone_best_plays: int
    # Points as a percentage of that of all best plays, to one decimal; ``None`` before the first
    # turn.
    percent: float | None
    # Points minus the sum of all best plays: negative, or 0.
    difference: int


def is_best(points: int, best_score: int) -> bool:
    """Return whether a submission found its turn's best play, if that is worth anything."""
    return points == best_score > 0


def score_turn(
    submitted: Mapping[P, int], best_score: int, options: DuplicateOptions
) -> dict[P, TurnScore]:
    """Return what each player who submitted a play scores in a turn.

    ``submitted`` are the points of their last submissions, 0 for one with an invalid word.

    >>> options = DuplicateOptions(lone_best_bonus=True)
    >>> scores = score_turn({"Ada": 24, "Ben": 18, "Cid": 0}, 24, options)
    >>> scores["Ada"]
    TurnScore(points=24, bonus=0, best=True, alone=True)
    >>> scores["Ben"]
    TurnScore(points=18, bonus=0, best=False, alone=False)
    >>> many = {number: 10 for number in range(15)} | {"Ada": 24}
    >>> score_turn(many, 24, options)["Ada"].bonus
    10
    """
    finders = [player for player, points in submitted.items() if is_best(points, best_score)]
    alone = len(finders) == 1
    pays = options.lone_best_bonus and alone and len(submitted) >= LONE_BEST_PLAYERS
    return {
        player: TurnScore(
            points,
            bonus=LONE_BEST_BONUS if pays and player in finders else 0,
            best=player in finders,
            alone=alone and player in finders,
        )
        for player, points in submitted.items()
    }


def rank_players(
    players: Sequence[P], turns: Sequence[Mapping[P, TurnScore]], best_scores: Sequence[int]
) -> list[DuplicateStanding[P]]:
    """Return the standings after these turns, first place first.

    Both have 48 points, one best play and found it alone; Ada led after the first turn.

    >>> one = {"Ada": TurnScore(24, best=True, alone=True), "Ben": TurnScore(18)}
    >>> two = {"Ben": TurnScore(30, best=True, alone=True), "Ada": TurnScore(24)}
    >>> for at in rank_players(["Ben", "Ada", "Cid"], [one, two], [24, 30]):
    ...     print(at.place, at.player, at.points, at.percent, at.difference)
    1 Ada 48 88.9 -6
    2 Ben 48 88.9 -6
    3 Cid 0 0.0 -54
    """
    most = sum(best_scores)
    keys = {player: _rank_key(player, turns) for player in players}
    ranked: list[DuplicateStanding[P]] = []
    for number, player in enumerate(sorted(players, key=lambda one: keys[one]), start=1):
        shares_place = bool(ranked) and keys[ranked[-1].player] == keys[player]
        scores = [turn.get(player, MISSED_TURN) for turn in turns]
        points = sum(score.total for score in scores)
        ranked.append(
            DuplicateStanding(
                place=ranked[-1].place if shares_place else number,
                player=player,
                points=points,
                best_plays=sum(score.best for score in scores),
                lone_best_plays=sum(score.alone for score in scores),
                percent=round(100 * points / most, 1) if most else None,
                difference=points - most,
            )
        )
    return ranked


def _rank_key(player: P, turns: Sequence[Mapping[P, TurnScore]]) -> tuple[int, ...]:
    """Return the sort key of a player: the one who is ahead has the smaller one."""
    scores = [turn.get(player, MISSED_TURN) for turn in turns]
    totals = list(accumulate(score.total for score in scores))
    best = sum(score.best for score in scores)
    alone = sum(score.alone for score in scores)
    return (-sum(score.total for score in scores), -best, -alone, *(-n for n in reversed(totals)))
