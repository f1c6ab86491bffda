"""Team events: a team meets a team on several boards, and the boards decide the match.

To pairing a team is one player. Teams that share a rack need nothing from here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.pairing.errors import InvalidEventError
from games.pairing.event import PlayedTable, ScoringSettings
from games.pairing.scoring import TableScore, score_table


class TeamBoard(NamedTuple):
    """A board of a match between two teams."""

    # From 1 for the first board.
    number: int
    # The players, the one who starts first.
    players: tuple[int, ...]
    # Their teams, in the same order.
    teams: tuple[int, ...]


def assign_boards(
    teams: tuple[int, int], line_ups: Mapping[int, Sequence[int]]
) -> tuple[TeamBoard, ...]:
    """Return the boards of a match; the first team starts on the odd boards, the other on the rest.

    ``line_ups`` has the players of each team from the first board down, equally many.

    >>> boards = assign_boards((1, 2), {1: [10, 11], 2: [20, 21]})
    >>> [(board.number, board.players) for board in boards]
    [(1, (10, 20)), (2, (21, 11))]
    """
    first, second = teams
    if len(line_ups[first]) != len(line_ups[second]) or not line_ups[first]:
        raise InvalidEventError("teams.line_up", "both teams need equally many", players=teams)
    boards = []
    for number, pair in enumerate(zip(line_ups[first], line_ups[second], strict=True), 1):
        step = 1 if number % 2 else -1
        boards.append(TeamBoard(number, pair[::step], teams[::step]))
    return tuple(boards)


def score_match(
    boards: Sequence[TeamBoard], results: Sequence[PlayedTable], scoring: ScoringSettings
) -> dict[int, TableScore]:
    """Return what each team has made on all boards: half points and spread.

    ``results`` are those of the boards, in the same order and with the same players.
    """
    totals: dict[int, TableScore] = {}
    for board, result in zip(boards, results, strict=True):
        scores = score_table(result, scoring)
        for player, team in zip(board.players, board.teams, strict=True):
            before = totals.get(team, TableScore(0, 0))
            gained = scores[player]
            totals[team] = TableScore(
                before.half_points + gained.half_points, before.spread + gained.spread
            )
    return totals


def make_match_result(
    teams: tuple[int, int],
    boards: Sequence[TeamBoard],
    results: Sequence[PlayedTable],
    scoring: ScoringSettings,
) -> PlayedTable:
    """Return the match as a table of teams: more points on the boards win, equal ones draw.

    The scores of the table are the sums of the boards', so that their difference is the spread.

    >>> boards = assign_boards((1, 2), {1: [10, 11], 2: [20, 21]})
    >>> results = [PlayedTable((10, 20), (500, 300)), PlayedTable((21, 11), (350, 330))]
    >>> make_match_result((1, 2), boards, results, ScoringSettings())
    PlayedTable(players=(1, 2), scores=(180, 0), places=(1, 1), absent=frozenset())
    """
    totals = score_match(boards, results, scoring)
    first, second = totals[teams[0]], totals[teams[1]]
    lead = first.spread - second.spread
    lead //= 2  # each board counts in both spreads
    places = (
        1 + (first.half_points < second.half_points),
        1 + (second.half_points < first.half_points),
    )
    return PlayedTable(teams, (max(lead, 0), max(-lead, 0)), places)
