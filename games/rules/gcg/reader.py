"""Parse GCG text.

The reader is lenient, as real files require: any white space, either case of coordinates, comments
after the total, notes continued on unmarked lines. ``decoding`` converts files to lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from games.rules.equipment.errors import RecordError
from games.rules.gcg.decoding import read_lines
from games.rules.gcg.pragmas import read_leaves
from games.rules.gcg.records import EntryKind, GcgRecord, RecordAnomaly, RecordEntry, RecordPlayer

MAX_EVENT_LENGTH = 2000
MAX_EVENTS = 1000
MAX_FAULTS = 20

_EVENT = re.compile(r"> ?([^:]+?) ?: ?(.*)")
_PLAYER = re.compile(r"player\d+")
_BODY = re.compile(
    r"""
    (?:(?P<rack>[^ \d()-][^ \d()]*)[ ])?       # rack: no digit, bracket or minus in front
    (?:
        (?P<word>\(challenge\)|\(time\))
      | \((?P<left>[^)]*)\)                        # tiles left at the end
      | (?P<withdrawal>--)
      | -(?P<exchange>[^ -]+)
      | (?P<pass>-)
      | (?P<position>\d+[A-Za-z]|[A-Za-z]\d+)[ ](?P<tiles>[^ ]+)
    )
    [ ](?P<score>[+-]{0,2}\d{1,6})
    [ ](?P<total>-?\d{1,6})
    (?:[ ](?P<comment>.*))?
    """,
    re.VERBOSE,
)
_WORDS = {"(challenge)": EntryKind.CHALLENGE, "(time)": EntryKind.TIME}


def read_record(data: bytes | str) -> GcgRecord:
    """Parse a record; raises RecordError "gcg....".

    >>> read_record(">ann: ABC 8G CAB +16 16").entries[0].position
    '8G'
    """
    lines = read_lines(data)
    reading = _ReaderState()
    for number, line in enumerate(lines, 1):
        reading.take(number, line)
    reading.check_whole(len(lines))
    return reading.record()


def find_faults(lines: Sequence[str]) -> list[RecordError]:
    """Return what is wrong with the first few lines that cannot be read.

    >>> find_faults(["#player1 Ann Ann", ">Ann: CATSEDO 8H CATS twelve 12"])
    [RecordError("line 2: cannot read '>Ann: CATSEDO 8H CATS twelve 12'")]
    """
    reading = _ReaderState()
    faults: list[RecordError] = []
    for number, line in enumerate(lines, 1):
        try:
            reading.take(number, line)
            if number == len(lines) and not faults:
                reading.check_whole(number)
        except RecordError as error:
            faults.append(error)
            if len(faults) == MAX_FAULTS or error.code == "gcg.too_many":
                break
    return faults


class _ReaderState:
    """The state of the reader: everything parsed so far."""

    def __init__(self) -> None:
        self.players: dict[str, RecordPlayer] = {}
        self.numbers: dict[str, int] = {}
        self.headers: list[tuple[str, str]] = []
        self.header_lines: list[int] = []
        self.odd: list[RecordAnomaly] = []
        self.entries: list[RecordEntry] = []
        self.notes: dict[int, list[str]] = {}
        self.in_note = False

    def take(self, number: int, line: str) -> None:
        if "\0" in line:
            raise RecordError("gcg.control", "a control character", line=number)
        if line.startswith(">"):
            if len(self.entries) == MAX_EVENTS:
                raise RecordError("gcg.too_many", f"more than {MAX_EVENTS} events", line=number)
            self.entries.append(_read_entry(number, line))
            self.in_note = False
        elif line.startswith("#"):
            name, _, value = line[1:].rstrip().partition(" ")
            self._add_header(number, name, value.strip())
        elif line.strip():
            self._continue_note(number, line)

    def check_whole(self, lines: int) -> None:
        """Raise RecordError "gcg.empty" for a record without a game.

        A game whose players leave at once has no event, but it is a game.
        """
        if not self.entries and not any(read_leaves(self.record())):
            raise RecordError("gcg.empty", "no event in the record", line=lines)

    def _add_header(self, line: int, name: str, value: str) -> None:
        self.in_note = name == "note"
        if self.in_note and self.entries:
            self._note(value)
        elif _PLAYER.fullmatch(name):
            self._add_player(line, name, value)
        elif name != "character-encoding":
            self.headers.append((name, value))
            self.header_lines.append(line)

    def _add_player(self, line: int, name: str, value: str) -> None:
        nick, _, full = value.partition(" ")
        if not nick:
            self.odd.append(RecordAnomaly(line, "player.unnamed", name))
            return
        if nick in self.players:
            self.odd.append(RecordAnomaly(line, "player.twice", nick))
        elif name in self.numbers:
            self.odd.append(RecordAnomaly(line, "player.number", name))
        self.numbers[name] = line
        self.players[nick] = RecordPlayer(nick, full.strip() or nick)

    def _continue_note(self, number: int, line: str) -> None:
        if not (self.in_note and self.entries):
            raise RecordError("gcg.line", f"neither event nor header: {line[:80]!r}", line=number)
        self._note(line)

    def _note(self, text: str) -> None:
        self.notes.setdefault(len(self.entries) - 1, []).append(text.strip())

    def record(self) -> GcgRecord:
        """Return the record; players of headers come first, then those that only appear in
        events."""
        for number, lines in self.notes.items():
            note = "\n".join(lines).strip()
            self.entries[number] = replace(self.entries[number], note=note)
        odd = list(self.odd)
        for entry in self.entries:
            if entry.player not in self.players:
                self.players[entry.player] = RecordPlayer(entry.player, entry.player)
                if self.numbers:
                    odd.append(RecordAnomaly(entry.line, "player.unknown", entry.player))
        return GcgRecord(
            tuple(self.players.values()),
            tuple(self.entries),
            tuple(self.headers),
            tuple(self.header_lines),
            tuple(odd),
        )


def _read_entry(number: int, line: str) -> RecordEntry:
    if len(line) > MAX_EVENT_LENGTH:
        raise RecordError("gcg.too_long", "the line is too long for an event", line=number)
    event = _EVENT.fullmatch(" ".join(line.split()))
    body = event and _BODY.fullmatch(event[2])
    if not event or not body:
        raise RecordError("gcg.event", f"cannot read {line[:80]!r}", line=number)
    kind, tiles = _kind_and_tiles(body)
    return RecordEntry(
        line=number,
        player=event[1],
        kind=kind,
        rack=body["rack"] or "",
        score=_signed(body["score"]),
        total=int(body["total"]),
        position=(body["position"] or "").upper(),
        tiles=tiles,
        comment=(body["comment"] or "").strip(),
    )


def _kind_and_tiles(body: re.Match[str]) -> tuple[EntryKind, str]:
    if body["word"]:
        return _WORDS[body["word"]], ""
    found = next(name for name in _KINDS if body[name] is not None)
    kind = _KINDS[found]
    return kind, body[found] if kind in (EntryKind.RACK, EntryKind.EXCHANGE, EntryKind.PLAY) else ""


_KINDS = {
    "left": EntryKind.RACK,
    "withdrawal": EntryKind.WITHDRAWAL,
    "exchange": EntryKind.EXCHANGE,
    "pass": EntryKind.PASS,
    "tiles": EntryKind.PLAY,
}


def _signed(text: str) -> int:
    """Parse a score; some programs write a deduction as "+-6"."""
    return int(text.removeprefix("+"))
