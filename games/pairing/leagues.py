"""Leagues: divisions, who meets whom in a season, standings, and who moves up and down.

Divisions are listed from the strongest down, players by number. A season follows from the one
before it and a seed, so that the same input always makes the same season. The ladder beside a
league is in :mod:`games.pairing.ladders`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.pairing.event import Pair, draw_lots, sort_pair
from games.pairing.methods.schedules import list_circle_round

MAX_PLAYERS = 15
"""The most players in a division."""
SEASON_GAMES = 14
"""Games of each player in a season."""
MAX_MEETINGS = 2
"""How often two players meet in a season at most, so divisions of fewer than eight play less."""
WIN, DRAW = 2, 1
"""Points in the standings of a league."""
FORFEIT_SPREAD = 50
"""The least difference that counts for a game that was forfeited or lost on time."""


@dataclass(frozen=True, slots=True)
class LeagueResult:
    """How a game ended, with the difference of its scores from the first player's view.

    ``winner`` is ``None`` after a draw. With ``forfeited`` the loser ran out of time or gave up.
    """

    first: int
    second: int
    winner: int | None
    difference: int
    forfeited: bool = False


@dataclass(frozen=True, slots=True)
class LeagueLine:
    """A player's line in the standings of a division. Players level in all of it share a place."""

    player: int
    place: int
    points: int
    spread: int
    wins: int
    draws: int
    losses: int

    @property
    def played(self) -> int:
        return self.wins + self.draws + self.losses


class _Candidate(NamedTuple):
    """A player who stays in the league: where they were, and where they should play next."""

    player: int
    past: int
    place: int
    target: int


def split_divisions(players: int) -> tuple[int, ...]:
    """Return the sizes of divisions for so many players, which differ by one at most.

    There are as few divisions as possible. All have 13 to 15 players wherever the number allows it.

    >>> split_divisions(15), split_divisions(27), split_divisions(44)
    ((15,), (14, 13), (15, 15, 14))
    >>> split_divisions(9), split_divisions(20), split_divisions(0)
    ((9,), (10, 10), ())
    """
    count = -(-players // MAX_PLAYERS)
    return tuple((players + later) // count for later in range(count - 1, -1, -1))


def count_games(size: int) -> int:
    """Return how many games each player of a division has.

    >>> [count_games(size) for size in (15, 14, 13, 8, 6, 2, 1)]
    [14, 14, 14, 14, 10, 2, 0]
    """
    return min(SEASON_GAMES, MAX_MEETINGS * max(0, size - 1))


def pair_season(players: Iterable[int], seed: int | str) -> tuple[Pair, ...]:
    """Return all games of a division, the starter of each first.

    Everyone meets everyone once, and then some a second time with the starts swapped, until all
    have the same number of games. Each player starts in half of them. Lots decide who meets twice.

    >>> pair_season([7, 8], seed=1) in {((7, 8), (8, 7)), ((8, 7), (7, 8))}
    True
    >>> [len(pair_season(range(size), seed=1)) for size in (13, 14, 15)]
    [91, 98, 105]
    """
    lots = draw_lots(seed, 0, players)
    seats = sorted(lots, key=lambda player: (lots[player], player))
    games = count_games(len(seats))
    pairs = _list_even(len(seats), games) if len(seats) % 2 == 0 else _list_odd(len(seats), games)
    return tuple((seats[one], seats[other]) for one, other in pairs)


def _list_even(size: int, games: int) -> list[Pair]:
    """Return rounds of the circle method: with an even number of games, starts come out even."""
    return [pair for index in range(games) for pair in list_circle_round(size, index)]


def _list_odd(size: int, games: int) -> list[Pair]:
    """Let each seat of a ring start against those that follow it, and not against those before.

    Each distance on the ring gives everyone two games and one start, so any number of distances
    can be played twice.
    """
    apart = range(1, size // 2 + 1)
    once = [(seat, (seat + far) % size) for far in apart for seat in range(size)]
    again = apart[: games // 2 - len(apart)]
    return once + [((seat + far) % size, seat) for far in again for seat in range(size)]


def rank_division(
    players: Iterable[int], results: Iterable[LeagueResult], seed: int | str
) -> tuple[LeagueLine, ...]:
    """Return the standings: two points for a win and one for a draw, then the spread.

    Players level in both share a place, and lots decide who is listed first. A forfeited game
    counts with 50 points of spread at least, whatever the scores were.

    >>> results = [LeagueResult(1, 2, 1, 30), LeagueResult(2, 3, None, 0)]
    >>> lines = rank_division([1, 2, 3], results, 1)
    >>> [(line.player, line.place, line.points, line.spread) for line in lines]
    [(1, 1, 2, 30), (3, 2, 1, 0), (2, 3, 1, -30)]
    >>> lines = rank_division([1, 2], [LeagueResult(1, 2, 2, 90, forfeited=True)], 1)
    >>> [(line.player, line.points, line.spread) for line in lines]
    [(2, 2, 50), (1, 0, -50)]
    """
    lots = draw_lots(seed, 0, players)
    totals = {player: [0, 0, 0, 0] for player in lots}
    for result in results:
        for player in (result.first, result.second):
            total = totals[player]
            total[0 if result.winner == player else 1 if result.winner is None else 2] += 1
            lead = compute_spread(result)
            total[3] += lead if player == result.first else -lead
    keys = {player: _rank_key(*total) for player, total in totals.items()}
    ordered = sorted(keys, key=lambda player: (keys[player], lots[player], player))
    return tuple(
        LeagueLine(
            player,
            1 + sum(key < keys[player] for key in keys.values()),
            WIN * totals[player][0] + DRAW * totals[player][1],
            totals[player][3],
            *totals[player][:3],
        )
        for player in ordered
    )


def _rank_key(wins: int, draws: int, _losses: int, spread: int) -> tuple[int, int]:
    return -(WIN * wins + DRAW * draws), -spread


def compute_spread(result: LeagueResult) -> int:
    """Return the spread of a game from its first player's view.

    >>> compute_spread(LeagueResult(1, 2, 1, 120))
    120
    >>> compute_spread(LeagueResult(1, 2, 1, -10, forfeited=True))
    50
    """
    if not result.forfeited or result.winner is None:
        return result.difference
    if result.winner == result.first:
        return max(FORFEIT_SPREAD, result.difference)
    return min(-FORFEIT_SPREAD, result.difference)


def count_movers(size: int) -> int:
    """Return how many players move up, and how many down: a quarter of a division each.

    >>> [count_movers(size) for size in (15, 13, 8, 3)]
    [3, 3, 2, 0]
    """
    return size // 4


def choose_target(division: int, place: int, sizes: Sequence[int]) -> int:
    """Return the division in which a player should play next, by where they were listed.

    The upper quarter moves up and the lower quarter down, as far as there is a division.

    >>> [choose_target(1, place, (13, 13, 13)) for place in (0, 2, 3, 9, 10, 12)]
    [0, 0, 1, 1, 2, 2]
    >>> choose_target(0, 0, (13, 13)), choose_target(1, 12, (13, 13))
    (0, 1)
    """
    movers = count_movers(sizes[division])
    if place < movers and division > 0:
        return division - 1
    if place >= sizes[division] - movers and division < len(sizes) - 1:
        return division + 1
    return division


def form_divisions(
    past: Sequence[Sequence[int]], staying: Iterable[int], newcomers: Sequence[int]
) -> tuple[tuple[int, ...], ...]:
    """Return the divisions of the next season.

    ``past`` lists the players of the last season by division and standing, ``staying`` those of
    them who play again, and ``newcomers`` everyone else who has signed up, the strongest first.
    A vacated place goes to the best player of the division below who has not moved up, then to
    whoever would have moved down. Newcomers fill the places that are left at the bottom.

    >>> past = [range(0, 13), range(20, 33)]
    >>> first, second = form_divisions(past, [*range(13), *range(20, 33)], [])
    >>> first
    (20, 21, 22, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    >>> second[:4]
    (10, 11, 12, 23)

    Player 5 has left. Player 23 has the place, and a newcomer that of player 23:

    >>> staying = [player for player in (*range(13), *range(20, 33)) if player != 5]
    >>> first, second = form_divisions(past, staying, [99])
    >>> first
    (20, 21, 22, 0, 1, 2, 3, 4, 6, 7, 8, 9, 23)
    >>> second[-1]
    99
    """
    stay, sizes = set(staying), [len(players) for players in past]
    left = [
        _Candidate(player, division, place, choose_target(division, place, sizes))
        for division, players in enumerate(past)
        for place, player in enumerate(players)
        if player in stay
    ]
    below = len(past)
    left += [_Candidate(player, below, place, below) for place, player in enumerate(newcomers)]
    divisions = []
    for division, size in enumerate(split_divisions(len(left))):
        chosen = _choose_members(left, division, size)
        divisions.append(tuple(one.player for one in chosen))
        left = [one for one in left if one not in set(chosen)]
    return tuple(divisions)


def _choose_members(left: Sequence[_Candidate], division: int, size: int) -> list[_Candidate]:
    """Return who plays in a division, of those who are in none above it."""
    due = sorted(
        (one for one in left if one.target <= division),
        key=lambda one: _rank_due(one, division),
    )
    others = sorted(
        (one for one in left if one.target > division),
        key=lambda one: _rank_substitute(one, division),
    )
    return [*due, *others][:size]


def _rank_due(one: _Candidate, division: int) -> tuple[int, int, int]:
    """Order those who should play in a division. If it is too small, the last ones go down."""
    moved_up, moved_down = one.past > division, one.past < division
    return (0 if moved_up else 1 if moved_down else 2), one.past, one.place


def _rank_substitute(one: _Candidate, division: int) -> tuple[int, int, int]:
    """Order those who may fill a vacated place: the next division, then whoever would move down."""
    nearness = 0 if one.past == division + 1 else 1 if one.past == division else 2
    return nearness, one.past, one.place


def list_meetings(pairs: Iterable[Pair]) -> Mapping[Pair, int]:
    """Return how often each two players meet, the lower number first.

    >>> dict(list_meetings([(1, 2), (2, 1), (3, 1)]))
    {(1, 2): 2, (1, 3): 1}
    """
    found: dict[Pair, int] = {}
    for pair in pairs:
        key = sort_pair(*pair)
        found[key] = found.get(key, 0) + 1
    return found
