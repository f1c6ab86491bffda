"""A club's archive, written from the page /api/ alone. It uploads a folder of
records, has them analysed, and tabulates what the players' mistakes cost them."""

import json
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

AT_ONCE = 25
MISTAKE = 10.0
"""The loss of equity, in points, at which a move counts as a mistake."""


class Row(NamedTuple):
    player: str
    turns: int
    mistakes: int
    lost: float


class Archive:
    """A client that uploads records. ``problems`` says, by name, why a record was not kept."""

    def __init__(self, site: str, token: str, tile_set: str, dictionary: str) -> None:
        self.site = site
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self.said = {"tile_set": tile_set, "dictionary": dictionary}
        self.problems: dict[str, str] = {}

    def upload(self, records: Mapping[str, str]) -> dict[str, str]:
        """Upload these GCG texts and return the ids of their games, by the records' names."""
        found, waiting = {}, list(records)
        while waiting:
            later, wait = [], 0
            for start in range(0, len(waiting), AT_ONCE):
                names = waiting[start : start + AT_ONCE]
                sent = [{"gcg": records[name], "name": name, **self.said} for name in names]
                for line in self.lines("POST", "uploads", records=sent):
                    problem = line["problem"]
                    if problem is None:
                        found[line["name"]] = line["game"]["id"]
                    elif "seconds" in problem["details"]:
                        later.append(line["name"])
                        wait = max(wait, problem["details"]["seconds"])
                    else:
                        self.problems[line["name"]] = explain(problem)
            waiting = later
            time.sleep(wait)
        return found

    def analyse(self, games: Iterable[str], patience: float = 600) -> Iterator[dict[str, Any]]:
        """Yield the analysis of each of these games as soon as it is complete."""
        waiting, end = list(games), time.monotonic() + patience
        for game in waiting:
            self.ask("POST", f"games/{game}/analysis", level="quick")
        while waiting and time.monotonic() < end:
            for game in list(waiting):
                states = self.ask("GET", f"games/{game}/analysis/state")
                if any(one["state"] == "done" for one in states):
                    waiting.remove(game)
                    yield self.ask("GET", f"games/{game}/analysis")["report"]
            time.sleep(1)

    def tabulate(self, records: Mapping[str, str]) -> list[Row]:
        """Upload and analyse the records. Return what each player lost, the worst first."""
        games = self.upload(records)
        names = {game: self.ask("GET", f"games/{game}")["seats"] for game in games.values()}
        turns: dict[str, list[float]] = defaultdict(list)
        for game in games.values():
            for report in self.analyse([game]):
                for turn in report["turns"]:
                    if turn["lost"] is not None:
                        turns[names[game][turn["seat"]]["name"]].append(turn["lost"])
        rows = [
            Row(name, len(lost), sum(one >= MISTAKE for one in lost), round(sum(lost), 1))
            for name, lost in turns.items()
        ]
        return sorted(rows, key=lambda row: -row.lost)

    def ask(self, method: str, path: str, **body: object) -> Any:
        return json.loads(b"".join(self.open(method, path, body)))

    def lines(self, method: str, path: str, **body: object) -> Iterator[Any]:
        return (json.loads(line) for line in self.open(method, path, body))

    def open(self, method: str, path: str, body: dict[str, object]) -> Iterator[bytes]:
        """Yield the lines of an answer. A request that was sent too soon is repeated."""
        data = json.dumps(body).encode() if body else None
        address = f"{self.site}/api/1/{path}"
        while True:
            try:
                with urlopen(Request(address, data, self.headers, method=method)) as answer:
                    yield from answer
                return
            except HTTPError as error:
                if error.code != 429:
                    raise
                time.sleep(int(error.headers["Retry-After"]))


def explain(problem: dict[str, Any]) -> str:
    faults = [f"line {one['line']}: {one['code']}" for one in problem["details"].get("faults", ())]
    return "; ".join(faults) or problem["message"]
