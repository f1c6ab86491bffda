"""A record as GCG text, in UTF-8. Reading it again gives the same record."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from games.rules.gcg.records import Entry, EntryKind, Record

_BODIES = {
    EntryKind.PLAY: "{entry.position} {entry.tiles}",
    EntryKind.EXCHANGE: "-{entry.tiles}",
    EntryKind.PASS: "-",
    EntryKind.WITHDRAWAL: "--",
    EntryKind.CHALLENGE: "(challenge)",
    EntryKind.TIME: "(time)",
    EntryKind.RACK: "({entry.tiles})",
}


def write_record(record: Record) -> str:
    return unicodedata.normalize("NFC", "\n".join(_lines(record)) + "\n")


def _lines(record: Record) -> Iterator[str]:
    yield "#character-encoding UTF-8"
    for number, player in enumerate(record.players, 1):
        yield f"#player{number} {player.nick} {player.name}"
    for name, value in record.headers:
        yield f"#{name} {value}".rstrip()
    for entry in record.entries:
        yield _event(entry)
        yield from (f"#note {line}" for line in entry.note.splitlines())


def _event(entry: Entry) -> str:
    body = _BODIES[entry.kind].format(entry=entry)
    fields = (f">{entry.player}:", entry.rack, body, f"{entry.score:+}", str(entry.total))
    return " ".join(field for field in (*fields, entry.comment) if field)
