"""The contents of a game record as its text states them: nothing here is checked or computed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum


class EntryKind(StrEnum):
    """Kinds of event lines. WITHDRAWAL takes back the previous play; RACK counts tiles left at the
    end."""

    PLAY = "play"
    EXCHANGE = "exchange"
    PASS = "pass"  # noqa: S105
    WITHDRAWAL = "withdrawal"
    CHALLENGE = "challenge"
    TIME = "time"
    RACK = "rack"


@dataclass(frozen=True, slots=True)
class RecordPlayer:
    """A player; ``nick`` is the single word that event lines use."""

    nick: str
    name: str


@dataclass(frozen=True, slots=True)
class RecordEntry:
    """One event line, with its figures as stated."""

    player: str
    kind: EntryKind
    # The recorded rack; "" if missing, "_" for an unknown tile.
    rack: str
    score: int
    total: int
    # As written, for plays.
    position: str = ""
    # As written: tiles played or exchanged (or only their number), or counted at the end.
    tiles: str = ""
    comment: str = ""
    note: str = ""
    # Line number in the text, from 1.
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class RecordAnomaly:
    """A readable line that makes no sense; ``code`` says why, ``about`` is the name concerned."""

    line: int
    code: str
    about: str


@dataclass(frozen=True, slots=True)
class GcgRecord:
    """A whole record.

    The racks at the end of an unfinished record are headers "rack1", "rack2" ...
    """

    players: tuple[RecordPlayer, ...]
    entries: tuple[RecordEntry, ...]
    # (name, value) of all header lines except players and notes, in order.
    headers: tuple[tuple[str, str], ...] = ()
    # The line numbers of these headers.
    header_lines: tuple[int, ...] = field(default=(), compare=False)
    # Oddities about players.
    odd: tuple[RecordAnomaly, ...] = field(default=(), compare=False)

    def header(self, name: str) -> str:
        """Return the value of a header, ignoring the case of its name; "" if it is missing."""
        return {known.lower(): value for known, value in self.headers}.get(name, "")

    def numbered_headers(self) -> Iterator[tuple[int, str, str]]:
        """Yield line, name and value of each header; nothing for a record that was not read from
        text."""
        for line, (name, value) in zip(self.header_lines, self.headers, strict=False):
            yield line, name, value
