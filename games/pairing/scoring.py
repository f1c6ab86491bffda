"""What a table is worth to each of its players: half points by place, and spread.

A win is one point and a draw half a point each. Three players get 2-1-0 points by place and four
3-2-1-0, shared on ties. A table with an empty seat counts as if that seat had come last. Spread is
the sum of the score differences to each opponent at the table.
"""

from __future__ import annotations

from typing import NamedTuple

from games.pairing.event import PlayedTable, ScoringSettings


class TableScore(NamedTuple):
    """What one player takes from a table or a bye."""

    half_points: int
    spread: int


def score_bye(scoring: ScoringSettings) -> TableScore:
    """Return what a bye is worth.

    >>> score_bye(ScoringSettings())
    TableScore(half_points=2, spread=50)
    """
    return TableScore(scoring.top_half_points, scoring.bye_spread)


def score_table(table: PlayedTable, scoring: ScoringSettings) -> dict[int, TableScore]:
    """Return what each player takes from a table that has its result.

    >>> score_table(PlayedTable((7, 8), (410, 380)), ScoringSettings())
    {7: TableScore(half_points=2, spread=30), 8: TableScore(half_points=0, spread=-30)}

    Two players who share second place at a table of three share one point:

    >>> three = ScoringSettings(table_size=3, spread_cap=100)
    >>> scores = score_table(PlayedTable((1, 2, 3), (300, 300, 350)), three)
    >>> [scores[player] for player in (1, 2, 3)]
    [TableScore(half_points=1, spread=-50), TableScore(half_points=1, spread=-50), \
TableScore(half_points=4, spread=100)]

    >>> score_table(PlayedTable((7, 8), absent=frozenset({8})), ScoringSettings())
    {7: TableScore(half_points=2, spread=50), 8: TableScore(half_points=0, spread=-50)}
    """
    if table.was_played:
        places = rank_table(table)
        shares = _share_points(places, scoring)
        scores = dict(zip(table.players, table.scores, strict=True))
        found = {
            player: TableScore(shares[places[player]], _sum_spread(player, scores, places, scoring))
            for player in places
        }
    else:
        found = {
            player: TableScore(scoring.top_half_points, scoring.absence_spread)
            for player in table.present
        }
    lost = TableScore(0, -scoring.absence_spread)
    return {player: found.get(player, lost) for player in table.players}


def rank_table(table: PlayedTable) -> dict[int, int]:
    """Return the places of those who were there; equal places are ties.

    >>> rank_table(PlayedTable((1, 2, 3), (300, 400, 300)))
    {1: 2, 2: 1, 3: 2}
    >>> rank_table(PlayedTable((1, 2), (400, 300), places=(2, 1)))
    {1: 2, 2: 1}
    """
    if not table.was_played:
        return dict.fromkeys(table.present, 1)
    scores = dict(zip(table.players, table.scores, strict=True))
    given = dict(zip(table.players, table.places, strict=False))
    keys = {player: given.get(player, -scores[player]) for player in table.present}
    return {player: 1 + sum(other < key for other in keys.values()) for player, key in keys.items()}


def _share_points(places: dict[int, int], scoring: ScoringSettings) -> dict[int, int]:
    """Return half points by place; consecutive points are always shared out in whole halves."""
    tied = {place: list(places.values()).count(place) for place in places.values()}
    return {
        place: sum(scoring.top_half_points - 2 * (place - 1 + shift) for shift in range(count))
        // count
        for place, count in tied.items()
    }


def _sum_spread(
    player: int, scores: dict[int, int], present: dict[int, int], scoring: ScoringSettings
) -> int:
    cap = scoring.spread_cap
    differences = (scores[player] - scores[other] for other in present)
    return sum(lead if cap is None else max(-cap, min(cap, lead)) for lead in differences)
