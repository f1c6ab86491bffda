"""Whom one follows. Members follow members; the followed are not told."""

from datetime import datetime
from typing import Any
from uuid import UUID

from games.common.refusals import Conflict, Forbidden, Missing
from games.people.models import Follow
from games.players.models import Player
from games.players.services.blocks import are_apart

MOST_FOLLOWED = 500


def follow(follower: Player | None, followed: UUID, now: datetime) -> Player:
    """Follow somebody; again changes nothing.

    Raises ``Forbidden`` for whoever has no account and for oneself, ``Missing`` for whoever has
    none to be followed by.
    """
    asker, other = _pair(follower, followed)
    if are_apart(asker.pk, other.pk):
        raise Conflict("follow.not_now", name=other.nickname)
    if asker.follows.count() >= MOST_FOLLOWED:
        raise Conflict("follow.many", n=MOST_FOLLOWED)
    Follow.objects.get_or_create(follower=asker, followed=other, defaults={"created_at": now})
    return other


def unfollow(follower: Player | None, followed: UUID) -> Player:
    """Follow no longer; again changes nothing."""
    asker, other = _pair(follower, followed)
    Follow.objects.filter(follower=asker, followed=other).delete()
    return other


def part(player: Player, other: Player, *, parted: bool, **_signal: Any) -> None:
    """Whoever keeps away from somebody follows them no more, nor the other way about."""
    if parted:
        both = [player, other]
        Follow.objects.filter(follower__in=both, followed__in=both).delete()


def _pair(follower: Player | None, followed: UUID) -> tuple[Player, Player]:
    if follower is None or follower.user_id is None:
        raise Forbidden("follow.members_only")
    other = Player.objects.filter(pk=followed, user__isnull=False).first()
    if other is None:
        raise Missing("follow.unknown")
    if other.pk == follower.pk:
        raise Forbidden("follow.oneself")
    return follower, other
