"""Write a record as GCG text in UTF-8. Reading it again gives the same record."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from games.rules.gcg.records import EntryKind, GcgRecord, RecordEntry

_BODIES = {
    EntryKind.PLAY: "{entry.position} {entry.tiles}",
    EntryKind.EXCHANGE: "-{entry.tiles}",
    EntryKind.PASS: "-",
    EntryKind.WITHDRAWAL: "--",
    EntryKind.CHALLENGE: "(challenge)",
    EntryKind.TIME: "(time)",
    EntryKind.RACK: "({entry.tiles})",
}


def write_record(record: GcgRecord) -> str:
    """Return a record as GCG text.

    >>> from games.rules.gcg.reader import read_record
    >>> record = read_record("#player1 ann Ann\\n#player2 bob Bob\\n>ann: CAT 8G CAT +10 10")
    >>> print(write_record(record), end="")
    #character-encoding UTF-8
    #player1 ann Ann
    #player2 bob Bob
    >ann: CAT 8G CAT +10 10
    >>> read_record(write_record(record)) == record
    True
    """
    return unicodedata.normalize("NFC", "\n".join(_lines(record)) + "\n")


def _lines(record: GcgRecord) -> Iterator[str]:
    yield "#character-encoding UTF-8"
    for number, player in enumerate(record.players, 1):
        yield f"#player{number} {player.nick} {player.name}"
    for name, value in record.headers:
        yield f"#{name} {value}".rstrip()
    for entry in record.entries:
        yield _event(entry)
        yield from (f"#note {line}" for line in entry.note.splitlines())


def _event(entry: RecordEntry) -> str:
    body = _BODIES[entry.kind].format(entry=entry)
    fields = (f">{entry.player}:", entry.rack, body, f"{entry.score:+}", str(entry.total))
    return " ".join(field for field in (*fields, entry.comment) if field)
