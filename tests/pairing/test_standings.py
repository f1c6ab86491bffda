"""Standings and the order of their tie-breaks."""

from games.pairing.event import (
    EventPlayer,
    PastRound,
    PlayedTable,
    ScoringSettings,
    void_results,
)
from games.pairing.standings import rank_players
from tests.pairing.events import make_players, win


def order(
    players: tuple[EventPlayer, ...],
    *rounds: PastRound,
    scoring: ScoringSettings | None = None,
) -> list[tuple[int, int]]:
    """Return places and players."""
    ranked = rank_players(players, rounds, scoring or ScoringSettings())
    return [(line.place, line.player) for line in ranked]


def test_points_precede_spread() -> None:
    first = PastRound((win(3, 1, 10), win(2, 4, 90)))
    assert order(make_players(4), first) == [(1, 2), (2, 3), (3, 1), (4, 4)]


def test_results_between_tied_players_precede_opponents_points() -> None:
    rounds = [
        PastRound((win(2, 1, 50), win(3, 4, 50))),
        PastRound((win(1, 3, 50), win(4, 2, 50))),
    ]
    lines = rank_players(make_players(4), rounds, ScoringSettings())
    assert {(line.half_points, line.spread, line.between_tied) for line in lines} == {(2, 0, 2)}
    assert [line.place for line in lines] == [1, 1, 1, 1]
    tied = [
        PastRound((win(4, 1, 50), win(2, 3, 30))),
        PastRound((win(1, 2, 50), win(3, 4, 30))),
        PastRound((win(1, 3, 20), win(2, 4, 40))),
    ]
    lines = rank_players(make_players(4), tied, ScoringSettings())
    assert [(line.player, line.half_points, line.spread) for line in lines][:2] == [
        (1, 4, 20),
        (2, 4, 20),
    ]
    assert lines[0].between_tied == 2 and lines[1].between_tied == 0


def test_opponents_points_decide_last() -> None:
    players = make_players(6)
    rounds = [
        PastRound((win(6, 3, 50), win(1, 4, 50), win(2, 5, 10))),
        PastRound((win(3, 2, 20), win(4, 5, 20), win(6, 1, 20))),
    ]
    lines = {line.player: line for line in rank_players(players, rounds, ScoringSettings())}
    assert lines[3].results[:3] == lines[4].results[:3] == (2, -30, 0)
    assert lines[3].opponents_half_points == 6
    assert lines[4].opponents_half_points == 2
    assert lines[3].place < lines[4].place


def test_a_bye_is_a_win_with_a_spread_of_fifty() -> None:
    line = rank_players(make_players(1), [PastRound(byes=(1,))], ScoringSettings())[0]
    assert (line.points, line.spread, line.wins, line.byes) == (1, 50, 1, 1)


def test_missed_rounds_are_worth_what_the_settings_say() -> None:
    players = (EventPlayer(1, first_round=3), EventPlayer(2, sits_out=frozenset({1})))
    rounds = [PastRound(), PastRound()]
    half = ScoringSettings(missed_round=1)
    lines = {line.player: line.points for line in rank_players(players, rounds, half)}
    assert lines == {1: 1.0, 2: 0.5}
    assert {line.points for line in rank_players(players, rounds, ScoringSettings())} == {0}


def test_a_withdrawn_player_keeps_results() -> None:
    players = (EventPlayer(1, withdrawn_from=2), EventPlayer(2))
    assert order(players, PastRound((win(1, 2),)), PastRound()) == [(1, 1), (2, 2)]


def test_tables_without_a_result_do_not_count() -> None:
    lines = rank_players(make_players(2), [PastRound((PlayedTable((1, 2)),))], ScoringSettings())
    assert {(line.half_points, line.wins, line.starts) for line in lines} == {(0, 0, 0)}


def test_wins_draws_and_losses_are_counted() -> None:
    rounds = [
        PastRound((win(1, 2),)),
        PastRound((PlayedTable((2, 1), (300, 300)),)),
        PastRound((PlayedTable((1, 2), absent=frozenset({2})),)),
    ]
    first, second = rank_players(make_players(2), rounds, ScoringSettings())
    assert (first.wins, first.draws, first.losses, first.starts) == (2, 1, 0, 1)
    assert (second.wins, second.draws, second.losses, second.starts) == (0, 1, 2, 1)


def test_voided_results_go_to_the_opponents() -> None:
    rounds = (PastRound((win(1, 2, 200),)), PastRound((win(1, 2, 200),)))
    voided = void_results(rounds, 1, first=2)
    lines = {line.player: line for line in rank_players(make_players(2), voided, ScoringSettings())}
    assert (lines[1].points, lines[1].spread) == (1, 150)
    assert (lines[2].points, lines[2].spread) == (1, -150)


def test_seeds_by_hand_precede_ratings_and_lots_settle_the_rest() -> None:
    players = (EventPlayer(1, 1500), EventPlayer(2, 1500), EventPlayer(3, 100, seed=1))
    orders = {
        tuple(line.player for line in rank_players(players, [], ScoringSettings(), seed))
        for seed in range(20)
    }
    assert orders == {(3, 1, 2), (3, 2, 1)}
