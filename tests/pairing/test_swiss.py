"""Swiss pairings: worked examples, and the cheapest of all pairings by brute force."""

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.pairing import field_matching
from games.pairing.event import EventState, Method, Pair, PlayedTable, RoundPlan
from games.pairing.field import Field, build_field
from games.pairing.field_matching import find_cheapest_round, match_field
from games.pairing.pairings import pair_round
from games.pairing.policies import (
    HILL_POLICIES,
    LOOSE_SWISS_POLICIES,
    SWISS_POLICIES,
    Policy,
    Weights,
)
from games.pairing.simulation import EventSimulator
from tests.pairing.events import (
    add_round,
    change_player,
    list_codes,
    list_pairs,
    make_event,
    measure_start_excess,
    play_event,
    win,
)


def list_matchings(places: Sequence[int]) -> Iterator[list[Pair]]:
    """Yield every way to pair these places."""
    if not places:
        yield []
        return
    first, *others = places
    for other in others:
        rest = [place for place in others if place != other]
        for matching in list_matchings(rest):
            yield [(first, other), *matching]


def count_costs(field: Field, policies: Sequence[Policy], pairs: list[Pair]) -> list[int]:
    """Return the sum of each policy's costs, the most important first."""
    return [sum(policy.cost(field, *pair) for pair in pairs) for policy in policies]


def play_some_rounds(players: int, rounds: int, seed: int, method: Method) -> EventState:
    state = make_event(players, [method] * (rounds + 1), seed=seed)
    state = change_player(state, 1, team="red")
    state = change_player(state, 3, team="red")
    simulator = EventSimulator(players, seed)
    while len(state.rounds) < rounds:
        state = simulator.play_round(state, pair_round(state))
    return state


@given(
    st.integers(2, 8),
    st.integers(0, 5),
    st.integers(0, 1000),
    st.sampled_from([SWISS_POLICIES, LOOSE_SWISS_POLICIES, HILL_POLICIES]),
)
def test_no_pairing_is_cheaper(
    players: int, rounds: int, seed: int, policies: Sequence[Policy]
) -> None:
    """Each policy comes before all later ones together, as the weights promise."""
    state = play_some_rounds(players, rounds, seed, Method.SWISS)
    assert_cheapest(state, policies)


@pytest.mark.parametrize(("players", "rounds", "seed"), [(10, 3, 1), (9, 4, 2), (10, 8, 3)])
def test_no_pairing_of_ten_players_is_cheaper(players: int, rounds: int, seed: int) -> None:
    assert_cheapest(
        play_some_rounds(players, rounds, seed, Method.KING_OF_THE_HILL), SWISS_POLICIES
    )


def assert_cheapest(state: EventState, policies: Sequence[Policy]) -> None:
    field = build_field(state, state.players)
    found = find_cheapest_round(field, Weights(field, policies))
    best = min(count_costs(field, policies, pairs) for pairs in list_matchings(range(field.size)))
    assert count_costs(field, policies, found) == best


@pytest.mark.sampled(61)
@pytest.mark.parametrize("players", [60, 61, 97])
@pytest.mark.parametrize("policies", [SWISS_POLICIES, LOOSE_SWISS_POLICIES, HILL_POLICIES])
def test_near_pairs_are_enough_for_the_cheapest_round(
    players: int, policies: Sequence[Policy], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = play_some_rounds(players, 4, players, Method.SWISS)
    field = build_field(state, state.players)
    monkeypatch.setattr(field_matching, "SMALL_FIELD", 0)
    near = find_cheapest_round(field, Weights(field, policies))
    monkeypatch.setattr(field_matching, "SMALL_FIELD", players)
    everyone = find_cheapest_round(field, Weights(field, policies))
    assert count_costs(field, policies, near) == count_costs(field, policies, everyone)


def test_the_upper_half_meets_the_lower_half_at_first() -> None:
    assert list_pairs(pair_round(make_event(8, [Method.SWISS] * 4))) == {
        (1, 5),
        (2, 6),
        (3, 7),
        (4, 8),
    }


def list_mixed_pairs(plan: RoundPlan) -> tuple[set[Pair], EventState]:
    """Return the pairs of winners and losers in the second round; all starters won the first."""
    state = make_event(8, [plan] * 3)
    state = add_round(state, win(1, 5), win(6, 2), win(3, 7), win(8, 4))
    paired = pair_round(state)
    winners = {1, 3, 6, 8}
    mixed = {pair for pair in list_pairs(paired) if len(winners.intersection(pair)) == 1}
    return mixed, add_round(state, *(table.unplayed for table in paired.tables))


def test_winners_meet_winners_unless_starts_get_out_of_balance() -> None:
    mixed, state = list_mixed_pairs(RoundPlan(Method.SWISS))
    assert len(mixed) == 4
    assert measure_start_excess(state) == 0


def test_winners_meet_winners_if_starts_may_differ_by_two() -> None:
    mixed, state = list_mixed_pairs(RoundPlan(Method.SWISS, even_starts=False))
    assert not mixed
    assert measure_start_excess(state) == 2


@given(st.integers(4, 20), st.integers(0, 1000))
def test_loose_starts_stay_within_two(players: int, seed: int) -> None:
    plan = RoundPlan(Method.SWISS, even_starts=False)
    assert measure_start_excess(play_event(make_event(players, [plan] * 5, seed=seed), seed)) <= 2


def test_winners_meet_winners() -> None:
    state = make_event(8, [Method.SWISS] * 3)
    tables = [
        win(1, 5),
        PlayedTable((2, 6), (300, 400)),
        win(3, 7),
        PlayedTable((4, 8), (300, 400)),
    ]
    paired = pair_round(add_round(state, *tables))
    winners = {1, 3, 6, 8}
    assert all((one in winners) == (other in winners) for one, other in list_pairs(paired))
    assert list_codes(paired)["swiss.same_points"] == 4


def test_the_player_who_leaves_a_group_meets_the_top_of_the_next() -> None:
    state = make_event(6, [Method.SWISS] * 2)
    absent = PlayedTable((3, 6), absent=frozenset({6}))
    state = add_round(state, win(1, 4, 90), win(2, 5, 80), absent)
    field = build_field(state, state.players)
    without_starts = [policy for policy in SWISS_POLICIES if policy.name != "starts"]
    pairs = match_field(field, without_starts)
    assert [(field.players[one], field.players[other]) for one, other in pairs] == [
        (1, 2),
        (3, 6),
        (5, 4),
    ]


def test_team_mates_are_kept_apart_while_others_are_left() -> None:
    state = make_event(4, [Method.SWISS])
    state = change_player(change_player(state, 1, team="red"), 3, team="red")
    assert (1, 3) not in list_pairs(pair_round(state))
    state = change_player(change_player(state, 2, team="red"), 4, team="red")
    assert list_codes(pair_round(state))["team_mates"] == 2


def test_a_forced_repeat_is_named() -> None:
    state = make_event(2, [Method.SWISS] * 2)
    state = add_round(state, win(1, 2))
    paired = pair_round(state)
    assert list_codes(paired)["repeat"] == 1
    assert paired.tables[0].players == (2, 1)


def test_the_bye_goes_to_the_lowest_who_has_had_the_fewest() -> None:
    state = make_event(5, [Method.SWISS] * 3)
    assert pair_round(state).byes == (5,)
    state = add_round(state, win(1, 3), win(2, 4), byes=[5])
    paired = pair_round(state)
    assert paired.byes == (3,) or paired.byes == (4,)
    reason = next(reason for reason in paired.reasons if reason.code == "bye.lowest")
    assert reason.arguments == {"player": paired.byes[0], "place": 5, "byes": 0}


def test_pairs_that_would_leave_two_triangles_are_avoided() -> None:
    """Six players have met in a way that leaves no third round for some second ones."""
    state = make_event(6, [Method.SWISS] * 5)
    for seed in range(12):
        played = state
        while len(played.rounds) < 5:
            played = add_round_by_lot(played, seed)
        pairs = [frozenset(table.players) for past in played.rounds for table in past.tables]
        assert len(set(pairs)) == 15


def add_round_by_lot(state: EventState, seed: int) -> EventState:
    simulator = EventSimulator(6, seed + 10 * len(state.rounds))
    return simulator.play_round(state, pair_round(state))
