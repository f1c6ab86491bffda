"""Clocks over both databases: flags, races with the referee, outages. Time is put forward in the
rows, so that nobody waits for it."""

import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from games.rules.game import Phase
from games.rules.moves import Exchange
from tests.attack.raw import PONG, Wire, frame
from tests.live.audit import audit_site
from tests.live.client import Answer
from tests.live.tables import Table
from tests.processes import wait_until
from tests.sites import Site, WorkerServer

LayTable = Callable[..., Table]
CLOCK: dict[str, Any] = {"clock": "own", "pace": "game", "minutes": "1:00"}

PUT_FORWARD = """
from datetime import timedelta
from django.db import transaction
from django.db.models import F
from games.health.models import LifeSign
from games.play.models import Game, Room
codes, by = {codes!r}, timedelta(seconds={seconds})
games = Game.objects.filter(room__code__in=codes)
with transaction.atomic():
    Room.objects.filter(code__in=codes).update(stamp=F("stamp") + 1)
    games.update(clock_since=F("clock_since") - by, due_at=F("due_at") - by)
    if {outage}:
        LifeSign.objects.update(seen_at=F("seen_at") - by)
"""


def put_forward(site: Site, tables: list[Table], seconds: float, *, outage: bool = False) -> None:
    """So many seconds go by for these games; in an outage for the site's sign of life, too."""
    codes = [table.code for table in tables]
    script = PUT_FORWARD.format(codes=codes, seconds=seconds, outage=outage)
    site.manage("shell", "-c", script)


def seen(table: Table) -> dict[str, Any]:
    """What a watcher's page is told as data."""
    told: dict[str, Any] = table.watcher().get(table.path + "bundle").bundle.state
    return told


def is_over(table: Table) -> bool:
    return bool(seen(table)["phase"] == Phase.OVER)


@pytest.fixture
def second_worker(site: Site) -> Iterator[WorkerServer]:
    worker = WorkerServer("worker-beside", site.folder, site.env)
    worker.start()
    yield worker
    worker.kill()


def test_flags_fall_once_though_two_referees_come_and_one_is_killed(
    site: Site, lay_table: LayTable, second_worker: WorkerServer
) -> None:
    """Nobody looks at these rooms while it happens."""
    tables = [lay_table(**CLOCK) for _ in range(6)]
    put_forward(site, tables, 60.5)
    second_worker.kill()
    time.sleep(2.5)
    for table in tables:
        wait_until(partial(is_over, table), "the flag fell", 10)
    for game in audit_site(site, *(table.code for table in tables)):
        assert game["moves"] == ["flag"]
        assert game["replays"]


def test_a_flag_against_a_move_at_the_same_moment_has_one_winner(
    site: Site, lay_table: LayTable
) -> None:
    table = lay_table(**CLOCK)
    put_forward(site, [table], 55)
    clock = seen(table)["clock"]
    end = (clock["since"] + clock["left"][table.mover]) / 1000 + 0.5
    swap = Exchange(table.state.seats[table.mover].rack[:1])

    def send(offset: float) -> Answer:
        time.sleep(max(0.0, end + offset - time.time()))
        return table.send(table.mover, swap)

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(send, (0.0, 0.0, 0.0, 0.001, 0.001, 0.002, 0.1, 0.4)))
    assert {answer.status for answer in answers} <= {200, 409, 422}
    wait_until(partial(is_over, table), "the game is over", 5)
    (game,) = audit_site(site, table.code)
    assert game["moves"] == ["flag"], "and no move beside it"
    assert game["replays"]


def test_a_move_that_comes_late_is_credited_with_what_its_line_takes(
    site: Site, lay_table: LayTable
) -> None:
    """As the server has measured it: this page answers a ping after nine tenths of a second."""
    table = lay_table(**CLOCK)
    mover, visitor = table.mover, table.people[table.mover]
    put_forward(site, [table], 54)
    with Wire(visitor.web.port) as wire:
        wire.greet(f"/ws{table.path}", visitor.cookie_header)
        answer_ping(wire, 0.9)
        clock = seen(table)["clock"]
        time.sleep(max(0.0, (clock["since"] + clock["left"][mover]) / 1000 + 0.05 - time.time()))
        table.do(mover, Exchange(table.state.seats[mover].rack[:1]))
    (game,) = audit_site(site, table.code)
    assert game["moves"] == ["exchange"]


def answer_ping(wire: Wire, late: float) -> None:
    """Give the first ping its answer so many seconds late."""
    heard = b""
    while not (found := re.search(rb"\x89\x04(.{4})", heard, re.DOTALL)):
        heard += wire.line.recv(1 << 16)
    time.sleep(late)
    wire.say(frame(found[1], PONG))


def test_a_move_in_time_stands_whatever_the_referee_does(site: Site, lay_table: LayTable) -> None:
    table = lay_table(**CLOCK)
    put_forward(site, [table], 20)
    table.do(table.mover, Exchange(table.state.seats[table.mover].rack[:1]))
    state = seen(table)
    assert state["clock"]["running"] == table.mover
    assert 0 < min(state["clock"]["left"]) < 40_000


def test_the_minute_of_a_crash_is_charged_to_nobody(site: Site, lay_table: LayTable) -> None:
    table = lay_table(**CLOCK)
    mover = table.mover
    site.kill()
    put_forward(site, [table], 70, outage=True)
    site.start()
    table.do(mover, Exchange(table.state.seats[mover].rack[:1]))
    left = seen(table)["clock"]["left"]
    assert left[mover] > 40_000, f"charged for the outage: {left}"
    assert left[mover] <= 60_000
    assert left[1 - mover] == 60_000
