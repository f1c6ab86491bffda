"""Concurrent votes about an absent player: every vote counts, one decision is carried out, and the
absent player who returns gets the seat back.

The tests change times in the database instead of waiting ten minutes.
"""

import re
from collections.abc import Callable
from functools import partial

import pytest

from tests.live.client import Answer, Visitor
from tests.live.live_table import Table
from tests.live.test_races import at_once, elsewhere
from tests.processes import wait_until
from tests.site_processes import Site

pytestmark = pytest.mark.usefixtures("calm_site")

LayTable = Callable[..., Table]

PUT_FORWARD = """
from datetime import timedelta
from django.utils import timezone
from games.play.models import Game, SeatMember
long_ago = timezone.now() - timedelta(minutes={minutes})
for code, seat in {absent!r}:
    games = Game.objects.filter(room__code=code)
    SeatMember.objects.filter(game__in=games, seat__number=seat).update(seen_at=long_ago)
    games.update(moved_at=long_ago, due_at=timezone.now())
"""


def go_missing(site: Site, *tables: Table, minutes: int = 11) -> None:
    """Make each table's player to move absent, and wait until the referee notices."""
    absent = [(table.code, table.mover) for table in tables]
    site.run(PUT_FORWARD.format(minutes=minutes, absent=absent))
    for table in tables:
        wait_until(partial(is_missed, table), "the seat is missed", poll=0.2)


def is_missed(table: Table) -> bool:
    other = next(n for n in range(len(table.people)) if n != table.mover)
    return "vote_absence" in table.people[other].get(table.path + "bundle").bundle.can


def vote(table: Table, visitor: Visitor, choice: str, seat: int) -> Answer:
    return visitor.post(table.path + "absence", seat=seat, choice=choice)


def computers(table: Table) -> int:
    """Return the number of computers that stand in at the table, as a spectator sees it."""
    page = table.spectator().get(table.path + "bundle").text
    return len(re.findall(r'<span class="who">\s*<b class="name">[^/]* bot for ', page))


def test_simultaneous_votes_are_all_counted(site: Site, lay_table: LayTable) -> None:
    """Three players vote at once on different processes: unanimously, and each differently."""
    agreeing, divided = lay_table(4), lay_table(4)
    go_missing(site, agreeing, divided)
    for table, choices in (
        (agreeing, ("computer", "computer", "computer")),
        (divided, ("wait", "computer", "wait")),
    ):
        absent = table.mover
        voters = [elsewhere(table, n, n) for n in range(4) if n != absent]
        asks = [
            partial(vote, table, voter, choice, absent)
            for voter, choice in zip(voters, choices, strict=True)
        ]
        assert [answer.status for answer in at_once(asks)] == [200] * 3
    assert computers(agreeing) == 1
    assert computers(divided) == 0
    assert is_missed(divided)
    page = divided.people[(divided.mover + 1) % 4].get(divided.path + "bundle").text
    assert page.count("<small>") >= 2, "both choices name who made them"
    assert "Waiting for:" not in page, "no vote was lost"


def test_two_simultaneous_endings_end_a_game_once(site: Site, lay_table: LayTable) -> None:
    """One person ends it from two windows, after an hour's absence."""
    table = lay_table()
    go_missing(site, table, minutes=61)
    other = 1 - table.mover
    windows = [elsewhere(table, other, n) for n in range(2)]
    wait_until(lambda: "Claim the win" in look(table, other), "an hour is over")
    asks = [partial(vote, table, window, "without", table.mover) for window in windows]
    assert sorted(answer.status for answer in at_once(asks)) == [200, 409]
    assert table.spectator().get(table.path + "bundle").bundle.phase == "over"


def look(table: Table, seat: int) -> str:
    return table.people[seat].get(table.path + "bundle").text


def test_a_vote_during_the_return_leaves_the_seat_to_its_owner(
    site: Site, lay_table: LayTable
) -> None:
    """Whether the vote or the return comes first."""
    tables = [lay_table() for _ in range(3)]
    go_missing(site, *tables)
    for table in tables:
        absent = table.mover
        voter, back = elsewhere(table, 1 - absent, 0), elsewhere(table, absent, 1)
        voted, returned = at_once(
            [
                partial(vote, table, voter, "computer", absent),
                partial(back.get, table.path),
            ]
        )
        assert returned.status == 200
        assert voted.status in (200, 409)
        assert computers(table) == 0
        assert not is_missed(table)
        assert back.get(table.path + "bundle").bundle.seat == absent
