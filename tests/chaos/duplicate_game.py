"""A duplicate game whose players submit in the last second of every turn, while parts are killed.

Each player repeats a play with its key until it is answered, by a request or over a socket. A play
that was answered with success must be stored, and its points must be in the standings once the turn
is over.
"""

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from random import Random
from threading import Event, Thread
from typing import Any

from tests.chaos.game_clients import ANSWER_LIMIT, LOST_LINE, PAUSE, ImpatientVisitor
from tests.chaos.move_audit import run_audit
from tests.live.client import make_command_key
from tests.live.socket_plays import SocketAnswer, open_socket, read_answer, send_play
from tests.processes import wait_until
from tests.site_processes import Site

TURN_SECONDS, PAUSE_SECONDS = 20, 5
LAST_SECOND = (0.05, 1.0)
"""When plays are sent, in seconds before the end of the turn."""
MAX_RECOVERY_SECONDS = 90.0
"""Seconds without a new turn, counted from the end of one, after which the game counts as stuck."""
MOVED_ON = 409

_DATA = re.compile(r'<script id="_state"[^>]*>(.*?)</script>', re.DOTALL)


@dataclass
class DuplicateReport:
    """The outcome of a run. All of ``lost`` to ``stuck`` should be zero, ``surprises`` empty.

    ``lost`` counts acknowledged plays that are not stored, ``uncounted`` players whose points are
    not the sum of what they submitted in the turns that are over.
    """

    kind: str
    faults: int = 0
    turns: int = 0
    acknowledged: int = 0
    lost: int = 0
    uncounted: int = 0
    stuck: int = 0
    surprises: list[str] = field(default_factory=list)
    heal: list[float] = field(default_factory=list)

    @property
    def good(self) -> bool:
        return not (self.lost or self.uncounted or self.stuck or self.surprises)

    def __str__(self) -> str:
        return (
            f"{self.kind}, duplicate: {self.faults} kills in {self.turns} turns, "
            f"{self.acknowledged} plays acknowledged, {self.lost} lost, "
            f"{self.uncounted} players with wrong points, {self.stuck} times stuck, "
            f"next turn within {max(self.heal, default=0.0):.1f} s of the end of one"
            + "".join(f"\n    {one}" for one in self.surprises[:10])
        )


class LastSecondPlayer(Thread):
    """Submits one play in each turn, shortly before its end.

    ``acknowledged`` holds turns and keys that were answered with success.
    """

    def __init__(self, path: str, site: Site, name: str, random: Random, stop: Event) -> None:
        super().__init__(daemon=True, name=f"duplicate {name}")
        self.acknowledged: list[tuple[int, str]] = []
        self.surprises: list[str] = []
        self.visitor = ImpatientVisitor(site.web(0), name)
        self._path, self._webs, self._random, self._stop_asked = path, site.webs, random, stop

    def run(self) -> None:
        known = 0
        while not self._stop_asked.is_set():
            state = self.look()
            if state is not None and state["phase"] == "playing" and state["turn"] > known:
                known = state["turn"]
                self._wait_until(state["due"] / 1000 - self._random.uniform(*LAST_SECOND))
                self._submit(state)
            time.sleep(self._random.uniform(*PAUSE))

    def look(self) -> dict[str, Any] | None:
        answer = self.ask(partial(self.visitor.get, f"{self._path}bundle", htmx=True))
        found = _DATA.search(answer.text) if answer is not None else None
        return json.loads(found[1]) if found else None

    def ask(self, send: Callable[[], Any]) -> Any:
        """Send something until it is answered, if need be by another process."""
        while not self._stop_asked.is_set():
            try:
                answer = send()
                if answer.status < 500:
                    return answer
            except LOST_LINE:
                pass
            self.visitor.web = self._random.choice(self._webs)
            time.sleep(self._random.uniform(*PAUSE))
        return None

    def _wait_until(self, moment: float) -> None:
        self._stop_asked.wait(max(0.0, moment - time.time()))

    def _submit(self, state: dict[str, Any]) -> None:
        turn, key = state["turn"], make_command_key()
        fields = {"turn": turn, "key": key} | find_any_play(state)
        ways: list[Callable[[], Any]] = [
            partial(self.visitor.post, f"{self._path}submit", **fields),
            partial(self._submit_over_socket, fields),
        ]
        answer = self.ask(self._random.choice(ways))
        if answer is None or answer.status == MOVED_ON:
            return
        if answer.status == 200:
            self.acknowledged.append((turn, key))
        else:
            self.surprises.append(f"submit {answer.status}: {answer.text[-200:]}")

    def _submit_over_socket(self, fields: dict[str, Any]) -> SocketAnswer:
        code = self._path.strip("/").split("/")[-1]
        with open_socket(self.visitor, code, ANSWER_LIMIT) as socket:
            send_play(socket, **fields)
            return read_answer(socket, ANSWER_LIMIT)


def find_any_play(state: dict[str, Any]) -> dict[str, str]:
    """Return one tile beside a tile on the board or, on an empty one, two on the centre."""
    faces = [face for face, _value in state["rack"] if face != "?"]
    if not state["tiles"]:
        return {"position": "8H", "tiles": "".join(faces[:2])}
    taken = {tile[0] for tile in state["tiles"]}
    square = next(at + 1 for at in sorted(taken) if at % 15 < 14 and at + 1 not in taken)
    row, column = divmod(square, 15)
    return {"position": f"{row + 1}{chr(ord('A') + column)}", "tiles": faces[0]}


class DuplicateChaos:
    """One duplicate game on a site, and the kills that it is put through."""

    def __init__(self, site: Site, seed: int, players: int) -> None:
        self.report = DuplicateReport(site.kind)
        self._site, self._random, self._stop = site, Random(seed), Event()
        host = ImpatientVisitor(site.web(0), "Wren 0")
        fields: dict[str, Any] = {"variant": "scrabble", "lexicon": "en-open", "format": "standard"}
        fields |= {"turn_seconds": TURN_SECONDS, "pause_seconds": PAUSE_SECONDS, "name": host.name}
        made = host.post("/duplicate/new/", htmx=False, key=make_command_key(), **fields)
        assert made.status == 302, made.text[:300]
        self._path = made.headers["Location"]
        self.code = self._path.strip("/").split("/")[-1]
        self._players = [self._enter(number, host) for number in range(players)]
        assert host.post(f"{self._path}start").status == 200

    def _enter(self, number: int, host: ImpatientVisitor) -> LastSecondPlayer:
        random = Random(self._random.random())
        name = f"Wren {number}"
        player = LastSecondPlayer(self._path, self._site, name, random, self._stop)
        if number:
            answer = player.visitor.post(f"{self._path}enter", htmx=False, name=name)
            assert answer.status == 302, answer.text[:300]
        else:
            player.visitor = host
        return player

    @contextmanager
    def playing(self) -> Iterator[None]:
        """Play during the block; afterwards count what was lost."""
        for player in self._players:
            player.start()
        try:
            yield
        finally:
            self._stop.set()
        for player in self._players:
            player.join(60)
        self._count()

    def suffer(self, fault: Callable[[], AbstractContextManager[None]]) -> None:
        """Break something in the last second of a turn, and wait for the next turn."""
        watcher = LastSecondPlayer(self._path, self._site, "", self._random, self._stop)
        state: dict[str, Any] = {}

        def is_playing() -> bool:
            state.update(watcher.look() or {})
            return state.get("phase") == "playing"

        wait_until(is_playing, "a turn", MAX_RECOVERY_SECONDS, 0.1)
        end = state["due"] / 1000
        time.sleep(max(0.0, end - self._random.uniform(*LAST_SECOND) - time.time()))
        with fault():
            time.sleep(self._random.uniform(0, 1))
        self.report.faults += 1
        turn = state["turn"]

        def has_moved_on() -> bool:
            seen = watcher.look()
            return seen is not None and (seen["turn"] > turn or seen["phase"] == "over")

        try:
            wait_until(has_moved_on, "the next turn", MAX_RECOVERY_SECONDS, 0.1)
        except AssertionError:
            self.report.stuck += 1
        self.report.heal.append(time.time() - end)

    def _count(self) -> None:
        found = run_audit(self._site, "tests.chaos.duplicate_audit", self.code)
        self.report.turns = found["turns"]
        for player in self._players:
            stored = {(turn, key) for turn, key in found["keys"].get(player.visitor.name, [])}
            self.report.acknowledged += len(player.acknowledged)
            self.report.lost += sum(one not in stored for one in player.acknowledged)
            self.report.surprises += player.surprises
        self.report.uncounted = found["uncounted"]
