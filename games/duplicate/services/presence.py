"""Recording who is in a duplicate game: who has the page open and in view."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from uuid import UUID

from games.duplicate.models import DuplicateEntrant, DuplicateGame

WRITE_AFTER = timedelta(seconds=10)
"""An entrant is recorded at most once in this time."""
MAX_AT_ONCE = 400
"""Players named in one statement; databases limit the number of parameters."""


def note_viewers(viewers: Mapping[str, Mapping[str, bool]], now: datetime) -> None:
    """Record who is viewing which games.

    ``viewers`` maps codes of games to the ids of viewers, each with whether a page of theirs is
    visible. Only visible pages count.
    """
    for code, people in sorted(viewers.items()):
        here = sorted(UUID(player) for player, visible in people.items() if player and visible)
        for start in range(0, len(here), MAX_AT_ONCE):
            _note(code, here[start : start + MAX_AT_ONCE], now)


def note_visit(code: str, player: UUID, now: datetime) -> None:
    """Record that a player has just opened the game's page."""
    _note(code, [player], now)


def _note(code: str, players: Iterable[UUID], now: datetime) -> None:
    entrants = DuplicateEntrant.objects.filter(game__code=code, player__in=players)
    seen_long_ago = entrants.exclude(seen_at__gt=now - WRITE_AFTER)
    if DuplicateEntrant.objects.filter(pk__in=seen_long_ago.values("pk")).update(seen_at=now):
        games = DuplicateGame.objects.filter(code=code)
        games.filter(seen_at__lt=now - WRITE_AFTER).update(seen_at=now)
