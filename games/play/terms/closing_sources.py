"""What closes help to a player besides games at a table.

Domains above register what they have. :mod:`games.play.terms.running_games` asks here, and so do
the pages that name what closes them (:mod:`games.play.perspective.closing_games`).
"""

from collections.abc import Callable, Iterable

from games.players.models import Player
from lexicon.terms.closing import ClosingGame

ClosingSource = Callable[[Player], Iterable[ClosingGame]]

_sources: list[ClosingSource] = []


def register_closing_source(source: ClosingSource) -> None:
    """Register a function that returns what a player is in the middle of."""
    if source not in _sources:
        _sources.append(source)


def list_registered_closings(player: Player) -> list[ClosingGame]:
    """Return what the registered functions say of a player."""
    return [game for source in _sources for game in source(player)]
