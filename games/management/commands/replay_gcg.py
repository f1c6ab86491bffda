"""``manage.py replay_gcg PATH``: replay game records in GCG format.

Every play must be legal. A wrong score in a record (a mistake) is reported, but does not fail it.
"""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.rules.equipment.errors import RecordError, RuleError
from games.rules.gcg import Replay, ReplayedEntry, read_record, replay_record
from games.rules.gcg.decoding import MAX_BYTES


class Command(BaseCommand):
    help = "Replay GCG files. Exits with 0 only if all of them replay."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="file or folder")
        parser.add_argument("--json", action="store_true", help="write one JSON list of all games")
        parser.add_argument(
            "--tile-set", help="code of the tile set; default: the one the file names"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        files = _list_files(options["paths"])
        if not files:
            raise CommandError("No GCG files (*.gcg) found.")
        results = [_replay(path, options["tile_set"]) for path in files]
        if options["json"]:
            self.stdout.write(json.dumps(results, ensure_ascii=False, indent=1))
        else:
            for result in results:
                self.stdout.write(_format_line(result))
        failed = sum(not result["ok"] for result in results)
        if failed:
            raise CommandError(f"{failed} of {len(results)} files could not be replayed.")


def _list_files(paths: list[Path]) -> list[Path]:
    """Return the named files, and the records in the named folders."""
    return [file for path in paths for file in (_list_records(path) if path.is_dir() else [path])]


def _list_records(folder: Path) -> list[Path]:
    return sorted(file for file in folder.iterdir() if file.suffix.lower() == ".gcg")


def _replay(path: Path, tile_set: str | None) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        replay = replay_record(read_record(data), tile_set)
    except RuleError as error:
        failed = {"file": str(path), "ok": False, "code": error.code, "error": error.message}
        return failed | ({"line": error.line} if isinstance(error, RecordError) else {})
    except OSError as error:
        return {"file": str(path), "ok": False, "code": "file", "error": str(error)}
    return {"file": str(path), "ok": True, **_format_replay(replay)}


def _format_replay(replay: Replay) -> dict[str, Any]:
    return {
        "tile_set": replay.tile_set.code,
        "assumed": list(replay.assumed),
        "players": [player.nick for player in replay.record.players],
        "totals": replay.totals,
        "slips": [
            {
                "line": mistake.line,
                "player": mistake.player,
                "figure": mistake.figure,
                "stated": mistake.stated,
                "computed": mistake.computed,
                "code": mistake.code,
                "message": mistake.message,
            }
            for mistake in replay.mistakes
        ],
        "remarks": [asdict(remark) for remark in replay.remarks],
        "events": [_format_event(replayed) for replayed in replay.entries],
    }


def _format_event(replayed: ReplayedEntry) -> dict[str, Any]:
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


def _format_line(result: dict[str, Any]) -> str:
    if not result["ok"]:
        return f"{result['file']}: FAILED {result['code']}: {result['error']}"
    totals = ", ".join(f"{nick} {total}" for nick, total in result["totals"].items())
    mistakes = "; ".join(_format_mistake(mistake) for mistake in result["slips"])
    text = f"{result['file']}: ok, {len(result['events'])} events, {totals}"
    if result["assumed"]:
        text += f" (assumed {'; '.join(result['assumed'])})"
    if result["remarks"]:
        remarks = (f"line {one['line']} {one['message']}" for one in result["remarks"])
        text += f" REMARK {'; '.join(remarks)}"
    if not mistakes:
        return text
    kind = "MISTAKE" if all(mistake["code"] for mistake in result["slips"]) else "SCORE-MISTAKE"
    return f"{text} {kind} {mistakes}"


def _format_mistake(mistake: dict[str, Any]) -> str:
    """Format a mistake as stated and computed figures, or as the description of what is wrong."""
    where = f"line {mistake['line']} {mistake['figure']}"
    if mistake["code"]:
        return f"{where}: {mistake['message']}"
    text = f" ({mistake['message']})" if mistake["message"] else ""
    return f"{where} stated {mistake['stated']}, is {mistake['computed']}{text}"
