"""What has to hold before a round can be paired; each failure names the players concerned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from games.pairing.errors import InvalidEventError, MissingResultsError
from games.pairing.event import EventState, Method, PastRound, PlayedTable

METHODS_FOR_BIG_TABLES = {
    Method.AUTOMATIC,
    Method.SWISS,
    Method.KING_OF_THE_HILL,
    Method.ARENA,
    Method.MANUAL,
}
"""The methods that can seat three or four players at a table."""


def check_event(state: EventState) -> None:
    """Raise InvalidEventError if the event contradicts itself or has no round left to pair."""
    counts = Counter(player.id for player in state.players)
    if twice := [player for player, count in counts.items() if count > 1]:
        raise InvalidEventError("players.twice", "entered more than once", players=twice)
    if not 2 <= state.scoring.table_size <= 4:
        raise InvalidEventError("settings.table_size", "a table has 2, 3 or 4 seats")
    if not 0 <= state.scoring.missed_round <= state.scoring.top_half_points:
        raise InvalidEventError("settings.missed_round", "a missed round is worth at most a win")
    if state.next_number > len(state.plan):
        raise InvalidEventError("plan.finished", "all rounds of the plan have been paired")
    method = state.plan[state.next_number - 1].method
    if state.scoring.table_size > 2 and method not in METHODS_FOR_BIG_TABLES:
        raise InvalidEventError("plan.two_seats", f"{method} is for tables of two")
    if same := [one for one, other in state.forbidden if one == other]:
        raise InvalidEventError("forbidden.same_player", "a pair has two players", players=same)
    for past in state.rounds:
        _check_past_round(past, counts.keys())


def _check_past_round(past: PastRound, known: Collection[int]) -> None:
    for table in past.tables:
        _check_known((*table.players, *table.absent), known)
        if len(set(table.players)) < max(2, len(table.players)):
            raise InvalidEventError(
                "table.players", "a table has two different players or more", players=table.players
            )
        if table.scores and len(table.scores) != len(table.players):
            raise InvalidEventError(
                "table.scores", "a table has one score for each player", players=table.players
            )
        if table.places and len(table.places) != len(table.players):
            raise InvalidEventError(
                "table.places", "a table has one place for each player", players=table.players
            )
    _check_known(past.byes, known)


def _check_known(players: Iterable[int], known: Collection[int]) -> None:
    if unknown := sorted(set(players) - set(known)):
        raise InvalidEventError("players.unknown", "not entered", players=unknown)


def check_pinned(state: EventState, tables: Sequence[Sequence[int]], byes: Sequence[int]) -> None:
    """Raise InvalidEventError unless the director's tables and byes can be part of the round."""
    playing = {player.id for player in state.players if player.plays_in(state.next_number)}
    chosen = [*(player for table in tables for player in table), *byes]
    _check_known(chosen, [player.id for player in state.players])
    if gone := sorted(set(chosen) - playing):
        raise InvalidEventError("pinned.not_playing", "not in this round", players=gone)
    if twice := [player for player, count in Counter(chosen).items() if count > 1]:
        raise InvalidEventError("pinned.twice", "chosen more than once", players=twice)
    for table in tables:
        if not 2 <= len(table) <= state.scoring.table_size:
            raise InvalidEventError(
                "pinned.table_size", "too few or too many for a table", players=table
            )
        if any(set(pair) <= set(table) for pair in state.forbidden):
            raise InvalidEventError("pinned.forbidden", "a pair that never meets", players=table)


def check_results(rounds: Iterable[PastRound], players: Collection[int]) -> None:
    """Raise MissingResultsError if any of these players still lacks a result."""
    open_tables: list[PlayedTable] = [
        table
        for past in rounds
        for table in past.tables
        if not table.has_result and not set(players).isdisjoint(table.players)
    ]
    if open_tables:
        raise MissingResultsError(
            "results.missing",
            "earlier rounds lack results",
            players=[player for table in open_tables for player in table.players],
        )
