"""A page that has stopped reading, on a site with a short deadline for acknowledgements.

:mod:`tests.live.test_mailbox` tests that a mailbox waits for the whole deadline.
"""

from collections.abc import Callable
from contextlib import ExitStack

import pytest

from games.live.mailbox import MAX_UNACKNOWLEDGED
from games.rules.plays.acts import Exchange
from tests.live.live_table import TEST_SEED, Table
from tests.live.short_deadline import PROGRAM
from tests.site_processes import Site


@pytest.mark.full
def test_a_page_that_stays_behind_is_dropped_and_delays_no_one(
    make_site: Callable[..., Site], opened: ExitStack
) -> None:
    table = Table(make_site("embedded", program=PROGRAM, TEST_SEED=TEST_SEED))
    slow = opened.enter_context(table.spectator().open(table.code, polite=False))
    others = [opened.enter_context(table.spectator().open(table.code)) for _ in range(3)]
    for _ in range(MAX_UNACKNOWLEDGED + 4):
        stamp = exchange(table)
        for page in others:
            page.bundle(stamp)
    assert slow.close_code() == 1013
    assert sum("_state" in text for text in slow.received) == MAX_UNACKNOWLEDGED
    for page in others:
        page.bundle(exchange(table))


def exchange(table: Table) -> int:
    """Make a move that can be repeated endlessly, and return the room's stamp after it."""
    tile = table.state.seats[table.mover].rack[:1]
    return table.do(table.mover, Exchange(tile)).bundle.stamp
