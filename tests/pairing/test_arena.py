"""Arenas: the player who has been free for longest meets the nearest in the standings."""

from games.pairing.event import EventState, Method, ScoringSettings
from games.pairing.pairings import FreePlayer, pair_free_players
from tests.pairing.events import add_round, make_event, win


def make_arena(players: int, **fields: object) -> EventState:
    return make_event(players, [Method.ARENA] * 2, **fields)


def seat(state: EventState, *free: tuple[int, int]) -> list[set[int]]:
    """Return the tables for players with the times since when they have been free."""
    tables = pair_free_players(state, [FreePlayer(*one) for one in free])
    return [set(table.players) for table in tables]


def test_the_longest_free_player_meets_the_nearest() -> None:
    state = make_arena(20)
    assert seat(state, (1, 30), (9, 10), (12, 20), (18, 25)) == [{1, 18}, {9, 12}]
    assert seat(state, (1, 5), (9, 10), (12, 20), (18, 25)) == [{1, 9}, {12, 18}]


def test_one_player_waits() -> None:
    assert seat(make_arena(20), (4, 1)) == []
    assert seat(make_arena(20)) == []


def test_the_last_opponent_is_met_again_only_in_a_small_field() -> None:
    large = add_round(make_arena(20), win(1, 2))
    assert seat(large, (1, 10), (2, 10)) == []
    assert seat(large, (1, 10), (2, 10), (7, 20)) == [{1, 7}]
    small = add_round(make_arena(4), win(1, 2))
    assert seat(small, (1, 10), (2, 10)) == [{1, 2}]


def test_an_opponent_before_the_last_one_may_be_met_again() -> None:
    state = add_round(make_arena(20), win(1, 2), win(1, 3), win(2, 4))
    assert seat(state, (1, 10), (2, 10)) == [{1, 2}]


def test_forbidden_pairs_wait() -> None:
    state = make_arena(3, forbidden=frozenset({(1, 2)}))
    assert seat(state, (1, 10), (2, 20)) == []


def test_larger_tables_are_full() -> None:
    state = make_arena(9, scoring=ScoringSettings(table_size=3))
    assert seat(state, (1, 1), (2, 2), (8, 3), (9, 4), (5, 5)) == [{1, 2, 5}]


def test_starts_are_shared() -> None:
    state = add_round(make_arena(4), win(1, 3), win(1, 4))
    table = pair_free_players(state, [FreePlayer(1, 1), FreePlayer(2, 1)])[0]
    assert table.players == (2, 1)
