"""What every event keeps to, whatever its size, method and results."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.pairing.event import EventState, Method, ScoringSettings, sort_pair
from games.pairing.field import build_field, count_encounters
from games.pairing.look_ahead import list_new_pairs
from games.pairing.matching import find_cheapest_matching
from games.pairing.pairings import pair_round
from tests.pairing.events import (
    change_player,
    check_round,
    count_repeats,
    make_event,
    make_players,
    measure_start_excess,
    play_event,
    play_round,
)

METHODS = [
    *(Method.AUTOMATIC, Method.ROUND_ROBIN, Method.SWISS, Method.KING_OF_THE_HILL),
    *(Method.FACTOR, Method.FONTES, Method.AUSTRALIAN, Method.KNOCKOUT, Method.ARENA),
]
SEEDS = st.integers(0, 1000)


@given(st.data(), SEEDS)
def test_everyone_is_in_every_round_once(data: st.DataObject, seed: int) -> None:
    """Players come late, leave, sit out and may not meet; each round has a method of its own."""
    plan = data.draw(st.lists(st.sampled_from(METHODS), min_size=1, max_size=6))
    rounds = st.integers(1, len(plan))
    state = make_event(data.draw(st.integers(2, 14)), plan, seed=seed)
    for player in data.draw(st.sets(st.sampled_from([one.id for one in state.players]))):
        fields = {
            "first_round": data.draw(rounds),
            "withdrawn_from": data.draw(st.none() | rounds),
            "sits_out": data.draw(st.frozensets(rounds, max_size=2)),
            "team": data.draw(st.sampled_from(["", "red", "blue"])),
            "division": data.draw(st.sampled_from(["", "B"])),
        }
        state = change_player(state, player, **fields)
    play_event(state, seed)


@given(st.integers(2, 14), st.integers(1, 6), st.sampled_from(METHODS), SEEDS)
def test_the_same_seed_gives_the_same_pairings(
    players: int, rounds: int, method: Method, seed: int
) -> None:
    state = make_event(players, [method] * rounds, seed=seed)
    played = play_event(state, seed)
    assert play_event(state, seed) == played
    mixed = replace(state, players=tuple(reversed(state.players)))
    assert play_event(mixed, seed).rounds == played.rounds


@given(st.integers(6, 12), st.sampled_from(METHODS), SEEDS)
def test_forbidden_pairs_never_meet(players: int, method: Method, seed: int) -> None:
    """Knock-outs are played by those who advance, so there a forbidden pair may be asked for."""
    if method is Method.KNOCKOUT:
        return
    forbidden = frozenset({(1, 2), (3, 5)})
    state = make_event(players, [method] * 5, seed=seed, forbidden=forbidden)
    meetings = count_encounters(play_event(state, seed).rounds).meetings
    assert not meetings.keys() & forbidden


@given(st.integers(2, 24), SEEDS)
def test_a_swiss_event_repeats_only_when_rounds_run_out(players: int, seed: int) -> None:
    opponents = players - 1 + players % 2
    state = play_event(make_event(players, [Method.SWISS] * min(opponents, 9), seed=seed), seed)
    assert count_repeats(state) == 0
    byes = count_encounters(state.rounds).byes
    assert max(byes.values(), default=0) <= 1


@given(st.integers(3, 9), SEEDS)
def test_a_longer_swiss_event_repeats_evenly(players: int, seed: int) -> None:
    cycle = players - 1 + players % 2
    state = play_event(make_event(players, [Method.SWISS] * (cycle + 2), seed=seed), seed)
    meetings = count_encounters(state.rounds).meetings
    assert max(meetings.values()) == 2
    if players % 2 == 0:
        assert count_repeats(state) == players


@given(st.integers(2, 9), st.integers(1, 18), SEEDS)
def test_starts_of_a_round_robin_stay_within_one(players: int, rounds: int, seed: int) -> None:
    state = play_event(make_event(players, [Method.ROUND_ROBIN] * rounds, seed=seed), seed)
    for number in range(1, rounds + 1):
        assert measure_start_excess(replace(state, rounds=state.rounds[:number])) <= 1
    meetings = count_encounters(state.rounds).meetings
    assert max(meetings.values()) == -(-rounds // (players - 1 + players % 2))


@given(st.integers(16, 40), SEEDS)
def test_starts_of_a_swiss_event_stay_within_one(players: int, seed: int) -> None:
    rounds = players // 4
    state = play_event(make_event(players, [Method.SWISS] * rounds, seed=seed), seed)
    for number in range(1, rounds + 1):
        assert measure_start_excess(replace(state, rounds=state.rounds[:number])) <= 1


@given(st.integers(4, 16), st.sampled_from(METHODS), SEEDS)
def test_starts_stay_within_one_of_half_the_games(players: int, method: Method, seed: int) -> None:
    """That is a difference of two between starts and other games."""
    if method is Method.KNOCKOUT or method is Method.ARENA:
        return
    state = play_event(make_event(players, [method] * 6, seed=seed), seed)
    assert measure_start_excess(state) <= 2


@given(st.sampled_from([5, 7, 9, 11, 13]), st.integers(1, 4), SEEDS)
def test_the_bye_goes_to_the_lowest_player_without_one(
    players: int, rounds: int, seed: int
) -> None:
    """Only a repeat or a later one can move it up."""
    random = Random(seed)
    state = make_event(players, [Method.SWISS] * rounds, seed=seed)
    while len(state.rounds) < rounds:
        field = build_field(state, state.players)
        new = dict.fromkeys(list_new_pairs(field), 0)
        possible = [
            place
            for place in range(players)
            if not field.byes[place] and can_have_bye(new, place, players)
        ]
        paired = pair_round(state)
        if 2 * rounds <= players:
            assert paired.byes == (field.players[max(possible)],)
        assert not field.byes[field.players.index(paired.byes[0])]
        state = play_round(state, paired, random)


def can_have_bye(new: dict[tuple[int, int], int], place: int, bye: int) -> bool:
    """Return whether the others can be paired without repeats if this player has the bye."""
    left = {pair: 0 for pair in new if bye not in pair and place not in pair}
    left[place, bye] = 0
    return find_cheapest_matching(left, bye + 1) is not None


@given(st.integers(3, 4), st.integers(2, 17), SEEDS)
def test_larger_tables_seat_everyone(seats: int, players: int, seed: int) -> None:
    plan = [Method.SWISS, Method.AUTOMATIC, Method.AUTOMATIC, Method.KING_OF_THE_HILL]
    scoring = ScoringSettings(table_size=seats)
    state = play_event(make_event(players, plan, scoring=scoring, seed=seed), seed)
    for past in state.rounds:
        sizes = sorted((len(table.players) for table in past.tables), reverse=True)
        assert len(sizes) == -(-players // seats)


@pytest.mark.parametrize("method", METHODS)
def test_a_division_of_one_does_not_fail(method: Method) -> None:
    paired = pair_round(EventState(make_players(1), make_event(1, [method]).plan))
    assert paired.tables == ()
    assert [*paired.byes, *paired.resting] == [1]


def test_divisions_are_paired_apart() -> None:
    state = make_event(8, [Method.SWISS])
    for player in (1, 3, 5, 7):
        state = change_player(state, player, division="A")
    paired = pair_round(state)
    check_round(state, paired)
    assert [table.division for table in paired.tables] == ["", "", "A", "A"]
    assert {sort_pair(*table.players) for table in paired.tables} == {
        (1, 5),
        (3, 7),
        (2, 6),
        (4, 8),
    }
