"""Simple pages that play one game each: they repeat a command with its key until it is answered.

Like a browser, a page knows only what it has received. Like a client behind a proxy, it turns to
another web process when one does not answer.
"""

import http.client
import time
from collections import Counter
from contextlib import closing, contextmanager, suppress
from functools import partial
from random import Random
from threading import Event, Thread
from typing import Any

from websockets.exceptions import WebSocketException

from tests.live.bundles import Bundle
from tests.live.client import Answer, Page, Visitor, make_command_key
from tests.live.live_table import Table

ANSWER_LIMIT = 30.0
"""Seconds a page waits for an answer before it sends the command again."""

PAUSE = (0.05, 0.4)
"""Shortest and longest pause between two requests, in seconds."""

LOST_LINE = (OSError, http.client.HTTPException, WebSocketException)


class ImpatientVisitor(Visitor):
    """A visitor with short timeouts."""

    @contextmanager
    def connected(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.web.port, timeout=ANSWER_LIMIT)
        with closing(connection):
            yield connection


class GameClient(Thread):
    """Plays all seats of a table that people hold, until stopped.

    ``acknowledged`` holds the keys that were answered with success, ``answers`` counts the statuses
    received, and ``surprises`` lists answers that no page should get.
    """

    def __init__(self, table: Table, seed: int, stop: Event) -> None:
        super().__init__(daemon=True, name=f"player {table.code}")
        self.table = table
        self.random = Random(seed)
        self.acknowledged: list[str] = []
        self.last_at = 0.0
        self.answers: Counter[int] = Counter()
        self.surprises: list[str] = []
        self._stop_asked = stop
        self._people = [_make_impatient(person) for person in table.people]

    def run(self) -> None:
        while not self._stop_asked.is_set():
            self.act_once(self._stop_asked)
            time.sleep(self.random.uniform(*PAUSE))

    def act_once(self, stop: Event) -> bool:
        """Make a move for a seat whose turn it is; return whether it was acknowledged."""
        for person in self._people:
            bundle = self.look(person, stop)
            if bundle is not None and "rematch" in bundle.can:
                self._ask(person, stop, partial(person.post, self.table.path + "rematch"))
            elif bundle is not None and "pass" in bundle.can:
                return self._send(person, bundle, stop)
        return False

    def look(self, person: Visitor, stop: Event) -> Bundle | None:
        answer = self._ask(person, stop, partial(person.get, self.table.path + "bundle"))
        return answer.bundle if answer is not None and answer.status == 200 else None

    def _send(self, person: Visitor, bundle: Bundle, stop: Event) -> bool:
        """Send the same command until it is answered, whatever fails in between."""
        key = make_command_key()
        fields: dict[str, Any] = {"game": bundle.game, "turn": bundle.turn, "key": key}
        verb = "exchange" if "exchange" in bundle.can else "pass"
        if verb == "exchange":
            fields["tiles"] = self.random.choice(bundle.state["rack"])[0]
        answer = self._ask(person, stop, partial(person.post, self.table.path + verb, **fields))
        if answer is None:
            return False
        if answer.status != 200:
            self.surprises.append(f"{verb} {answer.status}: {answer.message or answer.text[:200]}")
            return False
        self.acknowledged.append(key)
        self.last_at = time.monotonic()
        return True

    def _ask(self, person: Visitor, stop: Event, send: Any) -> Answer | None:
        while not stop.is_set():
            try:
                answer: Answer = send()
            except LOST_LINE:
                self.answers[0] += 1
            else:
                self.answers[answer.status] += 1
                if answer.status < 500:
                    return answer
            person.web = self.random.choice(self.table.site.webs)
            time.sleep(self.random.uniform(*PAUSE))
        return None


class WatchingClient(Thread):
    """A spectator's page that reconnects whenever its socket ends."""

    def __init__(self, table: Table, seed: int, stop: Event) -> None:
        super().__init__(daemon=True, name=f"spectator {table.code}")
        self.stamp = 0
        self._table = table
        self._random = Random(seed)
        self._stop_asked = stop

    def run(self) -> None:
        while not self._stop_asked.is_set():
            visitor = Visitor(self._random.choice(self._table.site.webs))
            with suppress(*LOST_LINE), Page(visitor, self._table.code, self.stamp) as page:
                self._listen(page)
            time.sleep(self._random.uniform(*PAUSE))

    def _listen(self, page: Page) -> None:
        while not self._stop_asked.is_set():
            with suppress(AssertionError):  # no text within a second
                page.receive(1.0)
            if page.newest is not None:
                self.stamp = max(self.stamp, page.newest.stamp)


def _make_impatient(person: Visitor) -> ImpatientVisitor:
    hasty = ImpatientVisitor(person.web, person.name)
    hasty.cookies, hasty.token = dict(person.cookies), person.token
    return hasty
