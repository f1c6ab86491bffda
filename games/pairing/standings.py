"""Standings: points, spread, results between tied players, then opponents' points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, groupby

from games.pairing.event import (
    EventPlayer,
    PastRound,
    PlayedTable,
    ScoringSettings,
    order_by_seed,
)
from games.pairing.scoring import TableScore, rank_table, score_bye, score_table


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's line of the standings."""

    # From 1; players with equal results share it.
    place: int
    player: int
    half_points: int
    spread: int
    # Half points from games between the players with as many points and the same spread.
    between_tied: int
    opponents_half_points: int
    wins: int
    draws: int
    losses: int
    starts: int
    byes: int

    @property
    def points(self) -> float:
        return self.half_points / 2

    @property
    def results(self) -> tuple[int, int, int, int]:
        """What the place is decided by, in this order; higher is better."""
        return (self.half_points, self.spread, self.between_tied, self.opponents_half_points)


@dataclass
class _Total:
    half_points: int = 0
    spread: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    starts: int = 0
    byes: int = 0
    opponents: list[int] = field(default_factory=list)

    def add(self, score: TableScore) -> None:
        self.half_points += score.half_points
        self.spread += score.spread


def rank_players(
    players: Iterable[EventPlayer],
    rounds: Sequence[PastRound],
    scoring: ScoringSettings,
    seed: int | str = 0,
) -> list[Standing]:
    """Return the standings, best first. Tables without a result do not count yet.

    Withdrawn players keep their results. Players who are equal in everything share a place and are
    listed by seed.

    >>> players = [EventPlayer(1), EventPlayer(2), EventPlayer(3)]
    >>> past = PastRound((PlayedTable((1, 2), (400, 310)),), byes=(3,))
    >>> [(line.place, line.player, line.points, line.spread) for line in
    ...  rank_players(players, [past], ScoringSettings())]
    [(1, 1, 1.0, 90), (2, 3, 1.0, 50), (3, 2, 0.0, -90)]
    """
    players = order_by_seed(players, seed)
    totals = _add_up(players, rounds, scoring)
    between = _compare_tied(totals, _list_results(rounds))
    lines = [
        Standing(
            place=0,
            player=player.id,
            half_points=total.half_points,
            spread=total.spread,
            between_tied=between[player.id],
            opponents_half_points=sum(
                totals[other].half_points for other in total.opponents if other in totals
            ),
            wins=total.wins,
            draws=total.draws,
            losses=total.losses,
            starts=total.starts,
            byes=total.byes,
        )
        for player in players
        for total in [totals[player.id]]
    ]
    return list(_number(sorted(lines, key=lambda line: line.results, reverse=True)))


def _add_up(
    players: Sequence[EventPlayer], rounds: Sequence[PastRound], scoring: ScoringSettings
) -> dict[int, _Total]:
    totals = {
        player.id: _Total(-player.penalty_half_points, -player.penalty_spread) for player in players
    }
    for number, past in enumerate(rounds, 1):
        for player in past.byes:
            if player in totals:
                totals[player].add(score_bye(scoring))
                totals[player].byes += 1
                totals[player].wins += 1
        for absentee in players:
            if absentee.misses(number):
                totals[absentee.id].half_points += scoring.missed_round
    for table in _list_results(rounds):
        _add_table(totals, table, scoring)
    return totals


def _add_table(totals: dict[int, _Total], table: PlayedTable, scoring: ScoringSettings) -> None:
    places = rank_table(table)
    first = [player for player, place in places.items() if place == 1]
    for player, score in score_table(table, scoring).items():
        if player not in totals:
            continue
        total = totals[player]
        total.add(score)
        if player not in first:
            total.losses += 1
        elif table.was_played and len(first) > 1:
            total.draws += 1
        else:
            total.wins += 1
        if table.was_played and player in places:
            total.starts += player == table.players[0]
            total.opponents += [other for other in table.present if other != player]


def _list_results(rounds: Sequence[PastRound]) -> list[PlayedTable]:
    return [table for past in rounds for table in past.tables if table.has_result]


def _compare_tied(totals: dict[int, _Total], tables: Iterable[PlayedTable]) -> Counter[int]:
    """Return each player's half points against those with the same points and spread."""
    found: Counter[int] = Counter()
    for table in tables:
        for one, other in combinations(table.present, 2):
            if one in totals and other in totals and _are_tied(totals[one], totals[other]):
                places = rank_table(table)
                found[one] += 1 + (places[one] < places[other]) - (places[one] > places[other])
                found[other] += 1 + (places[other] < places[one]) - (places[other] > places[one])
    return found


def _are_tied(one: _Total, other: _Total) -> bool:
    return (one.half_points, one.spread) == (other.half_points, other.spread)


def _number(lines: list[Standing]) -> Iterator[Standing]:
    place = 1
    for _, tied in groupby(lines, key=lambda line: line.results):
        sharing = list(tied)
        for line in sharing:
            yield replace(line, place=place)
        place += len(sharing)
