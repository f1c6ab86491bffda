"""Time limits in days stop during breaks: compared with counting every moment."""

from hypothesis import given
from hypothesis import strategies as st

from games.rules.time.breaks import (
    Break,
    compute_end,
    intersect_breaks,
    measure_time_between,
    merge_breaks,
)

instants = st.integers(0, 60)
breaks = st.lists(st.builds(Break, instants, instants), max_size=5)


def counts(moment: int, off: list[Break]) -> bool:
    return not any(one.begin <= moment < one.end for one in off)


@given(instants, st.integers(1, 40), breaks)
def test_the_computed_end_leaves_the_requested_time(
    begin: int, length: int, off: list[Break]
) -> None:
    end = compute_end(begin, length, off)
    assert measure_time_between(begin, end, off) == length
    assert counts(end - 1, off), "the last moment is one that counts"


@given(instants, instants, breaks)
def test_only_time_outside_breaks_counts(begin: int, end: int, off: list[Break]) -> None:
    plain = sum(counts(moment, off) for moment in range(begin, end))
    assert measure_time_between(begin, end, off) == plain


@given(st.lists(breaks, min_size=1, max_size=3))
def test_a_team_is_away_when_all_its_members_are(calendars: list[list[Break]]) -> None:
    both = intersect_breaks(calendars)
    for moment in range(60):
        away = all(not counts(moment, calendar) for calendar in calendars)
        assert away == (not counts(moment, list(both)))


@given(breaks, breaks)
def test_another_break_never_brings_the_end_nearer(off: list[Break], more: list[Break]) -> None:
    assert compute_end(10, 20, [*off, *more]) >= compute_end(10, 20, off)
    assert merge_breaks(merge_breaks(off)) == merge_breaks(off)


def test_an_empty_team_has_no_breaks() -> None:
    assert intersect_breaks([]) == ()
