"""Knock-outs: seeded brackets, replays, best of several, and what becomes of those who are out."""

from dataclasses import replace

import pytest

from games.pairing.event import EventState, Method, PlayedTable, RoundPlan
from games.pairing.pairings import pair_round
from tests.pairing.events import (
    add_round,
    change_player,
    check_round,
    list_codes,
    list_pairs,
    make_event,
    play_event,
    win,
)


def make_knockout(players: int, rounds: int, best_of: int = 1, **fields: bool) -> EventState:
    return make_event(players, [RoundPlan(Method.KNOCKOUT, best_of=best_of, **fields)] * rounds)


def test_seeds_meet_as_late_as_possible() -> None:
    state = make_knockout(8, 3)
    first = pair_round(state)
    assert list_pairs(first) == {(1, 8), (4, 5), (2, 7), (3, 6)}
    assert first.tables[0].reasons[0].arguments == {"remaining": 8, "game": 1, "best_of": 1}
    state = add_round(state, win(1, 8), win(4, 5), win(2, 7), win(3, 6))
    second = pair_round(state)
    check_round(state, second)
    assert list_pairs(second) == {(1, 4), (2, 3)}
    assert set(second.resting) == {5, 6, 7, 8}
    state = add_round(state, win(1, 4), win(3, 2))
    assert list_pairs(pair_round(state)) == {(1, 3)}


def test_standings_before_the_section_seed_it() -> None:
    plan = [RoundPlan(Method.SWISS), RoundPlan(Method.KNOCKOUT)]
    state = add_round(make_event(4, plan), win(3, 1, 90), win(4, 2, 10))
    assert list_pairs(pair_round(state)) == {(1, 3), (2, 4)}


def test_top_seeds_have_byes_in_an_uneven_bracket() -> None:
    state = make_knockout(6, 3)
    first = pair_round(state)
    check_round(state, first)
    assert list_pairs(first) == {(4, 5), (3, 6)}
    assert set(first.byes) == {1, 2}
    state = add_round(state, win(5, 4), win(3, 6), byes=first.byes)
    assert list_pairs(pair_round(state)) == {(1, 5), (2, 3)}
    assert not pair_round(state).byes


def test_a_drawn_game_is_played_again() -> None:
    state = add_round(make_knockout(2, 2), PlayedTable((1, 2), (300, 300)))
    paired = pair_round(state)
    assert paired.tables[0].players == (2, 1)
    assert paired.tables[0].reasons[0].code == "knockout.replay"
    assert paired.tables[0].reasons[0].arguments["game"] == 2


def test_the_best_of_three_takes_two_wins() -> None:
    state = make_knockout(4, 6, best_of=3)
    state = add_round(state, win(1, 4), win(2, 3))
    state = add_round(state, win(1, 4), win(3, 2))
    third = pair_round(state)
    assert list_pairs(third) == {(2, 3)}
    assert third.tables[0].reasons[0].arguments["game"] == 3
    assert third.resting == (1, 4)
    codes = list_codes(third)
    assert codes["rest.knockout_waiting"] == codes["rest.knockout_out"] == 1
    state = add_round(state, win(2, 3))
    assert list_pairs(pair_round(state)) == {(1, 2)}


def test_a_match_begins_as_soon_as_both_players_are_known() -> None:
    state = add_round(make_knockout(8, 6), win(1, 8), win(4, 5), win(2, 7))
    state = replace(
        state,
        rounds=(
            replace(
                state.rounds[0],
                tables=(*state.rounds[0].tables, PlayedTable((3, 6), (300, 300))),
            ),
        ),
    )
    assert list_pairs(pair_round(state)) == {(1, 4), (3, 6)}


def test_the_opponent_of_a_withdrawn_player_advances() -> None:
    state = add_round(make_knockout(4, 3), win(1, 4), win(2, 3))
    state = change_player(state, 1, withdrawn_from=2)
    paired = pair_round(state)
    check_round(state, paired)
    assert not paired.tables
    assert set(paired.resting) == {2, 3, 4}


def test_absence_loses_the_game() -> None:
    state = add_round(make_knockout(2, 2, best_of=3), PlayedTable((1, 2), absent=frozenset({1})))
    assert pair_round(state).tables[0].reasons[0].arguments["game"] == 2
    state = add_round(make_knockout(4, 2), PlayedTable((1, 4), absent=frozenset({1})), win(2, 3))
    assert list_pairs(pair_round(state)) == {(2, 4)}


@pytest.mark.parametrize("players", [8, 7, 11])
def test_losers_may_continue(players: int) -> None:
    state = make_knockout(players, 4, losers_continue=True)
    paired = pair_round(state)
    state = add_round(state, *(win(*sorted(table.players)) for table in paired.tables))
    second = pair_round(state)
    check_round(state, second)
    assert list_codes(second)["knockout.out"] == len(paired.tables) // 2
    play_event(make_knockout(players, 5, losers_continue=True))


def test_late_entries_are_not_in_the_bracket() -> None:
    state = change_player(make_knockout(5, 3), 5, first_round=2)
    state = add_round(state, win(1, 4), win(2, 3))
    assert list_pairs(pair_round(state)) == {(1, 2)}
    assert 5 in pair_round(state).resting
