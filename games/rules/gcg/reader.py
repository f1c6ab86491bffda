"""GCG text to a record.

Readers must take what is out there: any white space, either case of coordinates, comments after
the total, notes that run on over unmarked lines. Files become lines in ``decoding``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from games.rules.errors import RecordError
from games.rules.gcg.decoding import read_lines
from games.rules.gcg.pragmas import read_leaves
from games.rules.gcg.records import Entry, EntryKind, Player, Record

LONGEST_EVENT = 2000
MOST_EVENTS = 1000
MOST_FAULTS = 20

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


def read_record(data: bytes | str) -> Record:
    """A record from a file's content; raises RecordError "gcg....".

    >>> read_record(">ann: ABC 8G CAB +16 16").entries[0].position
    '8G'
    """
    lines = read_lines(data)
    reading = _Reading()
    for number, line in enumerate(lines, 1):
        reading.take(number, line)
    reading.check_whole(len(lines))
    return reading.record()


def find_faults(lines: Sequence[str]) -> list[RecordError]:
    """What is wrong with each line that cannot be read, the first few at most."""
    reading = _Reading()
    faults: list[RecordError] = []
    for number, line in enumerate(lines, 1):
        try:
            reading.take(number, line)
            if number == len(lines) and not faults:
                reading.check_whole(number)
        except RecordError as error:
            faults.append(error)
            if len(faults) == MOST_FAULTS or error.code == "gcg.too_many":
                break
    return faults


class _Reading:
    """What was read so far."""

    def __init__(self) -> None:
        self.players: dict[str, Player] = {}
        self.headers: list[tuple[str, str]] = []
        self.entries: list[Entry] = []
        self.notes: dict[int, list[str]] = {}
        self.in_note = False

    def take(self, number: int, line: str) -> None:
        if "\0" in line:
            raise RecordError("gcg.control", "a sign that no text has", line=number)
        if line.startswith(">"):
            if len(self.entries) == MOST_EVENTS:
                raise RecordError("gcg.too_many", f"more than {MOST_EVENTS} events", line=number)
            self.entries.append(_read_entry(number, line))
            self.in_note = False
        elif line.startswith("#"):
            name, _, value = line[1:].rstrip().partition(" ")
            self._take_header(name, value.strip())
        elif line.strip():
            self._go_on_with_note(number, line)

    def check_whole(self, lines: int) -> None:
        """Raise RecordError "gcg.empty" for a record of no game; whoever leaves at once leaves no
        event."""
        if not self.entries and not any(read_leaves(self.record())):
            raise RecordError("gcg.empty", "no event in the record", line=lines)

    def _take_header(self, name: str, value: str) -> None:
        self.in_note = name == "note"
        if self.in_note and self.entries:
            self._note(value)
        elif _PLAYER.fullmatch(name):
            nick, _, full = value.partition(" ")
            self.players[nick] = Player(nick, full.strip() or nick)
        elif name != "character-encoding":
            self.headers.append((name, value))

    def _go_on_with_note(self, number: int, line: str) -> None:
        if not (self.in_note and self.entries):
            raise RecordError("gcg.line", f"neither event nor header: {line[:80]!r}", line=number)
        self._note(line)

    def _note(self, text: str) -> None:
        self.notes.setdefault(len(self.entries) - 1, []).append(text.strip())

    def record(self) -> Record:
        """The players of the headers come first, then those that only appear in events."""
        for number, lines in self.notes.items():
            note = "\n".join(lines).strip()
            self.entries[number] = replace(self.entries[number], note=note)
        for entry in self.entries:
            self.players.setdefault(entry.player, Player(entry.player, entry.player))
        return Record(tuple(self.players.values()), tuple(self.entries), tuple(self.headers))


def _read_entry(number: int, line: str) -> Entry:
    if len(line) > LONGEST_EVENT:
        raise RecordError("gcg.too_long", "the line is too long for an event", line=number)
    event = _EVENT.fullmatch(" ".join(line.split()))
    body = event and _BODY.fullmatch(event[2])
    if not event or not body:
        raise RecordError("gcg.event", f"cannot read {line[:80]!r}", line=number)
    kind, tiles = _kind_and_tiles(body)
    return Entry(
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
    """A score; "+-6" is how some programs write a deduction."""
    return int(text.removeprefix("+"))
