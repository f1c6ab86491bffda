"""Blocking players. It works both ways: no chat, new games, invitations, following or news.

Neither player is informed. Games that have started are played to the end.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q

from games.players.models import Block, Player
from games.players.signals import block_changed
from scrabble_site.shared.refusals import Conflict, InvalidRequest


def block_player(player: Player, other: Player, now: datetime) -> None:
    """Block a player. Blocking them again changes nothing."""
    if player.pk == other.pk:
        raise InvalidRequest("people.oneself")
    with transaction.atomic():
        Block.objects.get_or_create(player=player, other=other, defaults={"created_at": now})
        block_changed.send(sender=Player, player=player, other=other, blocked=True)


def unblock_player(player: Player, other: Player) -> None:
    """Unblock a player. If the other has blocked this one, that remains."""
    with transaction.atomic():
        player.blocks.filter(other=other).delete()
        block_changed.send(sender=Player, player=player, other=other, blocked=False)


def list_blocked_players(player: Any, others: Iterable[Any] | None = None) -> frozenset[Any]:
    """Return the ids of the players whom a player (an id) has blocked or is blocked by.

    With ``others``, only those of them are returned.
    """
    rows = Block.objects.filter(Q(player=player) | Q(other=player))
    if others is not None:
        ids = [other for other in others if other != player]
        rows = rows.filter(Q(player__in=ids) | Q(other__in=ids))
    pairs = rows.values_list("player", "other")
    return frozenset(one for pair in pairs for one in pair if one != player)


def list_block_pairs(people: Iterable[Any]) -> frozenset[tuple[Any, Any]]:
    """Return the blocks that involve at least one of these players, as pairs of ids.

    The player who blocked the other comes first.
    """
    ids = set(people)
    rows = Block.objects.filter(Q(player__in=ids) | Q(other__in=ids))
    return frozenset(rows.values_list("player", "other"))


def is_block_between(one: Any, other: Any) -> bool:
    """Return whether one of two players (ids) has blocked the other."""
    return bool(list_blocked_players(one, [other]))


def refuse_blocked(player: Any, others: Iterable[Any]) -> None:
    """Raise ``Conflict`` if a player (an id) is kept apart from one of the others.

    The refusal does not say from whom: no one learns that they were blocked.
    """
    if list_blocked_players(player, others):
        raise Conflict("people.apart")


def require_no_blocks(people: Iterable[Any]) -> None:
    """Raise ``Conflict`` if any two of these players (ids) are kept apart, without saying who."""
    ids = set(people)
    if len(ids) > 1 and Block.objects.filter(player__in=ids, other__in=ids).exists():
        raise Conflict("people.apart")
