"""One turn of a duplicate game with many players, most of whom submit in its last seconds.

Every play must be answered. Every page then gets its player's own result. The aims are at most 3 ms
of the server's time for a play, and that the result of the turn, and later the new rack, reach the
last open page within a second of the moment they are due.
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
LAST_SECONDS = 3.0
SEND_MARGIN = 0.1
"""No play is sent in the last so many seconds of a turn, as it takes time to arrive."""
LATE_SHARE = 0.95
"""This share of the players submits in the last seconds of the turn, the others before."""
SETTLING = 9.0
"""Seconds after which the pages have the first rack, and the engine is done with it."""
QUIET_SECONDS = 2.0
"""How long is measured what the open pages cost without any plays."""
SUCCESS = 200
OPENED_AT_ONCE = 50
RESULT_LIMIT = 20.0
"""Seconds within which the result must reach all pages, or the run fails."""

_OWN_RESULT = b'<div id="_own_result" data-moment="1 pause"'
_ANSWER = re.compile(rb'<i id="_answer" hidden data-key="play-(\d+)" data-status="(\d+)"')
_TURN, _STAGE = re.compile(rb'"turn":(\d+)'), re.compile(rb'"stage":"(\w+)"')
"""Parsing all of each page's state would take the measuring side longer than the server."""
_DATA = re.compile(rb'<script id="_state"[^>]*>(.*?)</script>', re.DOTALL)


@dataclass(frozen=True)
class DuplicateFigures:
    """All times are in seconds.

    ``half`` and ``last`` are when so many pages had the result of the turn, ``own`` when the last
    one had its player's own result, and ``rack`` when the last one had the next rack, each after
    the moment at which it was due. ``cpu`` is the server's processor time for a play, ``busy`` the
    same with what the open pages and the worker use meanwhile, as they do without plays.
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
    busy: float

    def __str__(self) -> str:
        return (
            f"{self.players:5} players: {self.answered} plays answered, "
            f"median {self.median * 1000:.0f} ms, p99 {self.p99 * 1000:.0f} ms, "
            f"{self.cpu * 1000:.1f} ms of the server's time a play, "
            f"{self.busy * 1000:.1f} ms with what the open pages use meanwhile; "
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

    def note(self, stage: tuple[str, int], moment: float) -> None:
        if stage == self.wanted:
            self.times.append(moment)
            if len(self.times) >= self.expected:
                self.complete.set()


@dataclass
class OwnResults:
    """When the pages had their players' own results."""

    expected: int
    last: float = 0.0
    count: int = 0
    complete: asyncio.Event = field(default_factory=asyncio.Event)

    def note(self, message: bytes, moment: float) -> None:
        if _OWN_RESULT in message:
            self.count, self.last = self.count + 1, moment
            if self.count == self.expected:
                self.complete.set()


async def measure_duplicate(site: Site, players: int) -> DuplicateFigures:
    """Play one turn with this many players, each with an open page."""
    people = await asyncio.to_thread(_enter_all, site, players)
    code, host = people.code, people.visitors[0]
    result, rack = Stage(players, ("pause", 1)), Stage(players, ("turn", 2))
    pages = await _open_pages(people, (result, rack))
    try:
        started = await asyncio.to_thread(host.post, f"/duplicate/{code}/start")
        assert started.status == 200, started.text[:300]
        state = _read_state(started.text.encode())
        end = state["due"] / 1000 - time.time() + time.perf_counter()
        play = "".join(face for face, _value in state["rack"] if face != "?")[:2]
        fields = {"turn": state["turn"], "position": "8H", "tiles": play}
        await asyncio.sleep(SETTLING)
        cpu, since = get_cpu_seconds(site), time.perf_counter()
        await asyncio.sleep(QUIET_SECONDS)
        quiet = (get_cpu_seconds(site) - cpu) / (time.perf_counter() - since)
        cpu, since = get_cpu_seconds(site), time.perf_counter()
        plays, own = Submissions(pages, fields, end), OwnResults(players)
        for page in pages:
            page.on_message = partial(_note_by_all, (plays, own))
        await plays.run()
        cpu, lasted = get_cpu_seconds(site) - cpu, time.perf_counter() - since
        assert not plays.refused, plays.refused[0]
        await asyncio.wait_for(result.complete.wait(), RESULT_LIMIT)
        await asyncio.wait_for(own.complete.wait(), RESULT_LIMIT)
        await asyncio.wait_for(rack.complete.wait(), PAUSE_SECONDS + RESULT_LIMIT)
        due = _find_due(pages[0]) - TURN_SECONDS
    finally:
        for page in pages:
            page.transport.abort()
    arrived, times = sorted(moment - end for moment in result.times), plays.times
    return DuplicateFigures(
        players,
        len(times),
        statistics.median(times),
        sorted(times)[int(len(times) * 0.99)],
        statistics.median(arrived),
        arrived[-1],
        own.last - end,
        max(rack.times) - due,
        (cpu - quiet * lasted) / len(times),
        cpu / len(times),
    )


def _note_by_all(
    noting: Sequence["Submissions | OwnResults"], message: bytes, moment: float
) -> None:
    for one in noting:
        one.note(message, moment)


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


async def _open_pages(people: Entrants, stages: Sequence[Stage]) -> list[SpectatorSocket]:
    """Open the page of each player."""
    loop, pages = asyncio.get_running_loop(), list[SpectatorSocket]()
    for start in range(0, len(people.visitors), OPENED_AT_ONCE):
        batch = []
        for visitor in people.visitors[start : start + OPENED_AT_ONCE]:
            page = SpectatorSocket(visitor.web, people.code, lambda _at: None)
            page.kind, page.cookie = "duplicate", visitor.cookie_header
            page.on_bundle = _make_reader(page, stages)
            await loop.create_connection(partial(_return, page), "127.0.0.1", visitor.web.port)
            batch.append(page)
        await asyncio.wait_for(asyncio.gather(*(page.opened for page in batch)), 30)
        pages += batch
    return pages


def _return(page: SpectatorSocket) -> SpectatorSocket:
    return page


def _make_reader(page: SpectatorSocket, stages: Sequence[Stage]) -> Callable[[float], None]:
    """Return a function that notes the stage in each bundle of the page."""

    def read(moment: float) -> None:
        turn, name = _TURN.search(page.newest), _STAGE.search(page.newest)
        assert turn and name, page.newest[:200]
        for stage in stages:
            stage.note((name[1].decode(), int(turn[1])), moment)

    return read


def _find_due(page: SpectatorSocket) -> float:
    """Return when the turn that a page shows is over, on the clock of ``time.perf_counter``."""
    return float(_read_state(page.newest)["due"] / 1000 - time.time() + time.perf_counter())


def _read_state(bundle: bytes) -> dict[str, Any]:
    found = _DATA.search(bundle)
    assert found, bundle[:200]
    state: dict[str, Any] = json.loads(found[1])
    return state


class Submissions:
    """One play of each player, sent over the player's page at a time of its own.

    ``times`` are the seconds until each was answered, ``refused`` the answers to those that were
    not stored.
    """

    def __init__(self, pages: Sequence[SpectatorSocket], fields: dict[str, Any], end: float):
        self._pages, self._fields = pages, fields
        self._sent_at: dict[int, float] = {}
        self._over = asyncio.Event()
        self.times: list[float] = []
        self.refused: list[bytes] = []
        rng = random.Random(len(pages))
        early, late = time.perf_counter() + 1, end - LAST_SECONDS
        moments = [
            rng.uniform(late, end - SEND_MARGIN)
            if rng.random() < LATE_SHARE
            else rng.uniform(early, late)
            for _page in pages
        ]
        self._plan = sorted((moment, number) for number, moment in enumerate(moments))

    async def run(self) -> None:
        """Send all plays and wait for their answers."""
        for moment, number in self._plan:
            if (pause := moment - time.perf_counter()) > 0:
                await asyncio.sleep(pause)
            page = self._pages[number]
            play = {name: str(value) for name, value in self._fields.items()}
            self._sent_at[number] = time.perf_counter()
            page.say("play " + json.dumps(play | {"key": f"play-{number}"}))
        await asyncio.wait_for(self._over.wait(), RESULT_LIMIT)

    def note(self, message: bytes, moment: float) -> None:
        """Take note of an answer, among other messages."""
        if (found := _ANSWER.match(message)) is None:
            return
        self.times.append(moment - self._sent_at.pop(int(found[1])))
        if int(found[2]) != SUCCESS:
            self.refused.append(message)
        if len(self.times) == len(self._pages):
            self._over.set()
