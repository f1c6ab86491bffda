"""Replay game records in GCG: every play must be legal, stated figures are compared.

A record with a wrong figure (a slip) still replays; the stated figure is kept and reported.
"""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.rules.errors import RecordError, RuleError
from games.rules.gcg import Replay, ReplayedEntry, read_record, replay_record
from games.rules.gcg.decoding import MOST_BYTES


class Command(BaseCommand):
    help = "Replay GCG records; exit status 0 only if all of them replay."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="file or folder")
        parser.add_argument("--json", action="store_true", help="one JSON list of all records")
        parser.add_argument(
            "--tile-set", help="code of the tile set; default: what the record says"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        files = _files(options["paths"])
        if not files:
            raise CommandError("There is no record (*.gcg) in there.")
        results = [_replay(path, options["tile_set"]) for path in files]
        if options["json"]:
            self.stdout.write(json.dumps(results, ensure_ascii=False, indent=1))
        else:
            for result in results:
                self.stdout.write(_line(result))
        failed = sum(not result["ok"] for result in results)
        if failed:
            raise CommandError(f"{failed} of {len(results)} records do not replay.")


def _files(paths: list[Path]) -> list[Path]:
    """The files named, and the records in the folders named."""
    return [file for path in paths for file in (_records_in(path) if path.is_dir() else [path])]


def _records_in(folder: Path) -> list[Path]:
    return sorted(file for file in folder.iterdir() if file.suffix.lower() == ".gcg")


def _replay(path: Path, tile_set: str | None) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        replay = replay_record(read_record(data), tile_set)
    except RuleError as error:
        failed = {"file": str(path), "ok": False, "code": error.code, "error": error.message}
        return failed | ({"line": error.line} if isinstance(error, RecordError) else {})
    except OSError as error:
        return {"file": str(path), "ok": False, "code": "file", "error": str(error)}
    return {"file": str(path), "ok": True, **_described(replay)}


def _described(replay: Replay) -> dict[str, Any]:
    return {
        "tile_set": replay.tile_set.code,
        "assumed": list(replay.assumed),
        "players": [player.nick for player in replay.record.players],
        "totals": replay.totals,
        "slips": [
            {
                "line": slip.line,
                "player": slip.player,
                "figure": slip.figure,
                "stated": slip.stated,
                "computed": slip.computed,
                "said": slip.said,
            }
            for slip in replay.slips
        ],
        "events": [_event(replayed) for replayed in replay.entries],
    }


def _event(replayed: ReplayedEntry) -> dict[str, Any]:
    entry = replayed.entry
    return {
        "line": entry.line,
        "player": entry.player,
        "kind": entry.kind.value,
        "rack": entry.rack,
        "coordinates": entry.position,
        "tiles": entry.tiles,
        "words": list(replayed.words),
        "computed": replayed.computed,
        "stated": entry.score,
        "total": entry.total,
    }


def _line(result: dict[str, Any]) -> str:
    if not result["ok"]:
        return f"{result['file']}: FAILED {result['code']}: {result['error']}"
    totals = ", ".join(f"{nick} {total}" for nick, total in result["totals"].items())
    slips = "; ".join(
        f"line {slip['line']} {slip['figure']} stated {slip['stated']}, is {slip['computed']}"
        + (f" ({slip['said']})" if slip["said"] else "")
        for slip in result["slips"]
    )
    text = f"{result['file']}: ok, {len(result['events'])} events, {totals}"
    if result["assumed"]:
        text += f" (assumed {'; '.join(result['assumed'])})"
    return f"{text} SCORE-SLIP {slips}" if slips else text
