"""New processes in the place of old ones while people play: nobody waits, nothing is lost."""

import http.client
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from games.rules.moves import Exchange
from tests.live.audit import audit_site
from tests.live.client import Answer, new_key
from tests.live.tables import TEST_SEED, Table
from tests.processes import wait_until
from tests.sites import Site, WebServer

pytestmark = pytest.mark.timeout(600)

MOST_MOVES = 20_000


def children_of(web: WebServer) -> set[int]:
    found = Path(f"/proc/{web.pid}/task/{web.pid}/children").read_text().split()
    return {int(pid) for pid in found}


def are_gone(pids: set[int]) -> bool:
    return not any(Path(f"/proc/{pid}").exists() for pid in pids)


def move_as_page(table: Table) -> Answer:
    """An exchange; a page that gets no answer sends the same once more."""
    seat = table.mover
    act = Exchange(table.state.seats[seat].rack[:1])
    fields = table.fields(act, key=new_key())
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
    for _ in range(MOST_MOVES):
        yield move_as_page(table)
        if done():
            return
    raise AssertionError("it took too many moves")


def test_a_game_goes_on_through_a_release(make_site: Callable[..., Site]) -> None:
    site = make_site("scaled", webs=1, workers=0, TEST_SEED=TEST_SEED, WEB_PROCESSES="2")
    (web,) = site.webs
    table = Table(site)
    first = children_of(web)
    assert len(first) == 2
    with table.people[0].open(table.code) as page, table.watcher().open(table.code) as other:
        seen = page.bundle().stamp
        os.kill(web.pid, signal.SIGHUP)
        *_, last = moves_until(lambda: are_gone(first), table)
        assert (page.close_code(), other.close_code()) == (1012, 1012)
    second = children_of(web)
    assert len(second) == 2
    assert not second & first
    with table.people[0].open(table.code, seen) as again:
        assert again.bundle(last.bundle.stamp).rack == table.rack(0)

    fallen = min(second)
    os.kill(fallen, signal.SIGKILL)
    wait_until(lambda: len(children_of(web) - {fallen}) == 2, "another process in its place", 180)
    for _ in range(3):
        move_as_page(table)
    table.check()
    (game,) = audit_site(site, table.code)
    assert game["replays"]
    assert not site.tracebacks()
    assert web.stop() == 0
