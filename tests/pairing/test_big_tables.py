"""Tables of three and four."""

import pytest

from games.pairing.errors import NoPairingError
from games.pairing.event import EventState, Method, PlayedTable, ScoringSettings
from games.pairing.field import count_encounters
from games.pairing.pairings import pair_round
from tests.pairing.events import add_round, change_player, count_repeats, make_event, play_event

THREE = ScoringSettings(table_size=3)
FOUR = ScoringSettings(table_size=4)


def seats_of(state: EventState) -> list[set[int]]:
    return [set(table.players) for table in pair_round(state).tables]


def test_swiss_spreads_a_group_over_its_tables() -> None:
    state = make_event(12, [Method.SWISS] * 2, scoring=FOUR)
    assert seats_of(state) == [{1, 4, 7, 10}, {2, 5, 8, 11}, {3, 6, 9, 12}]


def test_swiss_seats_equal_points_together() -> None:
    state = make_event(9, [Method.SWISS] * 2, scoring=THREE)
    tables = [
        PlayedTable((one, one + 3, one + 6), (400 + one, 300 + one, 200 + one)) for one in (1, 2, 3)
    ]
    assert seats_of(add_round(state, *tables)) == [{1, 2, 3}, {4, 5, 6}, {7, 8, 9}]


def test_king_of_the_hill_seats_neighbours() -> None:
    state = make_event(8, [Method.KING_OF_THE_HILL], scoring=FOUR)
    assert seats_of(state) == [{1, 2, 3, 4}, {5, 6, 7, 8}]


def test_the_lowest_players_have_the_smaller_tables() -> None:
    state = make_event(7, [Method.KING_OF_THE_HILL], scoring=THREE)
    assert seats_of(state) == [{1, 2, 3}, {4, 5}, {6, 7}]


def test_swaps_avoid_repeats_team_mates_and_forbidden_pairs() -> None:
    state = play_event(make_event(27, [Method.SWISS] * 4, scoring=THREE))
    assert count_repeats(state) == 0
    team = make_event(9, [Method.SWISS], scoring=THREE, forbidden=frozenset({(2, 5)}))
    team = change_player(change_player(team, 1, team="red"), 4, team="red")
    for table in seats_of(team):
        assert not {1, 4} <= table and not {2, 5} <= table


def test_a_forbidden_pair_that_cannot_be_kept_apart_is_refused() -> None:
    state = make_event(3, [Method.SWISS], scoring=THREE, forbidden=frozenset({(1, 3)}))
    with pytest.raises(NoPairingError) as caught:
        pair_round(state)
    assert caught.value.players == (1, 3)


def test_everyone_gets_each_turn_about_equally_often() -> None:
    state = play_event(make_event(12, [Method.SWISS] * 6, scoring=FOUR))
    turns = count_encounters(state.rounds).turns
    for player in range(1, 13):
        assert (
            all(1 <= turns[player, turn] <= 2 for turn in range(4))
            or max(turns[player, turn] for turn in range(4)) <= 3
        )
