"""Batch the writes of concurrent threads into one transaction.

Whoever comes first writes. Those who come while the first one writes wait, and then one of them
writes what all of them have brought. So a hundred at once cost few transactions, and a single one
waits for nobody. No one is answered before the commit.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
R = TypeVar("R")


class _Entry(Generic[T, R]):
    """One thing to be written, and what came of it."""

    __slots__ = ("done", "error", "result", "thing")

    def __init__(self, thing: T) -> None:
        self.thing = thing
        self.done = False
        self.result: R | None = None
        self.error: Exception | None = None


class GroupCommit(Generic[K, T, R]):
    """Collects what threads bring for the same key. ``write_all`` writes it and commits.

    ``write_all`` returns one result per item; an exception in place of a result is raised only in
    the thread that submitted the item. An exception that it raises itself reaches all threads.
    """

    def __init__(self, write_all: Callable[[K, Sequence[T]], Sequence[R | Exception]]) -> None:
        self._write_all = write_all
        self._guard = Lock()
        self._waiting: defaultdict[K, list[_Entry[T, R]]] = defaultdict(list)
        # The lock of each key in use, and how many threads use it.
        self._turns: dict[K, tuple[Lock, int]] = {}

    def write(self, key: K, thing: T) -> R:
        """Write a thing, together with what others bring meanwhile; return its result."""
        entry: _Entry[T, R] = _Entry(thing)
        with self._guard:
            self._waiting[key].append(entry)
            turn, users = self._turns.get(key, (Lock(), 0))
            self._turns[key] = turn, users + 1
        try:
            with turn:
                if not entry.done:
                    self._write_waiting(key)
        finally:
            with self._guard:
                turn, users = self._turns[key]
                if users == 1:
                    del self._turns[key]
                else:
                    self._turns[key] = turn, users - 1
        if entry.error is not None:
            raise entry.error
        return entry.result  # type: ignore[return-value]  # every entry without an error has one

    def _write_waiting(self, key: K) -> None:
        with self._guard:
            entries = self._waiting.pop(key)
        try:
            results = self._write_all(key, [entry.thing for entry in entries])
        except Exception as error:
            results = [error] * len(entries)
        for entry, result in zip(entries, results, strict=True):
            if isinstance(result, Exception):
                entry.error = result
            else:
                entry.result = result
            entry.done = True
