"""Looking into a site's database: does every game's log give the state that is stored?

Run inside the site by ``manage.py shell`` (:func:`audit_site`), since only there are the settings
those of its database.
"""

import json
from dataclasses import replace
from typing import Any

from tests.sites import Site


def audit_site(site: Site, *codes: str) -> list[dict[str, Any]]:
    """What :func:`report` says of every game in these rooms, each room's oldest first."""
    script = f"from tests.live.audit import report; report({codes!r})"
    lines = site.manage("shell", "--no-imports", "-c", script).splitlines()
    found: list[dict[str, Any]] = json.loads(lines[-1])
    return found


def report(codes: tuple[str, ...]) -> None:
    """Print, as JSON, whether the games of these rooms hold together; every state on the way is
    checked for what must always hold (no tile lost or made, among others)."""
    from games.play.models import Game

    games = Game.objects.filter(room__code__in=codes).order_by("room", "number")
    print(json.dumps([look_into(game) for game in games if game.state is not None]))


def look_into(game: Any) -> dict[str, Any]:
    from games.play import store
    from games.play.history import deal_again, replay_game
    from games.rules.invariants import check_state

    final = deal_again(game)
    for step in replay_game(game):
        check_state(step.after.state)
        final = step.after.state
    stored = store.load(game)
    check_state(stored)
    return {
        "room": game.room.title,
        "moves": [move.kind for move in game.moves.order_by("number")],
        "turn": game.turn_number,
        "status": game.status,
        "replays": replace(final, clock=None) == replace(stored, clock=None),
        "holders": sorted(game.holders.values_list("seat__number", flat=True)),
    }
