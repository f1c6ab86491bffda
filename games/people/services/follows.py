"""Following. Members follow members, and those followed are not notified."""

from datetime import datetime
from typing import Any
from uuid import UUID

from games.people.models import Follow
from games.players.models import Player
from games.players.services.blocks import is_block_between
from scrabble_site.shared.refusals import Conflict, Forbidden, NotFound

MAX_FOLLOWED = 500


def follow_member(follower: Player | None, followed: UUID, now: datetime) -> Player:
    """Follow a member. Repeating it changes nothing.

    Raises ``Forbidden`` if the follower has no account or follows themselves, ``NotFound`` if the
    other has no account, and ``Conflict`` if one has blocked the other or the follower follows too
    many.
    """
    asker, other = _get_pair(follower, followed)
    if is_block_between(asker.pk, other.pk):
        raise Conflict("follow.not_now", name=other.shown_name)
    if asker.follows.count() >= MAX_FOLLOWED:
        raise Conflict("follow.many", n=MAX_FOLLOWED)
    Follow.objects.get_or_create(follower=asker, followed=other, defaults={"created_at": now})
    return other


def unfollow_member(follower: Player | None, followed: UUID) -> Player:
    """Stop following a member. Repeating it changes nothing. Raises like :func:`follow_member`."""
    asker, other = _get_pair(follower, followed)
    Follow.objects.filter(follower=asker, followed=other).delete()
    return other


def unfollow_blocked(player: Player, other: Player, *, blocked: bool, **_signal: Any) -> None:
    """After a block, remove follows in both directions."""
    if blocked:
        both = [player, other]
        Follow.objects.filter(follower__in=both, followed__in=both).delete()


def _get_pair(follower: Player | None, followed: UUID) -> tuple[Player, Player]:
    if follower is None or follower.user_id is None:
        raise Forbidden("follow.members_only")
    other = Player.objects.filter(pk=followed, user__isnull=False).first()
    if other is None:
        raise NotFound("follow.unknown")
    if other.pk == follower.pk:
        raise Forbidden("follow.oneself")
    return follower, other
