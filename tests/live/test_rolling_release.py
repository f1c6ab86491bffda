"""New processes replace old ones during play: no player waits, and nothing is lost."""

import http.client
import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from games.rules.plays.acts import Exchange
from scrabble_site.server.protocols import FRAMES_PER_SECOND
from tests.live.client import Answer, make_command_key
from tests.live.game_audit import audit_site
from tests.live.live_table import TEST_SEED, Table
from tests.site_processes import Site, WebServer

pytestmark = pytest.mark.timeout(600)

MAX_MOVES = 1_000
MAX_SECONDS = 300.0


def children_of(web: WebServer) -> set[int]:
    found = Path(f"/proc/{web.pid}/task/{web.pid}/children").read_text().split()
    return {int(pid) for pid in found}


def are_gone(pids: set[int]) -> bool:
    return not any(Path(f"/proc/{pid}").exists() for pid in pids)


def move_as_page(table: Table) -> Answer:
    """Exchange as a page does: if no answer comes, send the same command once more."""
    seat = table.mover
    act = Exchange(table.state.seats[seat].rack[:1])
    fields = table.fields(act, key=make_command_key())
    with suppress(ConnectionError, http.client.HTTPException):
        answer = table.post(seat, "exchange", **fields)
        assert answer.status == 200, answer.text[:300]
        table.follow(seat, act)
        return answer
    answer = table.post(seat, "exchange", **fields)
    assert answer.status == 200, answer.text[:300]
    table.follow(seat, act)
    return answer


def moves_until(done: Callable[[], bool], table: Table) -> Iterator[Answer]:
    for _ in range(MAX_MOVES):
        yield move_as_page(table)
        if done():
            return
        time.sleep(2 / FRAMES_PER_SECOND)  # pages acknowledge each move, and may not do so faster
    raise AssertionError("it took too many moves")


def test_a_game_continues_during_a_release(make_site: Callable[..., Site]) -> None:
    site = make_site("scaled", webs=1, workers=0, TEST_SEED=TEST_SEED, WEB_PROCESSES="2")
    (web,) = site.webs
    table = Table(site)
    first = children_of(web)
    assert len(first) == 2
    with table.people[0].open(table.code) as page, table.spectator().open(table.code) as other:
        seen = page.bundle().stamp
        with ThreadPoolExecutor() as readers:  # a page that reads nothing is closed with 1013
            codes = [readers.submit(each.close_code, MAX_SECONDS) for each in (page, other)]
            os.kill(web.pid, signal.SIGHUP)
            *_, last = moves_until(lambda: are_gone(first), table)
            assert [code.result() for code in codes] == [1012, 1012]
    second = children_of(web)
    assert len(second) == 2
    assert not second & first
    with table.people[0].open(table.code, seen) as again:
        assert again.bundle(last.bundle.stamp).rack == table.rack(0)
    table.check()
    (game,) = audit_site(site, table.code)
    assert game["replays"]
    assert not site.tracebacks()
    assert web.stop() == 0
