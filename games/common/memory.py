"""The newest of each of many things, as long as there is room."""

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Memory(Generic[T]):
    """Things by key, each with a stamp; those used last are kept. Threads share it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[str, tuple[int, T]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: str) -> T | None:
        with self._lock:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key][1]

    def put(self, key: str, stamp: int, thing: T) -> None:
        """Keep a thing, unless a newer one is kept."""
        with self._lock:
            if key not in self._kept or self._kept[key][0] <= stamp:
                self._kept[key] = stamp, thing
                self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def forget(self) -> None:
        with self._lock:
            self._kept.clear()
