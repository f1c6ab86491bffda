"""How long the engine may think, and how another thread can stop it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from lexicon.graph.jit import Array

STOP_REQUESTED, TIME_UP = 0, 1


class StopFlag:
    """A flag that compiled code polls; setting it from any thread ends the work within
    milliseconds."""

    def __init__(self) -> None:
        # An array, because compiled code without the GIL can read memory but no Python attribute.
        self.flag: Array = np.zeros(2, np.int64)

    def set(self) -> None:
        self.flag[STOP_REQUESTED] = 1

    @property
    def is_set(self) -> bool:
        return bool(self.flag.any())


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of one computation; must not be used for two at the same time."""

    # 0 means the static answer only.
    seconds: float = 0.0
    # Maximum number of rollouts.
    rollouts: int = 1_000_000
    # The creator of the budget may set it to get the best answer found so far.
    stop: StopFlag = field(default_factory=StopFlag)

    @contextmanager
    def running(self) -> Iterator[StopFlag]:
        """Start the clock; when the time is up, the kernels are told to stop."""
        self.stop.flag[TIME_UP] = 0
        timer = threading.Timer(self.seconds, self._on_time_up)
        timer.daemon = True
        timer.start()
        try:
            yield self.stop
        finally:
            timer.cancel()

    def _on_time_up(self) -> None:
        self.stop.flag[TIME_UP] = 1
