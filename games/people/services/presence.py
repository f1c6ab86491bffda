"""Which members are online. Only members are recorded, and rarely."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.utils import timezone

from games.people.models import MemberPresence
from games.players.models import Player

PRESENCE_LIFETIME = timedelta(seconds=90)
"""Without an update for this long, a member counts as offline."""

WRITE_INTERVAL = timedelta(seconds=30)

MAX_IDS_PER_STATEMENT = 400
"""Most ids in one statement, as databases limit the number of parameters."""


def record_members_present(viewers: Iterable[str], now: datetime) -> None:
    """Store that these visitors (player ids) have a live page open.

    Rows are written in order of their ids, because other processes store the same people at the
    same moment and could deadlock otherwise.
    """
    ids = sorted(set(viewers))
    for start in range(0, len(ids), MAX_IDS_PER_STATEMENT):
        members = Player.objects.filter(
            pk__in=ids[start : start + MAX_IDS_PER_STATEMENT], user__isnull=False
        )
        # Rows written within the interval are left alone, to save writes.
        due = members.exclude(presence__seen_at__gt=now - WRITE_INTERVAL)
        MemberPresence.objects.bulk_create(
            (
                MemberPresence(player_id=player, seen_at=now)
                for player in due.order_by("pk").values_list("pk", flat=True)
            ),
            update_conflicts=True,
            unique_fields=["player"],
            update_fields=["seen_at"],
        )


def on_viewers_reported(viewers: set[str]) -> None:
    """Receive the ids of everyone with a live page open, which the hubs report regularly."""
    record_members_present(viewers, timezone.now())
