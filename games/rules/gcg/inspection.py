"""All that a page tells of a record before it is kept, as plain data.

Run as a program, it reads a record from its input and writes the findings as JSON, so that whoever
asks can stop it: ``python -m games.rules.gcg.inspection TILE_SET``, or ``-`` for what the record
says. Whatever it finds wrong is part of the answer; it never fails by what it reads.
"""

from __future__ import annotations

import json
import sys
from typing import Any, TypeAlias

from games.rules.board import Board
from games.rules.errors import RecordError, RuleError
from games.rules.gcg.course import make_course
from games.rules.gcg.decoding import read_lines
from games.rules.gcg.reader import find_faults, read_record
from games.rules.gcg.records import Entry, Record
from games.rules.gcg.replay import Replay, ReplayedEntry, Slip, replay_record

ANY_TILES = "-"
ENCODING, UTF_8 = "#character-encoding ", "#character-encoding UTF-8"
LONGEST_SHOWN = 120
"""Signs of a line, or of a text in it, that are repeated."""

Findings: TypeAlias = dict[str, Any]


def inspect(data: bytes, tile_set: str | None = None) -> Findings:
    """``faults`` where it is no record, else the game. ``text`` is the record as text, in either
    case, unless it is too large to be read at all.

    >>> inspect(b">ann: CAT 8G CAT +5 5\\n>bob: what")["faults"][0]["line"]
    2
    >>> inspect(b">ann: CAT 8G CAT +5 5")["slips"][0]["computed"]
    10
    """
    try:
        lines = read_lines(data)
    except RuleError as error:
        return {"faults": [_fault(error, [])], "text": ""}
    text = "".join(f"{_in_utf_8(line)}\n" for line in lines)
    if faults := find_faults(lines):
        return {"faults": [_fault(each, lines) for each in faults], "text": text}
    try:
        record = read_record(text)
        replay = replay_record(record, tile_set)
        course = make_course(replay)
    except RuleError as error:
        return {"faults": [_fault(error, lines)], "text": text}
    ended = course.outcome is not None
    return {"faults": [], "text": text, **_game(record, replay), "ended": ended}


def _in_utf_8(line: str) -> str:
    """Text goes on in UTF-8, whatever its file was written in."""
    return UTF_8 if line.lower().startswith(ENCODING) else line


def _fault(error: RuleError, lines: list[str]) -> Findings:
    number = error.line if isinstance(error, RecordError) else 0
    line = lines[number - 1] if 0 < number <= len(lines) else ""
    return {
        "code": error.code,
        "line": number,
        "text": line[:LONGEST_SHOWN],
        "words": list(error.words),
        "squares": [square.name for square in error.squares],
    }


def _game(record: Record, replay: Replay) -> Findings:
    choice = replay.choice
    return {
        "title": record.header("title")[:LONGEST_SHOWN],
        "names": [player.name[:LONGEST_SHOWN] for player in record.players],
        "nicks": [player.nick for player in record.players],
        "variant": choice.variant.id,
        "layout": choice.variant.layouts[0],
        "tile_set": choice.tile_set.code,
        "tiles_said": choice.said,
        "assumed": [{"code": each.code, "about": each.about} for each in choice.notes],
        "lexicon": record.header("lexicon")[:LONGEST_SHOWN],
        "dictionary": record.header("dictionary")[:LONGEST_SHOWN],
        "slips": [_slip(each) for each in replay.slips],
        "lines": [_line(each) for each in replay.entries],
        "totals": [replay.totals[player.nick] for player in record.players],
        "board": _board(replay.board),
    }


def _slip(slip: Slip) -> Findings:
    return {
        "line": slip.line,
        "player": slip.player,
        "figure": slip.figure,
        "stated": slip.stated,
        "computed": slip.computed,
    }


def _line(each: ReplayedEntry) -> Findings:
    entry: Entry = each.entry
    return {
        "line": entry.line,
        "player": entry.player,
        "kind": entry.kind.value,
        "rack": entry.rack[:LONGEST_SHOWN],
        "position": entry.position,
        "tiles": entry.tiles[:LONGEST_SHOWN],
        "words": list(each.words),
        "score": entry.score,
        "total": entry.total,
    }


def _board(board: Board) -> list[list[Any]]:
    return [
        [s.row, s.col, tile.face, tile.blank, tile.owner, tile.safe] for s, tile in board.items()
    ]


if __name__ == "__main__":
    chosen = sys.argv[1] if len(sys.argv) > 1 else ANY_TILES
    found = inspect(sys.stdin.buffer.read(), None if chosen == ANY_TILES else chosen)
    json.dump(found, sys.stdout)
