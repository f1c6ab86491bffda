"""How long a thinker may think, and how another thread ends it."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from lexicon.graph.jit import Array

ASKED, TIME_UP = 0, 1


class Stop:
    """A flag that compiled code reads while it runs; setting it from any thread ends the work
    within a few milliseconds."""

    def __init__(self) -> None:
        self.flag: Array = np.zeros(2, np.int64)

    def set(self) -> None:
        self.flag[ASKED] = 1

    @property
    def is_set(self) -> bool:
        return bool(self.flag.any())


@dataclass(frozen=True, slots=True)
class Budget:
    """What one thought may cost; not to be used for two at the same time.

    ``seconds``: none means the static answer only. ``rollouts``: at most so many. ``stop`` may be
    set by whoever made the budget; the best answer so far is then given.
    """

    seconds: float = 0.0
    rollouts: int = 1_000_000
    stop: Stop = field(default_factory=Stop)

    @contextmanager
    def running(self) -> Iterator[Stop]:
        """Inside, time runs; when it is up, the stop is set for the kernels."""
        self.stop.flag[TIME_UP] = 0
        timer = threading.Timer(self.seconds, self._ring)
        timer.daemon = True
        timer.start()
        try:
            yield self.stop
        finally:
            timer.cancel()

    def _ring(self) -> None:
        self.stop.flag[TIME_UP] = 1


LOOKED_AT = 0.01
"""Seconds between two looks at what was used."""


@contextmanager
def stopped_after(seconds: float) -> Iterator[Stop]:
    """A stop that is set once this thread has used so much processor time: what others take of
    the machine does not count."""
    stop, done = Stop(), threading.Event()
    clock = time.pthread_getcpuclockid(threading.get_ident())
    ends = time.clock_gettime(clock) + seconds

    def watch() -> None:
        while not done.wait(LOOKED_AT):
            if time.clock_gettime(clock) >= ends:
                stop.flag[TIME_UP] = 1
                return

    watcher = threading.Thread(target=watch, name="stop-watch", daemon=True)
    watcher.start()
    try:
        yield stop
    finally:
        done.set()
        watcher.join()
