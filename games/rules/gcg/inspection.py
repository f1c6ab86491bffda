"""Everything a page shows about a record before it is stored, as plain data.

As a program, it reads a record from standard input and writes the findings as JSON, so that the
caller can kill it: ``python -m games.rules.gcg.inspection TILE_SET``, or ``-`` to use what the
record states. Errors in the record are part of the findings; no input makes the program fail.
"""

from __future__ import annotations

import json
import sys
from typing import Any, TypeAlias

from games.rules.equipment.board import Board
from games.rules.equipment.errors import RecordError, RuleError
from games.rules.gcg.decoding import read_lines
from games.rules.gcg.history import build_history
from games.rules.gcg.reader import find_faults, read_record
from games.rules.gcg.records import GcgRecord, RecordEntry
from games.rules.gcg.replay import Replay, replay_record
from games.rules.gcg.replayed_entries import RecordMistake, RecordRemark, ReplayedEntry

ANY_TILES = "-"
ENCODING, UTF_8 = "#character-encoding ", "#character-encoding UTF-8"
MAX_SHOWN_LENGTH = 120
"""Characters of a line, or of a text in it, that are shown."""

Findings: TypeAlias = dict[str, Any]


def inspect_gcg(data: bytes, tile_set: str | None = None) -> Findings:
    """Return ``faults`` if the data is no readable record, otherwise the game.

    ``text`` is the record as text in both cases, unless it is too large to be read at all.

    >>> inspect_gcg(b">ann: CAT 8G CAT +5 5\\n>bob: what")["faults"][0]["line"]
    2
    >>> inspect_gcg(b">ann: CAT 8G CAT +5 5")["slips"][0]["computed"]
    10
    """
    try:
        lines = read_lines(data)
    except RuleError as error:
        return {"faults": [_serialize_fault(error, [])], "text": ""}
    text = "".join(f"{_in_utf_8(line)}\n" for line in lines)
    if faults := find_faults(lines):
        return {"faults": [_serialize_fault(each, lines) for each in faults], "text": text}
    try:
        record = read_record(text)
        replay = replay_record(record, tile_set)
        history = build_history(replay)
    except RuleError as error:
        return {"faults": [_serialize_fault(error, lines)], "text": text}
    ended = history.outcome is not None
    return {"faults": [], "text": text, **_serialize_game(record, replay), "ended": ended}


def _in_utf_8(line: str) -> str:
    """Replace the encoding header, since the text is stored as UTF-8."""
    return UTF_8 if line.lower().startswith(ENCODING) else line


def _serialize_fault(error: RuleError, lines: list[str]) -> Findings:
    number = error.line if isinstance(error, RecordError) else 0
    line = lines[number - 1] if 0 < number <= len(lines) else ""
    return {
        "code": error.code,
        "line": number,
        "text": line[:MAX_SHOWN_LENGTH],
        "words": list(error.words),
        "squares": [square.name for square in error.squares],
    }


def _serialize_game(record: GcgRecord, replay: Replay) -> Findings:
    choice = replay.choice
    return {
        "title": record.header("title")[:MAX_SHOWN_LENGTH],
        "names": [player.name[:MAX_SHOWN_LENGTH] for player in record.players],
        "nicks": [player.nick for player in record.players],
        "variant": choice.variant.id,
        "layout": choice.variant.layouts[0],
        "tile_set": choice.tile_set.code,
        "tile_set_stated": choice.is_stated,
        "assumed": [{"code": each.code, "about": each.about} for each in choice.notes],
        "lexicon": record.header("lexicon")[:MAX_SHOWN_LENGTH],
        "dictionary": record.header("dictionary")[:MAX_SHOWN_LENGTH],
        "slips": [_serialize_mistake(each) for each in replay.mistakes],
        "remarks": [_serialize_remark(each) for each in replay.remarks],
        "lines": [_serialize_line(each) for each in replay.entries],
        "totals": [replay.totals[player.nick] for player in record.players],
        "board": _serialize_board(replay.board),
    }


def _serialize_mistake(mistake: RecordMistake) -> Findings:
    return {
        "line": mistake.line,
        "player": mistake.player,
        "figure": mistake.figure,
        "stated": mistake.stated,
        "computed": mistake.computed,
        "code": mistake.code,
        "about": mistake.about[:MAX_SHOWN_LENGTH],
        "message": mistake.message[:MAX_SHOWN_LENGTH],
    }


def _serialize_remark(remark: RecordRemark) -> Findings:
    return {
        "line": remark.line,
        "player": remark.player,
        "code": remark.code,
        "about": remark.about[:MAX_SHOWN_LENGTH],
        "message": remark.message[:MAX_SHOWN_LENGTH],
    }


def _serialize_line(each: ReplayedEntry) -> Findings:
    entry: RecordEntry = each.entry
    return {
        "line": entry.line,
        "player": entry.player,
        "kind": entry.kind.value,
        "rack": entry.rack[:MAX_SHOWN_LENGTH],
        "position": entry.position,
        "tiles": entry.tiles[:MAX_SHOWN_LENGTH],
        "words": list(each.words),
        "score": entry.score,
        "total": entry.total,
    }


def _serialize_board(board: Board) -> list[list[Any]]:
    return [
        [s.row, s.col, tile.face, tile.blank, tile.owner, tile.safe] for s, tile in board.items()
    ]


if __name__ == "__main__":
    chosen = sys.argv[1] if len(sys.argv) > 1 else ANY_TILES
    found = inspect_gcg(sys.stdin.buffer.read(), None if chosen == ANY_TILES else chosen)
    json.dump(found, sys.stdout)
