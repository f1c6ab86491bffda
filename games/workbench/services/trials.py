"""Trying plays out for whoever asks, for some seconds at a time.

Everybody has one thought in hand: a new one ends the one before. The thoughts of a process take
turns in one thread, a slice each, and that thread stands behind all others of the machine, so no
game waits for it. What has been found lies in the cache, where any process finds it; where a
process was ended in the midst of a thought, one asks once more.
"""

import contextlib
import logging
import os
import threading
import time
from collections import deque
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.core.cache import cache

from games.common.refusals import TooSoon
from games.engine.rollouts import Rollouts, Tried
from games.rules.moves import act_to_json
from games.rules.setups import make_state
from games.rules.tiles import TileSet
from games.workbench.services.positions import Position, write_query

logger = logging.getLogger(__name__)

SPELLS = (2.0, 5.0, 10.0, 20.0, 30.0)
"""Seconds of the first, second ... time somebody asks about the same position."""

SLICE = 0.4
"""Seconds for one thought before the next one's turn."""

MOST_WAITING = 24
"""Thoughts that a process has in hand; more would wait too long."""

COME_AGAIN = 5
"""Seconds after which there may be room again."""

KEPT_FOR = 1800
SILENT = 20.0
"""Seconds without a slice after which a thought counts as lost."""

BEHIND = 10
"""By how much the thread is nicer than the others."""


@dataclass(frozen=True, slots=True)
class Thought:
    """``query``: the position, as in its address. ``asked``: how often in a row. ``spent``, of
    ``seconds``: time used for it. ``rows``: acts as data with score, equity, rollouts, doubt, win
    and exact, the best first. ``beat``: when it was last worked on."""

    id: str
    query: dict[str, str]
    asked: int
    seconds: float
    spent: float = 0.0
    over: bool = False
    beat: float = 0.0
    rows: tuple[dict[str, Any], ...] = ()
    results: tuple[tuple[float, ...], ...] = ()

    @property
    def is_running(self) -> bool:
        return not self.over and time.time() - self.beat < SILENT

    @property
    def rollouts(self) -> int:
        return sum(row["rollouts"] for row in self.rows)


def begin_thought(person: str, position: Position, thought_id: str) -> Thought:
    """Go on with a position, or begin with another. Raises ``TooSoon`` where many wait."""
    query = write_query(position.setup, position.revision)
    before = find_thought(person)
    same = before if before is not None and before.query == query else None
    asked = same.asked + 1 if same else 1
    thought = Thought(
        id=thought_id,
        query=query,
        asked=asked,
        seconds=SPELLS[min(asked, len(SPELLS)) - 1],
        beat=time.time(),
        rows=same.rows if same else (),
        results=same.results if same else (),
    )
    state = make_state(position.setup)
    results = [list(row) for row in thought.results]
    rollouts = Rollouts(state, position.setup.seat, position.words(), results)
    bench.take(Job(person, thought, rollouts))
    return thought


def find_thought(person: str, thought_id: str = "") -> Thought | None:
    """Somebody's thought, if there is one; with an id only if it is still that one."""
    found: dict[str, Any] | None = cache.get(_key(person))
    if found is None or (thought_id and found["id"] != thought_id):
        return None
    return Thought(**found)


def stop_thought(person: str) -> Thought | None:
    """End it; what was found stays."""
    thought = find_thought(person)
    if thought is not None and not thought.over:
        thought = replace(thought, over=True)
        _keep(person, thought)
    return thought


def _keep(person: str, thought: Thought) -> None:
    cache.set(_key(person), asdict(thought), KEPT_FOR)


def _key(person: str) -> str:
    return f"thought:{person}"


@dataclass(slots=True)
class Job:
    person: str
    thought: Thought
    rollouts: Rollouts

    def work(self) -> bool:
        """One slice; whether there is more to do."""
        now = find_thought(self.person)
        if now is None or now.id != self.thought.id or now.over:
            return False
        began = time.perf_counter()
        self.rollouts.go_on(min(SLICE * 5, self._left) if self._is_open else SLICE)
        spent = self.thought.spent + time.perf_counter() - began
        self.thought = replace(
            self.thought,
            spent=spent,
            over=spent >= self.thought.seconds or self.rollouts.is_settled,
            beat=time.time(),
            rows=tuple(map(self._tell, self.rollouts.ranking())),
            results=tuple(map(tuple, self.rollouts.results)),
        )
        now = find_thought(self.person)
        if now is None or now.id != self.thought.id:
            return False
        self.thought = replace(self.thought, over=self.thought.over or now.over)
        _keep(self.person, self.thought)
        return not self.thought.over

    @property
    def _is_open(self) -> bool:
        return self.rollouts.survey.position.is_open

    @property
    def _left(self) -> float:
        return self.thought.seconds - self.thought.spent

    def _tell(self, tried: Tried) -> dict[str, Any]:
        return row_of(tried, self.rollouts.state.tile_set)


def row_of(tried: Tried, tile_set: TileSet) -> dict[str, Any]:
    """One act and what was found out about it, as data."""
    found = tried.found
    return {
        "act": act_to_json(found.act, tile_set),
        "score": found.score,
        "equity": round(found.equity, 2),
        "rollouts": found.rollouts,
        "exact": found.exact,
        "doubt": round(tried.doubt, 2),
        "win": round(tried.win, 4),
    }


class Bench:
    """The jobs of this process, and the one thread that works on them in turn. It ends when there
    is nothing to do."""

    def __init__(self) -> None:
        self._jobs: deque[Job] = deque()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def take(self, job: Job) -> None:
        with self._lock:
            if len(self._jobs) >= MOST_WAITING:
                raise TooSoon("thoughts.too_soon", seconds=COME_AGAIN)
            _keep(job.person, job.thought)
            self._jobs.append(job)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="bench", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        with contextlib.suppress(OSError):  # where a thread has no priority of its own
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), BEHIND)
        while (job := self._next()) is not None:
            try:
                more = job.work()
            except Exception:
                logger.exception("A position could not be tried out")
                stop_thought(job.person)
                more = False
            if more:
                with self._lock:
                    self._jobs.append(job)

    def _next(self) -> Job | None:
        with self._lock:
            if self._jobs:
                return self._jobs.popleft()
            self._thread = None
            return None


bench = Bench()
