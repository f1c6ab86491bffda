"""Matches of teams: teams as the players of pairing, and their matches as boards.

Teams have negative ids, so that the reasons of a pairing can name both teams and entrants: that of
a team is the id of its first entrant with a minus sign.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from games.events.models import Entrant
from games.events.store.event_state import EventRows, build_event_state
from games.pairing.event import EventPlayer, EventState, PastRound, PlayedTable, order_by_seed
from games.pairing.rounds import PairedRound, PairedTable
from games.pairing.team_boards import TeamBoard, assign_boards, make_match_result


@dataclass(frozen=True, slots=True)
class TeamState:
    """An event of teams as pairing sees it."""

    # Its players are the teams.
    state: EventState
    # Who plays in the next round, from the first board down; only teams with enough players.
    line_ups: Mapping[int, tuple[int, ...]]


def number_teams(entrants: Iterable[Entrant]) -> dict[str, int]:
    """Return the ids of teams by their names."""
    ids: dict[str, int] = {}
    for one in entrants:
        if one.team:
            ids.setdefault(one.team, -one.pk)
    return ids


def build_team_state(rows: EventRows, *, now: datetime | None = None) -> TeamState:
    """Return the teams of an event with the matches they have played.

    With ``now``, those who are suspended at that moment sit the next round out.
    """
    event, players = rows.event, build_event_state(rows, now=now)
    ids = number_teams(rows.entrants)
    team_of = {one.pk: ids[one.team] for one in rows.entrants if one.team}
    members = order_by_seed(players.players, event.seed)
    line_ups: dict[int, tuple[int, ...]] = {}
    teams = []
    for team in ids.values():
        own = [one for one in members if team_of.get(one.id) == team]
        there = [one for one in own if one.plays_in(players.next_number)][: event.boards]
        is_full = len(there) == event.boards
        if is_full:
            line_ups[team] = tuple(one.id for one in there)
        rating = sum(one.rating for one in own[: event.boards]) // event.boards
        teams.append(EventPlayer(team, rating, withdrawn_from=None if is_full else 1))
    rounds = tuple(_build_past_round(players, past, team_of) for past in players.rounds)
    return TeamState(replace(players, players=tuple(teams), rounds=rounds), line_ups)


def seat_teams(teams: TeamState, paired: PairedRound) -> PairedRound:
    """Return a round of teams as tables and byes of their players."""
    tables: list[PairedTable] = []
    for match in paired.tables:
        first, second = match.players
        for board in assign_boards((first, second), teams.line_ups):
            tables.append(PairedTable(len(tables) + 1, board.players, "", match.reasons))
    byes = tuple(player for team in paired.byes for player in teams.line_ups[team])
    return replace(paired, tables=tuple(tables), byes=byes)


def _build_past_round(state: EventState, past: PastRound, team_of: Mapping[int, int]) -> PastRound:
    matches: dict[frozenset[int], list[PlayedTable]] = {}
    for table in past.tables:
        sides = frozenset(team_of[player] for player in table.players if player in team_of)
        if len(sides) == 2 and len(table.players) == 2:
            matches.setdefault(sides, []).append(table)
    played = tuple(_build_match(state, tables, team_of) for tables in matches.values())
    byes = dict.fromkeys(team_of[player] for player in past.byes if player in team_of)
    return PastRound(played, tuple(byes))


def _build_match(
    state: EventState, tables: list[PlayedTable], team_of: Mapping[int, int]
) -> PlayedTable:
    one, other = (team_of[player] for player in tables[0].players)
    if not all(table.has_result for table in tables):
        return PlayedTable((one, other))
    boards = [
        TeamBoard(number, table.players, tuple(team_of[player] for player in table.players))
        for number, table in enumerate(tables, 1)
    ]
    return make_match_result((one, other), boards, tables, state.scoring)
