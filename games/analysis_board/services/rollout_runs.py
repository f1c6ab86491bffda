"""Simulations of plays, a few seconds at a time.

Each person has one run at a time; a new run ends the previous one. The runs of a process take turns
in a single low-priority thread, one time slice each, so no live game waits for them. Results are
stored in the cache, where every process finds them. If a process ends in the middle of a run, the
person has to ask again.
"""

import contextlib
import logging
import os
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.core.cache import cache

from games.analysis_board.services.board_positions import BoardPosition, build_query
from games.common.client_addresses import get_current_address
from games.engine.budget import Budget
from games.engine.rollouts import RankedAct, Rollouts
from games.rules.equipment.tiles import TileSet
from games.rules.plays.acts import act_to_json
from games.rules.positions.setups import make_state
from scrabble_site.shared.refusals import TooManyRequests

logger = logging.getLogger(__name__)

RUN_SECONDS = (2.0, 5.0, 10.0, 20.0, 30.0)
"""Seconds for the first, second, ... request about the same position."""

SLICE_SECONDS = 0.4
"""Seconds per time slice."""

MAX_WAITING = 24
"""Maximum number of runs in a process. One address may have half of them."""

RETRY_SECONDS = 5
"""Value of ``Retry-After`` when the queue is full."""

# Seconds for which a run's results are kept.
CACHE_SECONDS = 1800
LOST_AFTER = 20.0
"""Seconds without progress after which a run counts as lost."""

NICENESS = 10
"""Added to the thread's nice value."""


@dataclass(frozen=True, slots=True)
class RolloutRun:
    """One simulation of the plays in a position."""

    id: str
    # The position, as URL parameters.
    query: dict[str, str]
    # How many times in a row it was requested.
    asked: int
    seconds: float
    # Seconds used so far, out of ``seconds``.
    spent: float = 0.0
    over: bool = False
    # Unix time of the last progress.
    beat: float = 0.0
    # Acts as data, the best first; see ``serialize_ranked_act``.
    rows: tuple[dict[str, Any], ...] = ()
    results: tuple[tuple[float, ...], ...] = ()

    @property
    def is_running(self) -> bool:
        return not self.over and time.time() - self.beat < LOST_AFTER

    @property
    def rollouts(self) -> int:
        return sum(row["rollouts"] for row in self.rows)


def begin_run(person: str, position: BoardPosition, run_id: str) -> RolloutRun:
    """Start simulating a position, or continue with it.

    Raises ``TooManyRequests`` if the queue is full.
    """
    query = build_query(position.setup, position.revision)
    before = find_run(person)
    same = before if before is not None and before.query == query else None
    asked = same.asked + 1 if same else 1
    run = RolloutRun(
        id=run_id,
        query=query,
        asked=asked,
        seconds=RUN_SECONDS[min(asked, len(RUN_SECONDS)) - 1],
        beat=time.time(),
        rows=same.rows if same else (),
        results=same.results if same else (),
    )
    state = make_state(position.setup)
    results = [list(row) for row in run.results]
    rollouts = Rollouts(state, position.setup.seat, position.words(), results)
    rollout_queue.take(RolloutJob(person, run, rollouts, get_current_address()))
    return run


def find_run(person: str, run_id: str = "") -> RolloutRun | None:
    """Return a person's current run, or ``None``; with an id, only if the run has that id."""
    found: dict[str, Any] | None = cache.get(_get_cache_key(person))
    if found is None or (run_id and found["id"] != run_id):
        return None
    return RolloutRun(**found)


def stop_run(person: str) -> RolloutRun | None:
    """Stop a person's run and keep its results."""
    with _cache_lock:
        run = find_run(person)
        if run is not None and not run.over:
            run = replace(run, over=True)
            _cache_run(person, run)
    return run


def _cache_run(person: str, run: RolloutRun) -> None:
    cache.set(_get_cache_key(person), asdict(run), CACHE_SECONDS)


def _get_cache_key(person: str) -> str:
    return f"rollouts:{person}"


_cache_lock = threading.Lock()
"""Held while a person's run is read in order to be replaced."""


@dataclass(slots=True)
class RolloutJob:
    person: str
    run: RolloutRun
    rollouts: Rollouts
    address: str

    def work(self, clock: Callable[[], float]) -> bool:
        """Simulate for one time slice; return whether there is more to do."""
        # The person may have stopped the run or started another, perhaps in a different process.
        now = find_run(self.person)
        if now is None or now.id != self.run.id or now.over:
            return False
        began = clock()
        # With nothing hidden, the position is solved instead of simulated, which needs a longer
        # slice.
        seconds = min(SLICE_SECONDS * 5, self._left) if self._is_open else SLICE_SECONDS
        self.rollouts.run_rollouts(Budget(seconds))
        spent = self.run.spent + clock() - began
        self.run = replace(
            self.run,
            spent=spent,
            over=spent >= self.run.seconds or self.rollouts.is_settled,
            beat=time.time(),
            rows=tuple(map(self._serialize, self.rollouts.rank())),
            results=tuple(map(tuple, self.rollouts.results)),
        )
        # Another run may be stored between the look and the write, which would replace it.
        with _cache_lock:
            now = find_run(self.person)
            if now is None or now.id != self.run.id:
                return False
            self.run = replace(self.run, over=self.run.over or now.over)
            _cache_run(self.person, self.run)
        return not self.run.over

    @property
    def _is_open(self) -> bool:
        return self.rollouts.survey.position.is_open

    @property
    def _left(self) -> float:
        return self.run.seconds - self.run.spent

    def _serialize(self, ranked: RankedAct) -> dict[str, Any]:
        return serialize_ranked_act(ranked, self.rollouts.state.tile_set)


def serialize_ranked_act(ranked: RankedAct, tile_set: TileSet) -> dict[str, Any]:
    """Return one act with its evaluation as plain data."""
    found = ranked.found
    return {
        "act": act_to_json(found.act, tile_set),
        "score": found.score,
        "equity": round(found.equity, 2),
        "rollouts": found.rollouts,
        "exact": found.exact,
        "error": round(ranked.error, 2),
        "win": round(ranked.win, 4),
    }


class RolloutQueue:
    """The jobs of this process and the one thread that runs them.

    Addresses take turns, and so do the jobs of each address. The thread ends when there are no
    jobs. ``clock`` tells the seconds that the time slices take.
    """

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._jobs: OrderedDict[str, deque[RolloutJob]] = OrderedDict()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def take(self, job: RolloutJob) -> None:
        """Add a job.

        Raises ``TooManyRequests`` if the queue, or this address's half of it, is full.
        """
        with self._lock:
            count = sum(map(len, self._jobs.values()))
            of_address = len(self._jobs.get(job.address, ()))
            if count >= MAX_WAITING or of_address >= max(1, MAX_WAITING // 2):
                raise TooManyRequests("rollouts.too_soon", seconds=RETRY_SECONDS)
            with _cache_lock:
                _cache_run(job.person, job.run)
            self._enqueue(job)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="rollouts", daemon=True)
                self._thread.start()

    def _enqueue(self, job: RolloutJob) -> None:
        self._jobs.setdefault(job.address, deque()).append(job)

    def _run(self) -> None:
        with contextlib.suppress(OSError):  # on systems where threads have no priorities
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
        while (job := self._next()) is not None:
            try:
                more = job.work(self._clock)
            except Exception:
                logger.exception("A position could not be simulated")
                stop_run(job.person)
                more = False
            if more:
                with self._lock:
                    self._enqueue(job)

    def _next(self) -> RolloutJob | None:
        with self._lock:
            if not self._jobs:
                self._thread = None
                return None
            address, jobs = next(iter(self._jobs.items()))
            self._jobs.move_to_end(address)
            job = jobs.popleft()
            if not jobs:
                del self._jobs[address]
            return job


rollout_queue = RolloutQueue()
