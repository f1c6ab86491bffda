"""The latency credit of the clock: the shortest round trip seen, and no more than that.

The tests change the times in the database instead of waiting.
"""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest

from games.rules.plays.acts import Exchange
from tests.attack.raw_connection import PONG, RawConnection, build_frame
from tests.live.game_audit import audit_site
from tests.live.live_table import PROXY, Table
from tests.live.test_clocks import CLOCK, LEFT, TRIES, leave
from tests.processes import wait_until
from tests.site_processes import Site

pytestmark = pytest.mark.realtime

LayTable = Callable[..., Table]
LATE = 0.05
"""Seconds by which a move arrives after the time has run out; a slow connection explains them."""


def move_late(site: Site, table: Table, *, pong_after: float) -> list[str]:
    """Answer the socket's first ping late by this many seconds; move just after the time has run
    out.

    Returns the kinds of the moves in the record.
    """
    mover, visitor = table.mover, table.people[table.mover]
    known = len(list_moves(site, table))
    with RawConnection(visitor.web.port) as wire:
        wire.greet(f"/ws{table.path}", visitor.cookie_header)
        answer_ping(wire, pong_after)
        end = leave(site, table, LEFT)
        time.sleep(max(0.0, end + LATE - time.time()))
        table.send(mover, Exchange(table.state.seats[mover].rack[:1]))
    # If the move came too late, the referee flags a moment after the refusal.
    wait_until(lambda: len(list_moves(site, table)) > known, "the late move or the flag")
    return list_moves(site, table)


def list_moves(site: Site, table: Table) -> list[str]:
    """Return the kinds of the moves in the record."""
    (game,) = audit_site(site, table.code)
    kinds: list[str] = game["moves"]
    return kinds


def answer_ping(wire: RawConnection, late: float) -> None:
    """Answer the first ping late by this many seconds."""
    received = b""
    while not (found := re.search(rb"\x89\x04(.{4})", received, re.DOTALL)):
        received += wire.line.recv(1 << 16)
    time.sleep(late)
    wire.say(build_frame(found[1], PONG))


def come_through_proxy(table: Table, **headers: Any) -> None:
    visitor = table.people[table.mover]
    visitor.source = PROXY
    visitor.proxied = {name.replace("_", "-"): str(value) for name, value in headers.items()}


@pytest.mark.full
def test_a_page_that_delays_its_pongs_gains_nothing(site: Site, lay_table: LayTable) -> None:
    """The round trip of its commands' connection is measured without its help."""
    assert move_late(site, lay_table(**CLOCK), pong_after=0.9) == ["flag"]


def test_a_page_behind_a_proxy_gains_nothing_by_delaying_pongs(
    site: Site, lay_table: LayTable
) -> None:
    table = lay_table(**CLOCK)
    come_through_proxy(table, X_Line_RTT=900)
    assert move_late(site, table, pong_after=0.9) == ["flag"]


def test_only_a_proxy_may_report_a_round_trip(site: Site, lay_table: LayTable) -> None:
    table = lay_table(**CLOCK)
    table.people[table.mover].proxied = {"X-Line-RTT": "900000"}
    assert move_late(site, table, pong_after=0.9) == ["flag"]


def test_a_slow_connection_gets_latency_credit(site: Site, lay_table: LayTable) -> None:
    """The proxy's measurement agrees with the pings: a round trip of nine tenths of a second."""

    def get_credit() -> bool:
        table = lay_table(**CLOCK)
        come_through_proxy(table, X_Line_RTT=900_000)
        return move_late(site, table, pong_after=0.9) == ["exchange"]

    assert any(get_credit() for _ in range(TRIES)), "each of them was flagged"


def test_the_shortest_round_trip_of_the_game_is_kept(site: Site, lay_table: LayTable) -> None:
    """A connection that was once fast gets no credit for being slow later."""
    table = lay_table(**CLOCK)
    first = table.mover
    come_through_proxy(table, X_Line_RTT=900)
    for _turn in range(2):
        table.do(table.mover, Exchange(table.state.seats[table.mover].rack[:1]))
    assert table.mover == first
    come_through_proxy(table, X_Line_RTT=900_000)
    assert move_late(site, table, pong_after=0.9)[-1] == "flag"
