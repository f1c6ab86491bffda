"""Time that is counted in days stands during breaks: against counting every moment by itself."""

from hypothesis import given
from hypothesis import strategies as st

from games.rules.breaks import Break, end_of, merged, shared, time_between

instants = st.integers(0, 60)
breaks = st.lists(st.builds(Break, instants, instants), max_size=5)


def counts(moment: int, off: list[Break]) -> bool:
    return not any(one.begin <= moment < one.end for one in off)


@given(instants, st.integers(1, 40), breaks)
def test_so_much_time_has_gone_by_at_the_end(begin: int, length: int, off: list[Break]) -> None:
    end = end_of(begin, length, off)
    assert time_between(begin, end, off) == length
    assert counts(end - 1, off), "the last moment is one that counts"


@given(instants, instants, breaks)
def test_only_moments_outside_breaks_count(begin: int, end: int, off: list[Break]) -> None:
    plain = sum(counts(moment, off) for moment in range(begin, end))
    assert time_between(begin, end, off) == plain


@given(st.lists(breaks, min_size=1, max_size=3))
def test_a_team_is_away_when_all_of_it_are(calendars: list[list[Break]]) -> None:
    both = shared(calendars)
    for moment in range(60):
        away = all(not counts(moment, calendar) for calendar in calendars)
        assert away == (not counts(moment, list(both)))


@given(breaks, breaks)
def test_a_break_more_never_brings_the_end_nearer(off: list[Break], more: list[Break]) -> None:
    assert end_of(10, 20, [*off, *more]) >= end_of(10, 20, off)
    assert merged(merged(off)) == merged(off)


def test_nobody_has_no_breaks() -> None:
    assert shared([]) == ()
