"""Audits a site's database: replaying a game's log must give its stored state.

:func:`audit_site` runs the audit inside the site, which knows the settings of its database.
"""

import json
from dataclasses import replace
from typing import Any

from tests.site_processes import Site


def audit_site(site: Site, *codes: str) -> list[dict[str, Any]]:
    """Return the output of :func:`report` for all games in these rooms, oldest first."""
    script = f"from tests.live.game_audit import report; report({codes!r})"
    lines = site.run(script).splitlines()
    found: list[dict[str, Any]] = json.loads(lines[-1])
    return found


def report(codes: tuple[str, ...]) -> None:
    """Print, as JSON, whether the logs of the games in these rooms give their stored states.

    Every state on the way is checked for invariants (no tile lost or created, among others).
    """
    from games.play.models import Game

    games = Game.objects.filter(room__code__in=codes).order_by("room", "number")
    print(json.dumps([audit_game(game) for game in games if game.state is not None]))


def audit_game(game: Any) -> dict[str, Any]:
    from games.play import store
    from games.play.store.replay import replay_game, restore_initial_state
    from games.rules.flow.invariants import check_state

    final = restore_initial_state(game)
    for step in replay_game(game):
        check_state(step.after.state)
        final = step.after.state
    stored = store.load_state(game)
    check_state(stored)
    return {
        "room": game.room.shown_title,
        "moves": [move.kind for move in game.moves.order_by("number")],
        "turn": game.turn_number,
        "status": game.status,
        "replays": replace(final, clock=None) == replace(stored, clock=None),
        "holders": sorted(game.holders.values_list("seat__number", flat=True)),
    }
