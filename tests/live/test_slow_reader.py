"""A page that has stopped reading. It takes the mailbox's whole deadline, so it is asked once."""

import time
from collections.abc import Callable
from contextlib import ExitStack

import pytest

from games.live.mailbox import DEADLINE, WINDOW
from games.rules.moves import Exchange
from tests.live.tables import TEST_SEED, Table
from tests.sites import Site

SOON = 2.0


@pytest.mark.slow
def test_a_page_that_stays_behind_is_dropped_and_costs_nobody_time(
    make_site: Callable[..., Site], opened: ExitStack
) -> None:
    table = Table(make_site("embedded", TEST_SEED=TEST_SEED))
    slow = opened.enter_context(table.watcher().open(table.code, polite=False))
    others = [opened.enter_context(table.watcher().open(table.code)) for _ in range(3)]
    for _ in range(WINDOW + 4):
        stamp = exchange(table)
        for page in others:
            page.bundle(stamp, SOON)
    begun = time.monotonic()
    assert slow.close_code(DEADLINE + 10) == 1013
    assert time.monotonic() - begun > DEADLINE - 5
    assert sum("_state" in text for text in slow.heard) == WINDOW
    for page in others:
        page.bundle(exchange(table), SOON)


def exchange(table: Table) -> int:
    """Something that can be done for ever; the stamp of the room afterwards."""
    tile = table.state.seats[table.mover].rack[:1]
    return table.do(table.mover, Exchange(tile)).bundle.stamp
