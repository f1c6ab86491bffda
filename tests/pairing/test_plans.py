"""Worked examples of the other methods: hill, factor, Australian, Fontes, automatic, manual."""

import pytest

from games.pairing.event import EventState, Method, RoundPlan
from games.pairing.field import count_encounters
from games.pairing.pairings import pair_round
from tests.pairing.events import (
    add_round,
    change_player,
    check_round,
    count_repeats,
    list_codes,
    list_pairs,
    make_event,
    play_event,
    win,
)


def play_first_round(method: Method | RoundPlan, players: int = 6) -> EventState:
    """Return an event before its last round, with the stronger players ahead by seed."""
    state = make_event(players, [Method.SWISS, method])
    half = players // 2
    tables = [win(one, one + half, 100 - one) for one in range(1, half + 1)]
    return add_round(state, *tables)


def test_king_of_the_hill_pairs_neighbours() -> None:
    """The standings are 1, 2, 3, 6, 5, 4; the third and the fourth have met."""
    paired = pair_round(play_first_round(Method.KING_OF_THE_HILL))
    assert list_pairs(paired) == {(1, 3), (2, 6), (4, 5)}
    again = RoundPlan(Method.KING_OF_THE_HILL, may_repeat=True)
    paired = pair_round(play_first_round(again))
    assert list_pairs(paired) == {(1, 2), (3, 6), (4, 5)}
    assert list_codes(paired)["repeat"] == 1
    assert list_codes(paired)["king_of_the_hill.places"] == 3


def test_the_lowest_player_has_the_bye_on_the_hill() -> None:
    paired = pair_round(make_event(7, [Method.KING_OF_THE_HILL]))
    assert paired.byes == (7,)
    assert list_pairs(paired) == {(1, 2), (3, 4), (5, 6)}


def test_a_factor_of_three_pairs_the_first_with_the_fourth() -> None:
    paired = pair_round(make_event(12, [RoundPlan(Method.FACTOR, factor=3)]))
    assert {(1, 4), (2, 5), (3, 6)} <= list_pairs(paired)
    assert list_codes(paired)["factor.places"] == 3


def test_a_factor_larger_than_the_field_halves_it() -> None:
    paired = pair_round(make_event(4, [RoundPlan(Method.FACTOR, factor=9)]))
    assert list_pairs(paired) == {(1, 3), (2, 4)}


def test_a_large_factor_reaches_far_in_a_large_field() -> None:
    paired = pair_round(make_event(120, [RoundPlan(Method.FACTOR, factor=45)]))
    assert {(one, one + 45) for one in range(1, 46)} <= list_pairs(paired)


def test_the_australian_draw_serves_the_leader_first() -> None:
    """The leader has met the second and the third, so takes the fourth."""
    state = make_event(6, [Method.AUSTRALIAN] * 3)
    state = add_round(state, win(1, 2, 5), win(4, 3, 20), win(5, 6, 10))
    state = add_round(state, win(1, 3, 300), win(2, 5, 200), win(6, 4, 1))
    ranked = pair_round(state)
    assert list_pairs(ranked) == {(1, 4), (2, 6), (3, 5)}
    assert list_codes(ranked)["australian.nearest"] == 3


def test_the_australian_draw_gives_up_as_few_tables_as_it_must() -> None:
    """The fifth and the sixth have met, so the two lowest tables are paired together."""
    state = make_event(6, [Method.AUSTRALIAN] * 2)
    state = add_round(state, win(1, 3, 90), win(2, 4, 80), win(6, 5, 1))
    standings = [1, 2, 6, 5, 4, 3]
    paired = pair_round(state)
    check_round(state, paired)
    assert (standings[0], standings[1]) in list_pairs(paired)
    assert count_repeats(add_round(state, *(table.unplayed for table in paired.tables))) == 0


@pytest.mark.parametrize("players", [12, 13, 14, 15, 5, 3])
def test_fontes_groups_have_a_player_of_each_quarter(players: int) -> None:
    state = play_event(make_event(players, [Method.FONTES] * 3, seed=players))
    encounters = count_encounters(state.rounds)
    assert set(encounters.meetings.values()) == {1}
    assert all(len(past.byes) == players % 2 for past in state.rounds)
    if players == 12:
        for player in range(1, 13):
            met = [pair for pair in encounters.meetings if player in pair]
            group = {one for pair in met for one in pair}
            assert sorted((one - 1) // 3 for one in group) == [0, 1, 2, 3]


def test_fontes_keeps_team_mates_apart() -> None:
    state = make_event(8, [Method.FONTES] * 3)
    for player in (1, 3, 5, 7):
        state = change_player(state, player, team="red")
    state = change_player(change_player(state, 4, team="blue"), 6, team="blue")
    groups = [count_encounters(play_event(state).rounds).meetings]
    assert (4, 6) not in groups[0]


def test_late_entries_of_fontes_meet_each_other() -> None:
    state = make_event(10, [Method.FONTES] * 3)
    for player in (9, 10):
        state = change_player(state, player, first_round=2)
    state = play_event(state)
    assert [len(past.byes) for past in state.rounds] == [0, 0, 0]
    assert count_repeats(state) == 0


def name_methods(players: int, rounds: int) -> list[str]:
    """Return what automatic pairing stands for in each round."""
    state = play_event(make_event(players, [Method.AUTOMATIC] * rounds))
    names = []
    for number in range(rounds):
        paired = pair_round(EventState(state.players, state.plan, state.rounds[:number]))
        names += [
            reason.code.removeprefix("automatic.")
            for reason in paired.reasons
            if reason.code.startswith("automatic.")
        ]
    return names


@pytest.mark.parametrize(
    ("players", "rounds", "expected"),
    [
        (6, 5, ["round_robin"] * 5),
        (5, 5, ["round_robin"] * 5),
        (4, 6, ["round_robin"] * 6),
        (4, 8, ["round_robin"] * 6 + ["swiss", "king_of_the_hill"]),
        (16, 7, ["fontes"] * 3 + ["swiss"] * 3 + ["king_of_the_hill"]),
        (16, 4, ["swiss"] * 3 + ["king_of_the_hill"]),
        (16, 1, ["swiss"]),
    ],
)
def test_automatic_rounds_take_the_method_that_fits(
    players: int, rounds: int, expected: list[str]
) -> None:
    assert name_methods(players, rounds) == expected


def test_automatic_holds_to_its_choice_when_the_field_changes() -> None:
    state = change_player(make_event(6, [Method.AUTOMATIC] * 5), 2, withdrawn_from=2)
    state = play_event(state)
    paired = pair_round(EventState(state.players, state.plan, state.rounds[:3]))
    assert list_codes(paired)["automatic.round_robin"] == 1


def test_automatic_counts_only_its_own_rounds() -> None:
    plan = [Method.SWISS, *[Method.AUTOMATIC] * 3, Method.KING_OF_THE_HILL]
    state = play_event(make_event(12, plan))
    codes = [
        list_codes(pair_round(EventState(state.players, state.plan, state.rounds[:number])))
        for number in range(5)
    ]
    assert [codes[number]["automatic.swiss"] for number in range(5)] == [0, 1, 1, 1, 0]


def test_a_director_pins_tables_and_byes_and_the_rest_is_paired() -> None:
    state = make_event(10, [Method.SWISS])
    paired = pair_round(state, pinned=[(7, 1)], pinned_byes=[2])
    check_round(state, paired)
    assert paired.tables[0].players == (7, 1)
    assert paired.byes[0] == 2 and len(paired.byes) == 2
    codes = list_codes(paired)
    assert codes["manual.chosen"] == codes["start.chosen"] == codes["bye.chosen"] == 1


def test_a_manual_round_is_what_the_director_chose() -> None:
    state = make_event(5, [Method.MANUAL])
    paired = pair_round(state, pinned=[(1, 2), (4, 3)], pinned_byes=[5])
    assert [table.players for table in paired.tables] == [(1, 2), (4, 3)]
    assert paired.byes == (5,)
