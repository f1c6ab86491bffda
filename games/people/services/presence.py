"""Who is here: noted rarely, of members alone."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.utils import timezone

from games.people.models import Presence
from games.players.models import Player

HERE_FOR = timedelta(seconds=90)
"""Not noted for so long, somebody has gone."""

NOTED_EVERY = timedelta(seconds=30)

MOST_AT_ONCE = 400
"""Ids in one statement: databases limit what one may name."""


def note_present(viewers: Iterable[str], now: datetime) -> None:
    """Note who is looking at something live, by their ids."""
    ids = sorted(set(viewers))
    for start in range(0, len(ids), MOST_AT_ONCE):
        members = Player.objects.filter(
            pk__in=ids[start : start + MOST_AT_ONCE], user__isnull=False
        )
        due = members.exclude(presence__seen_at__gt=now - NOTED_EVERY)
        Presence.objects.bulk_create(
            (
                Presence(player_id=player, seen_at=now)
                for player in due.values_list("pk", flat=True)
            ),
            update_conflicts=True,
            unique_fields=["player"],
            update_fields=["seen_at"],
        )


def hear_viewers(viewers: set[str]) -> None:
    """What the hubs tell now and then: who looks at anything live."""
    note_present(viewers, timezone.now())
