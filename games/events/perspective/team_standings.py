"""Standings of teams: by matches where teams meet teams, else by what their players have made."""

from dataclasses import dataclass

from games.events.perspective.reason_texts import write_points
from games.events.store.event_state import EventRows, build_event_state
from games.events.store.team_state import build_team_state, number_teams
from games.pairing.standings import rank_players


@dataclass(frozen=True, slots=True)
class TeamLine:
    """One line of the standings of teams."""

    place: int
    name: str
    # How many players of the team take part.
    players: int
    points: str
    spread: int


def build_team_standings(rows: EventRows) -> tuple[TeamLine, ...]:
    """Return the standings of the teams of an event, best first; nothing without teams."""
    ids = number_teams(rows.entrants)
    if not ids:
        return ()
    totals = _rank_matches(rows) if rows.event.boards else _add_up_players(rows)
    order = sorted(ids, key=str.casefold)
    order.sort(key=lambda name: totals[ids[name]], reverse=True)
    return tuple(
        TeamLine(
            place=1 + sum(totals[other] > totals[ids[name]] for other in ids.values()),
            name=name,
            players=sum(one.team == name and not one.withdrawn_from for one in rows.entrants),
            points=write_points(totals[ids[name]][0]),
            spread=totals[ids[name]][1],
        )
        for name in order
    )


def _rank_matches(rows: EventRows) -> dict[int, tuple[int, int]]:
    """Return match points in halves and spread of every team, by id."""
    state = build_team_state(rows).state
    ranked = rank_players(state.players, state.rounds, state.scoring, state.seed)
    return {line.player: (line.half_points, line.spread) for line in ranked}


def _add_up_players(rows: EventRows) -> dict[int, tuple[int, int]]:
    """Return the half points and the spread of every team's players, by the team's id."""
    state, ids = build_event_state(rows), number_teams(rows.entrants)
    team_of = {one.pk: ids[one.team] for one in rows.entrants if one.team}
    totals = dict.fromkeys(ids.values(), (0, 0))
    for line in rank_players(state.players, state.rounds, state.scoring, state.seed):
        team = team_of.get(line.player)
        if team is not None:
            half_points, spread = totals[team]
            totals[team] = (half_points + line.half_points, spread + line.spread)
    return totals
