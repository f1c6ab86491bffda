"""The audit after a run. It runs inside the site, which knows the settings of its database."""

import json
from typing import Any

from tests.site_processes import Site


def list_move_keys(site: Site, codes: list[str]) -> dict[str, dict[str, Any]]:
    """Return by room the keys of all recorded moves, and whether the records match the states."""
    found: dict[str, dict[str, Any]] = run_audit(site, "tests.chaos.move_audit", codes)
    return found


def run_audit(site: Site, module: str, asked: Any) -> Any:
    """Run a module's ``print_report`` inside the site, and return what it printed."""
    script = f"from {module} import print_report; print_report({asked!r})"
    return json.loads(site.run(script).splitlines()[-1])


def print_report(codes: list[str]) -> None:
    from games.play.models import Game
    from tests.live.game_audit import audit_game

    report: dict[str, dict[str, Any]] = {}
    for game in Game.objects.filter(room__code__in=codes, state__isnull=False):
        room = report.setdefault(game.room.code, {"keys": [], "numbers": [], "sound": True})
        for number, key in game.moves.values_list("number", "key"):
            room["keys"].append(key)
            room["numbers"].append(f"{game.number}.{number}")
        room["sound"] = room["sound"] and _is_sound(audit_game(game))
    print(json.dumps(report))


def _is_sound(audit: dict[str, Any]) -> bool:
    return bool(audit["replays"]) and audit["turn"] == len(audit["moves"])
