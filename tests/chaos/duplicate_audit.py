"""The audit of a duplicate game after a run. It runs inside the site."""

import json

from games.duplicate.models import DuplicateGame


def print_report(code: str) -> None:
    """Print the keys of all stored commands by player, and how many players have wrong points."""
    game = DuplicateGame.objects.get(code=code)
    closed = set(game.turns.values_list("number", flat=True))
    keys: dict[str, list[tuple[int, str]]] = {}
    uncounted = 0
    for entrant in game.entrants.select_related("player").prefetch_related("submissions"):
        sent = list(entrant.submissions.all())
        due = sum(one.points + one.bonus for one in sent if one.turn in closed and one.play)
        uncounted += due != entrant.points
        if entrant.player is not None:
            own = keys.setdefault(entrant.player.nickname, [])
            own += [(one.turn, key) for one in sent for key in one.keys]
    print(json.dumps({"turns": len(closed), "keys": keys, "uncounted": uncounted}))
