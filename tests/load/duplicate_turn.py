"""One turn of a duplicate game with many players, most of whom submit in its last seconds.

Every play must be answered. Every page then asks for its player's own result, as pages do. The aims
are at most 3 ms of the server's time for a play, and that the result of the turn, and later the new
rack, reach the last open page within a second of the moment they are due.
"""

import asyncio
import json
import random
import re
import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tests.live.client import Visitor, make_command_key
from tests.load.move_throughput import PersistentVisitor
from tests.load.resource_usage import get_cpu_seconds
from tests.load.socket_client import SpectatorSocket
from tests.site_processes import Site

TURN_SECONDS = 20
PAUSE_SECONDS = 15
SPREAD = 0.5
"""Seconds within which pages ask for the player's own parts: see ``own_parts.js``."""
LAST_SECONDS = 3.0
SEND_MARGIN = 0.1
"""No play is sent in the last so many seconds of a turn, as it takes time to arrive."""
LATE_SHARE = 0.95
"""This share of the players submits in the last seconds of the turn, the others before."""
SENDERS = 48
"""Threads that send plays, each for its share of the players, one after another."""
OPENED_AT_ONCE = 50
RESULT_LIMIT = 20.0
"""Seconds within which the result must reach all pages, or the run fails."""

_DATA = re.compile(rb'<script id="_state"[^>]*>(.*?)</script>', re.DOTALL)


@dataclass(frozen=True)
class DuplicateFigures:
    """All times are in seconds.

    ``half`` and ``last`` are when so many pages had the result of the turn, ``own`` when the last
    one had its player's own result, and ``rack`` when the last one had the next rack, each after
    the moment at which it was due.
    """

    players: int
    answered: int
    median: float
    p99: float
    half: float
    last: float
    own: float
    rack: float
    cpu: float

    def __str__(self) -> str:
        return (
            f"{self.players:5} players: {self.answered} plays answered, "
            f"median {self.median * 1000:.0f} ms, p99 {self.p99 * 1000:.0f} ms, "
            f"{self.cpu * 1000:.1f} ms of the server's time a play; "
            f"result on half of the pages {self.half:.2f} s after the end, "
            f"on the last {self.last:.2f} s, the player's own {self.own:.2f} s; "
            f"the new rack on the last {self.rack:.2f} s after the end of the pause"
        )


@dataclass
class Stage:
    """When the pages had a stage of a turn."""

    expected: int
    wanted: tuple[str, int]
    times: list[float] = field(default_factory=list)
    complete: asyncio.Event = field(default_factory=asyncio.Event)

    def note(self, state: dict[str, Any], moment: float) -> None:
        if (state["stage"], state["turn"]) == self.wanted:
            self.times.append(moment)
            if len(self.times) >= self.expected:
                self.complete.set()


async def measure_duplicate(site: Site, players: int) -> DuplicateFigures:
    """Play one turn with this many players, each with an open page."""
    people = await asyncio.to_thread(_enter_all, site, players)
    code, host = people.code, people.visitors[0]
    result, rack = Stage(players, ("pause", 1)), Stage(players, ("turn", 2))
    pages = await _open_pages(site, code, players, (result, rack))
    try:
        started = await asyncio.to_thread(host.post, f"/duplicate/{code}/start")
        assert started.status == 200, started.text[:300]
        state = _read_state(started.text.encode())
        end = state["due"] / 1000 - time.time() + time.perf_counter()
        play = "".join(face for face, _value in state["rack"] if face != "?")[:2]
        fields = {"turn": state["turn"], "position": "8H", "tiles": play}
        await asyncio.sleep(2)  # the pages have the first rack, and the engine its best play
        cpu = get_cpu_seconds(site)
        times = await asyncio.to_thread(_submit_all, people, fields, end)
        cpu = get_cpu_seconds(site) - cpu
        await asyncio.wait_for(result.complete.wait(), RESULT_LIMIT)
        own = await asyncio.to_thread(_fetch_own_parts, people, min(result.times)) - end
        await asyncio.wait_for(rack.complete.wait(), PAUSE_SECONDS + RESULT_LIMIT)
        due = _find_due(pages[0]) - TURN_SECONDS
    finally:
        for page in pages:
            page.transport.abort()
    arrived = sorted(moment - end for moment in result.times)
    return DuplicateFigures(
        players,
        len(times),
        statistics.median(times),
        sorted(times)[int(len(times) * 0.99)],
        statistics.median(arrived),
        arrived[-1],
        own,
        max(rack.times) - due,
        cpu / len(times),
    )


@dataclass
class Entrants:
    """The players of a game; the first one is its host."""

    code: str
    visitors: list[PersistentVisitor]


def _enter_all(site: Site, count: int) -> Entrants:
    host = Visitor(site.web(0), "Marten")
    wanted: dict[str, Any] = {
        "variant": "scrabble",
        "lexicon": "en-open",
        "format": "standard",
        "name": "Marten",
    }
    wanted |= {
        "turn_seconds": TURN_SECONDS,
        "pause_seconds": PAUSE_SECONDS,
        "key": make_command_key(),
    }
    made = host.post("/duplicate/new/", htmx=False, **wanted)
    assert made.status == 302, made.text[:300]
    code = made.headers["Location"].strip("/").split("/")[-1]
    visitors = [host, *(Visitor(site.web(n), f"Solver {n}") for n in range(1, count))]

    def enter(visitor: Visitor) -> None:
        answer = visitor.post(f"/duplicate/{code}/enter", htmx=False, name=visitor.name)
        assert answer.status == 302, answer.text[:300]

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(enter, visitors[1:]))
    return Entrants(code, [PersistentVisitor(visitor) for visitor in visitors])


async def _open_pages(
    site: Site, code: str, count: int, stages: Sequence[Stage]
) -> list[SpectatorSocket]:
    loop, pages = asyncio.get_running_loop(), list[SpectatorSocket]()
    for start in range(0, count, OPENED_AT_ONCE):
        batch = []
        for number in range(start, min(start + OPENED_AT_ONCE, count)):
            web, page = site.web(number), SpectatorSocket(site.web(number), code, lambda _at: None)
            page.kind, page.on_bundle = "duplicate", _make_reader(page, stages)
            await loop.create_connection(partial(_return, page), "127.0.0.1", web.port)
            batch.append(page)
        await asyncio.wait_for(asyncio.gather(*(page.opened for page in batch)), 30)
        pages += batch
    return pages


def _return(page: SpectatorSocket) -> SpectatorSocket:
    return page


def _make_reader(page: SpectatorSocket, stages: Sequence[Stage]) -> Callable[[float], None]:
    """Return a function that notes the stage in each bundle of the page."""

    def read(moment: float) -> None:
        state = _read_state(page.newest)
        for stage in stages:
            stage.note(state, moment)

    return read


def _find_due(page: SpectatorSocket) -> float:
    """Return when the turn that a page shows is over, on the clock of ``time.perf_counter``."""
    return float(_read_state(page.newest)["due"] / 1000 - time.time() + time.perf_counter())


def _read_state(bundle: bytes) -> dict[str, Any]:
    found = _DATA.search(bundle)
    assert found, bundle[:200]
    state: dict[str, Any] = json.loads(found[1])
    return state


def _submit_all(people: Entrants, fields: dict[str, Any], end: float) -> list[float]:
    """Submit one play for everyone at a time of their own; return how long each answer took."""
    rng = random.Random(len(people.visitors))
    begun = time.perf_counter()
    early, late = begun + 1, end - LAST_SECONDS
    moments = sorted(
        rng.uniform(late, end - SEND_MARGIN)
        if rng.random() < LATE_SHARE
        else rng.uniform(early, late)
        for _visitor in people.visitors
    )
    waiting = list(zip(moments, people.visitors, strict=True))
    with ThreadPoolExecutor(SENDERS) as pool:
        shares = [waiting[number::SENDERS] for number in range(SENDERS)]
        took = pool.map(lambda share: _submit_share(people.code, share, fields, end), shares)
        return [seconds for some in took for seconds in some]


def _submit_share(
    code: str,
    share: Sequence[tuple[float, PersistentVisitor]],
    fields: dict[str, Any],
    end: float,
) -> list[float]:
    """Submit the plays of one thread. Those for which it is late itself are not sent."""
    times = []
    for moment, visitor in share:
        time.sleep(max(0.0, moment - time.perf_counter()))
        begun = time.perf_counter()
        if begun >= end - SEND_MARGIN:
            break
        answer = visitor.post(f"/duplicate/{code}/submit", **fields, key=make_command_key())
        times.append(time.perf_counter() - begun)
        assert answer.status == 200, answer.text[-300:]  # the reason
    return times


def _fetch_own_parts(people: Entrants, begun: float) -> float:
    """Let each page ask for its player's own parts soon after ``begun``; return when the last had
    them."""
    rng = random.Random(len(people.visitors))
    waiting = sorted(
        ((begun + rng.uniform(0, SPREAD), visitor) for visitor in people.visitors),
        key=lambda one: one[0],
    )

    def fetch(share: Sequence[tuple[float, PersistentVisitor]]) -> None:
        for moment, visitor in share:
            time.sleep(max(0.0, moment - time.perf_counter()))
            answer = visitor.get(f"/duplicate/{people.code}/own")
            assert answer.status == 200, answer.text[-300:]

    with ThreadPoolExecutor(SENDERS) as pool:
        list(pool.map(fetch, [waiting[number::SENDERS] for number in range(SENDERS)]))
    return time.perf_counter()
