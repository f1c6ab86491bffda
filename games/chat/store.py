"""Rows as the perspective needs them: the newest lines, who sits where, who hides from whom."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Q

from games.chat.models import Message, Mute
from games.play.models import Holder
from games.players.models import Block, Player
from games.players.services.blocks import apart_from

Hidden = Mapping[Any, frozenset[Any]]
"""Whose words (ids) somebody shall not see, by id."""


def newest_lines(room: Any, channels: Iterable[str], most: int) -> tuple[list[Message], int]:
    """The newest messages in some channels, and from which number on none is left out."""
    rows = Message.objects.filter(chat=room, channel__in=channels).select_related("author")
    found = list(rows.order_by("-pk")[: most + 1])
    since = found.pop().pk + 1 if len(found) > most else 0
    return found, since


def holders_in(games: Iterable[Any]) -> list[Holder]:
    return list(Holder.objects.filter(game__in=list(games)).select_related("seat"))


def seats_of(player: Any, code: str) -> dict[Any, int]:
    """The seat (its id) somebody has in each game of a room."""
    held = Holder.objects.filter(player=player, game__room__code=code)
    return dict(held.values_list("game", "seat"))


def hidden_by_author(authors: Iterable[Any]) -> Hidden:
    """Who shall not see what these people write: who mutes them, and who is kept apart."""
    ids = [one for one in authors if one]
    blocks = Block.objects.filter(Q(player__in=ids) | Q(other__in=ids))
    return _gather(Mute.objects.filter(other__in=ids), blocks)


def hidden_from(player: Player) -> frozenset[Any]:
    """Whose words one person shall not see, among all there are."""
    muted = player.mutes.values_list("other", flat=True)
    return frozenset({*muted, *apart_from(player.pk)} - {player.pk})


def _gather(mutes: Any, blocks: Any) -> Hidden:
    found: dict[Any, set[Any]] = defaultdict(set)
    for player, other in mutes.values_list("player", "other"):
        found[player].add(other)
    for player, other in blocks.values_list("player", "other"):
        found[player].add(other)
        found[other].add(player)
    return {player: frozenset(others - {player}) for player, others in found.items()}
