"""What a game record holds, as its text states it: nothing here is checked or computed."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class EntryKind(StrEnum):
    """WITHDRAWAL takes back the play before; RACK counts tiles left at the end."""

    PLAY = "play"
    EXCHANGE = "exchange"
    PASS = "pass"  # noqa: S105
    WITHDRAWAL = "withdrawal"
    CHALLENGE = "challenge"
    TIME = "time"
    RACK = "rack"


@dataclass(frozen=True, slots=True)
class Player:
    nick: str
    name: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One event line (``line`` counts from 1). ``score`` and ``total`` are the stated figures.

    ``rack``: the recorded rack ("" where missing; "_" an unknown tile). ``position`` and
    ``tiles``: as written, for plays; ``tiles`` also holds exchanged tiles (or only their number)
    and the tiles counted at the end.
    """

    player: str
    kind: EntryKind
    rack: str
    score: int
    total: int
    position: str = ""
    tiles: str = ""
    comment: str = ""
    note: str = ""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Record:
    """``headers`` are all marked lines but players and notes, in order: ("title", "…").

    Racks on hand at the end of an unfinished record are headers "rack1", "rack2" ...
    """

    players: tuple[Player, ...]
    entries: tuple[Entry, ...]
    headers: tuple[tuple[str, str], ...] = ()

    def header(self, name: str) -> str:
        """The value of a header, whatever case its name was written in; "" where it is missing."""
        return {known.lower(): value for known, value in self.headers}.get(name, "")
