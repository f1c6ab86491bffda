"""Parses a bundle (a room's whole state) as a page does: stamp, own rack, scores, status line."""

import json
import re
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from typing import Any

_START = '<script id="_state"'
_STATE = re.compile(_START + r"[^>]*>(.*?)</script>")
_SCORE = re.compile(r'data-seat="(\d+)" data-score="(-?\d+)"')
_SAY = re.compile(r'<p id="_status_line">(.*?)</p>', re.DOTALL)
_TAG = re.compile(r"<[^>]+>")


def is_bundle(text: str) -> bool:
    return text.startswith(_START)


@dataclass(frozen=True)
class Bundle:
    """The whole visible state of a room from one perspective, as HTML."""

    text: str

    def __repr__(self) -> str:
        return f"<bundle {self.stamp}: turn {self.turn}, {self.phase}>"

    @cached_property
    def state(self) -> dict[str, Any]:
        found = _STATE.match(self.text)
        assert found, "a bundle begins with its state"
        data: dict[str, Any] = json.loads(found[1])
        return data

    @property
    def stamp(self) -> int:
        return int(self.state["stamp"])

    @property
    def turn(self) -> int:
        return int(self.state["turn"])

    @property
    def phase(self) -> str:
        return str(self.state["phase"])

    @property
    def game(self) -> str:
        return str(self.state["game"])

    @property
    def position(self) -> tuple[str, str, int]:
        """Which game, and how far it is; it stays when an absence gives the room a new stamp."""
        return self.game, self.phase, self.turn

    @property
    def seat(self) -> int | None:
        seat: int | None = self.state["seat"]
        return seat

    @property
    def can(self) -> set[str]:
        return set(self.state["can"])

    @property
    def rack(self) -> str:
        """The viewer's own rack in tile notation, sorted; empty for a spectator."""
        return "".join(sorted(face for face, _value in self.state["rack"] or ()))

    @property
    def scores(self) -> list[int]:
        return [int(score) for _seat, score in sorted(_SCORE.findall(self.text))]

    @property
    def bag(self) -> int:
        """The number of tiles left in the bag."""
        found = re.search(r'id="_bag".*?<b>(\d+)</b>', self.text, re.DOTALL)
        assert found, "a bundle tells how many tiles are left"
        return int(found[1])

    @property
    def say(self) -> str:
        found = _SAY.search(self.text)
        assert found, "a bundle says where the game stands"
        return unescape(_TAG.sub("", found[1])).strip()
