"""Reading a bundle as a page does: its stamp, the viewer's own rack, scores, the sentence."""

import re
from dataclasses import dataclass
from functools import cached_property
from html import unescape

_START = '<i id="_stamp"'
_DATA = re.compile(r'data-(\w+)="([^"]*)"')
_RACK = re.compile(r'<ol id="_rack" hidden>(.*?)</ol>', re.DOTALL)
_SCORE = re.compile(r'data-seat="(\d+)" data-score="(-?\d+)"')
_SAY = re.compile(r'<p id="_say">(.*?)</p>', re.DOTALL)
_TAG = re.compile(r"<[^>]+>")


def is_bundle(text: str) -> bool:
    return text.startswith(_START)


@dataclass(frozen=True)
class Bundle:
    """The whole visible state of a room for one audience, as HTML."""

    text: str

    def __repr__(self) -> str:
        return f"<bundle {self.stamp}: turn {self.turn}, {self.phase}>"

    @cached_property
    def _data(self) -> dict[str, str]:
        return dict(_DATA.findall(self.text[: self.text.index(">")]))

    @property
    def stamp(self) -> int:
        return int(self._data["stamp"])

    @property
    def turn(self) -> int:
        return int(self._data["turn"])

    @property
    def phase(self) -> str:
        return self._data["phase"]

    @property
    def game(self) -> str:
        return self._data["game"]

    @property
    def seat(self) -> int | None:
        return int(self._data["seat"]) if self._data["seat"] else None

    @property
    def can(self) -> set[str]:
        return set(self._data["can"].split())

    @property
    def rack(self) -> str:
        """The viewer's own rack in tile notation, sorted; empty for a watcher."""
        found = _RACK.search(self.text)
        assert found, "a bundle has a rack part"
        return "".join(sorted(unescape(face) for face in re.findall(r"<li[^>]*>([^<]*)", found[1])))

    @property
    def scores(self) -> list[int]:
        return [int(score) for _seat, score in sorted(_SCORE.findall(self.text))]

    @property
    def bag(self) -> int:
        """Tiles left in the bag."""
        found = re.search(r'id="_bag".*?<b>(\d+)</b>', self.text, re.DOTALL)
        assert found, "a bundle tells how many tiles are left"
        return int(found[1])

    @property
    def say(self) -> str:
        found = _SAY.search(self.text)
        assert found, "a bundle says where the game stands"
        return unescape(_TAG.sub("", found[1])).strip()
