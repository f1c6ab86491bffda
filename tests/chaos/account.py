"""What became of it all: run inside the site, since only there are its settings."""

import json
from typing import Any

from tests.sites import Site


def moves_of(site: Site, codes: list[str]) -> dict[str, dict[str, Any]]:
    """By room: the keys of all recorded moves, and whether the record gives the state."""
    script = f"from tests.chaos.account import tell; tell({codes!r})"
    told: dict[str, dict[str, Any]] = json.loads(
        site.manage("shell", "--no-imports", "-c", script).splitlines()[-1]
    )
    return told


def tell(codes: list[str]) -> None:
    from games.play.models import Game
    from tests.live.audit import look_into

    told: dict[str, dict[str, Any]] = {}
    for game in Game.objects.filter(room__code__in=codes, state__isnull=False):
        room = told.setdefault(game.room.code, {"keys": [], "numbers": [], "sound": True})
        for number, key in game.moves.values_list("number", "key"):
            room["keys"].append(key)
            room["numbers"].append(f"{game.number}.{number}")
        room["sound"] = room["sound"] and _is_sound(look_into(game))
    print(json.dumps(told))


def _is_sound(audit: dict[str, Any]) -> bool:
    return bool(audit["replays"]) and audit["turn"] == len(audit["moves"])
