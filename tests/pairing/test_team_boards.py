"""Matches between teams on several boards."""

import pytest

from games.pairing.errors import InvalidEventError
from games.pairing.event import EventState, Method, PlayedTable, RoundPlan, ScoringSettings
from games.pairing.pairings import pair_round
from games.pairing.scoring import score_table
from games.pairing.standings import rank_players
from games.pairing.team_boards import assign_boards, make_match_result, score_match
from tests.pairing.events import add_round, make_event, make_players

LINE_UPS = {team: [10 * team + board for board in range(4)] for team in (1, 2, 3, 4)}


def test_each_team_starts_on_every_other_board() -> None:
    boards = assign_boards((2, 1), LINE_UPS)
    assert [board.players for board in boards] == [(20, 10), (11, 21), (22, 12), (13, 23)]
    assert [board.teams for board in boards] == [(2, 1), (1, 2), (2, 1), (1, 2)]


def test_the_boards_decide_the_match() -> None:
    boards = assign_boards((1, 2), LINE_UPS)
    results = [
        PlayedTable((10, 20), (300, 600)),
        PlayedTable((21, 11), (300, 310)),
        PlayedTable((12, 22), (310, 300)),
        PlayedTable((23, 13), (300, 300)),
    ]
    scoring = ScoringSettings()
    assert score_match(boards, results, scoring) == {1: (5, -280), 2: (3, 280)}
    match = make_match_result((1, 2), boards, results, scoring)
    scores = score_table(match, scoring)
    assert (scores[1], scores[2]) == ((2, -280), (0, 280))


def test_an_absent_player_loses_the_board() -> None:
    boards = assign_boards((1, 2), {1: [10], 2: [20]})
    results = [PlayedTable((10, 20), absent=frozenset({20}))]
    match = make_match_result((1, 2), boards, results, ScoringSettings())
    assert score_table(match, ScoringSettings()) == {1: (2, 50), 2: (0, -50)}


def test_uneven_line_ups_are_refused() -> None:
    with pytest.raises(InvalidEventError) as caught:
        assign_boards((1, 2), {1: [10, 11], 2: [20]})
    assert caught.value.players == (1, 2)


def test_teams_are_paired_like_players() -> None:
    state: EventState = make_event(4, [RoundPlan(Method.SWISS)] * 2)
    scoring = state.scoring
    matches = []
    for table in pair_round(state).tables:
        teams = (table.players[0], table.players[1])
        boards = assign_boards(teams, LINE_UPS)
        results = [
            PlayedTable(board.players, tuple(500 - player for player in board.players))
            for board in boards
        ]
        matches.append(make_match_result(teams, boards, results, scoring))
    state = add_round(state, *matches)
    ranked = rank_players(make_players(4), state.rounds, scoring)
    assert {line.player for line in ranked[:2]} == {1, 2}
    assert set(pair_round(state).tables[0].players) == {1, 2}
