"""Keeping away from somebody, which holds both ways: no chat between the two, no new game with
both, no invitation, no following, no news of the other. Neither is told.

What has begun goes on: games are finished.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q

from games.common.refusals import Conflict, Unsuitable
from games.players.models import Block, Player
from games.players.signals import people_parted


def block(player: Player, other: Player, now: datetime) -> None:
    """Keep away from somebody; again changes nothing."""
    if player.pk == other.pk:
        raise Unsuitable("people.oneself")
    with transaction.atomic():
        Block.objects.get_or_create(player=player, other=other, defaults={"created_at": now})
        people_parted.send(sender=Player, player=player, other=other, parted=True)


def unblock(player: Player, other: Player) -> None:
    """No longer; whether the other keeps away stays theirs to say."""
    with transaction.atomic():
        player.blocks.filter(other=other).delete()
        people_parted.send(sender=Player, player=player, other=other, parted=False)


def apart_from(player: Any, others: Iterable[Any] | None = None) -> frozenset[Any]:
    """Whom somebody (an id) is kept apart from, whoever of the two wants it so; all there are, or
    those of some others."""
    rows = Block.objects.filter(Q(player=player) | Q(other=player))
    if others is not None:
        ids = [one for one in others if one != player]
        rows = rows.filter(Q(player__in=ids) | Q(other__in=ids))
    pairs = rows.values_list("player", "other")
    return frozenset(one for pair in pairs for one in pair if one != player)


def are_apart(one: Any, other: Any) -> bool:
    """Whether one of two (ids) has blocked the other."""
    return bool(apart_from(one, [other]))


def refuse_apart(player: Any, others: Iterable[Any]) -> None:
    """Raise ``Conflict`` if somebody (an id) is kept apart from one of these; it does not say
    from whom."""
    if apart_from(player, others):
        raise Conflict("people.apart")


def require_company(people: Iterable[Any]) -> None:
    """Raise ``Conflict`` if any two of these (ids) are kept apart; it does not say who."""
    ids = set(people)
    if len(ids) > 1 and Block.objects.filter(player__in=ids, other__in=ids).exists():
        raise Conflict("people.apart")
