"""Ladders: who may challenge whom, and what moves."""

from hypothesis import given
from hypothesis import strategies as st

from games.pairing.ladders import close_up, join_at_bottom, list_challengeable, move_up

LADDERS = st.lists(st.integers(1, 50), min_size=1, max_size=20, unique=True)


@given(LADDERS, st.data())
def test_challenges_reach_three_places_up(ladder: list[int], data: st.DataObject) -> None:
    player = data.draw(st.sampled_from(ladder))
    place = ladder.index(player)
    reached = list_challengeable(ladder, player)
    assert list(reached) == ladder[max(0, place - 3) : place]
    busy = data.draw(st.sets(st.sampled_from(ladder)))
    free = list_challengeable(ladder, player, busy)
    assert set(free) == (set() if player in busy else set(reached) - busy)


def test_strangers_challenge_no_one() -> None:
    assert list_challengeable([1, 2, 3], 9) == ()


@given(LADDERS, st.data())
def test_a_win_moves_only_those_between(ladder: list[int], data: st.DataObject) -> None:
    challenger, challenged = data.draw(st.sampled_from(ladder)), data.draw(st.sampled_from(ladder))
    old, new = ladder.index(challenger), ladder.index(challenged)
    moved = move_up(ladder, challenger, challenged)
    assert sorted(moved) == sorted(ladder)
    if old <= new:
        assert moved == tuple(ladder)
    else:
        assert moved[new] == challenger
        assert moved[:new] == tuple(ladder[:new]) and moved[old + 1 :] == tuple(ladder[old + 1 :])
        assert moved[new + 1 : old + 1] == tuple(ladder[new:old])


@given(LADDERS, st.data())
def test_places_close_up(ladder: list[int], data: st.DataObject) -> None:
    leaving = data.draw(st.sets(st.sampled_from(ladder)))
    assert list(close_up(ladder, leaving)) == [one for one in ladder if one not in leaving]


@given(LADDERS, st.integers(1, 60))
def test_newcomers_join_at_the_bottom_once(ladder: list[int], player: int) -> None:
    joined = join_at_bottom(ladder, player)
    assert joined[: len(ladder)] == tuple(ladder)
    assert joined.count(player) == 1
    assert join_at_bottom(joined, player) == joined
