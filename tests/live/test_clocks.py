"""Clocks on both databases: flags, races with the referee, outages.

The tests change the times in the database instead of waiting.
"""

import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from games.rules.flow.game import Phase
from games.rules.plays.acts import Exchange
from tests.live.client import Answer
from tests.live.game_audit import audit_site
from tests.live.live_table import Table
from tests.patient_site import PROGRAM
from tests.processes import wait_until
from tests.site_processes import Site, WorkerServer

LayTable = Callable[..., Table]
CLOCK: dict[str, Any] = {"clock": "own", "pace": "game", "minutes": "1:00"}
LONG_CLOCK = CLOCK | {"minutes": "10:00"}
LEFT = 6.0
"""Seconds left for a player whose time will run out in a test."""
SENT_BEFORE = 1.5
"""Seconds before that moment at which a test sends commands that must arrive in time."""
TRIES = 3
"""Tables that try a move which must arrive within a second; a busy machine may miss it."""

PUT_FORWARD = """
import time
from datetime import timedelta
from django.db import transaction
from django.db.models import F
from games.health.models import LoopHeartbeat
from games.play.models import Game, Room
codes, by = {codes!r}, timedelta(seconds={seconds})
games = Game.objects.filter(room__code__in=codes)
with transaction.atomic():
    Room.objects.filter(code__in=codes).update(stamp=F("stamp") + 1)
    games.update(clock_since=F("clock_since") - by, due_at=F("due_at") - by)
    if {outage}:
        LoopHeartbeat.objects.update(seen_at=F("seen_at") - by)
"""


def put_forward(
    site: Site, tables: list[Table], seconds: float | str, *, outage: bool = False
) -> None:
    """Let this many seconds pass for these games, or as many as an expression gives inside the
    site.

    With ``outage`` they pass for the site's heartbeat as well.
    """
    codes = [table.code for table in tables]
    script = PUT_FORWARD.format(codes=codes, seconds=seconds, outage=outage)
    site.run(script)


def seen(table: Table) -> dict[str, Any]:
    """Return the state data of a spectator's page."""
    found: dict[str, Any] = table.spectator().get(table.path + "bundle").bundle.state
    return found


def leave(site: Site, table: Table, seconds: float) -> float:
    """Let time pass until the player to move has this many seconds left.

    Returns the moment at which their time runs out, in seconds since 1970.
    """
    put_forward(site, [table], f"{read_end(table)} - {seconds} - time.time()")
    return read_end(table)


def read_end(table: Table) -> float:
    """Return the moment at which the time of the player to move runs out."""
    clock = seen(table)["clock"]
    return float(clock["since"] + clock["left"][table.mover]) / 1000


def is_over(table: Table) -> bool:
    return bool(seen(table)["phase"] == Phase.OVER)


@pytest.fixture
def second_worker(site: Site) -> Iterator[WorkerServer]:
    worker = WorkerServer("worker-beside", site.folder, site.env, PROGRAM)
    worker.start()
    yield worker
    worker.kill()


def test_flags_fall_once_with_two_referees_of_which_one_is_killed(
    site: Site, lay_table: LayTable, second_worker: WorkerServer
) -> None:
    """No page requests these rooms, so only the referee can notice."""
    tables = [lay_table(**CLOCK) for _ in range(3)]
    put_forward(site, tables, 60.5)
    second_worker.kill()
    codes = [table.code for table in tables]
    wait_until(lambda: all(map(is_over, tables)), "all flags to fall", poll=0.2)
    for game in audit_site(site, *codes):
        assert game["moves"] == ["flag"]
        assert game["replays"]


@pytest.mark.realtime
def test_a_simultaneous_flag_and_move_have_one_winner(site: Site, lay_table: LayTable) -> None:
    table = lay_table(**CLOCK)
    end = leave(site, table, LEFT) + 0.5
    swap = Exchange(table.state.seats[table.mover].rack[:1])

    def send(offset: float) -> Answer:
        time.sleep(max(0.0, end + offset - time.time()))
        return table.send(table.mover, swap)

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(send, (0.0, 0.0, 0.0, 0.001, 0.001, 0.002, 0.1, 0.4)))
    assert {answer.status for answer in answers} <= {200, 409, 422}
    wait_until(partial(is_over, table), "the game is over")
    (game,) = audit_site(site, table.code)
    assert game["moves"] == ["flag"], "and no move beside it"
    assert game["replays"]


@pytest.mark.realtime
def test_a_stalled_server_charges_no_player(site: Site, lay_table: LayTable) -> None:
    """The move is sent in time, but the process that serves it is stopped until after the flag."""
    assert any(is_kept_by_stalled_server(site, lay_table(**CLOCK)) for _ in range(TRIES))


def is_kept_by_stalled_server(site: Site, table: Table) -> bool:
    """Return whether a move counts that a process receives in time but reads after the flag."""
    mover = table.mover
    swap = Exchange(table.state.seats[mover].rack[:1])
    end = leave(site, table, LEFT)
    process = table.people[mover].web
    time.sleep(max(0.0, end - SENT_BEFORE - time.time()))
    os.kill(process.pid, signal.SIGSTOP)
    try:
        with ThreadPoolExecutor(1) as pool:
            answer = pool.submit(table.send, mover, swap)
            # The referee waits for a second, in which the move is to be handled.
            time.sleep(max(0.0, end + 0.1 - time.time()))
            os.kill(process.pid, signal.SIGCONT)
            is_kept = answer.result().status == 200
    finally:
        os.kill(process.pid, signal.SIGCONT)
    wait_until(lambda: is_kept or is_over(table), "the flag to fall")
    (game,) = audit_site(site, table.code)
    assert game["moves"] == ["exchange" if is_kept else "flag"]
    assert (seen(table)["clock"]["left"][mover] > 0) == is_kept
    return is_kept


def test_a_move_made_in_time_counts_despite_the_referee(site: Site, lay_table: LayTable) -> None:
    table = lay_table(**LONG_CLOCK)
    put_forward(site, [table], 20)
    table.do(table.mover, Exchange(table.state.seats[table.mover].rack[:1]))
    state = seen(table)
    assert state["clock"]["running"] == table.mover
    assert 0 < min(state["clock"]["left"]) < 580_000


def test_the_minute_of_a_crash_is_charged_to_no_player(site: Site, lay_table: LayTable) -> None:
    table = lay_table(**LONG_CLOCK)
    mover = table.mover
    site.kill()
    put_forward(site, [table], 70, outage=True)
    site.start()
    table.do(mover, Exchange(table.state.seats[mover].rack[:1]))
    left = seen(table)["clock"]["left"]
    assert 540_000 < left[mover] <= 600_000, f"charged for the outage: {left}"
    assert left[1 - mover] == 600_000
