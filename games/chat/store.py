"""Queries for chat views: the newest messages, who sits where, and whose messages are hidden."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Q

from games.chat.models import Message, Mute
from games.play.models import SeatMember
from games.players.models import Block, Player
from games.players.services.blocks import list_blocked_players

HiddenAuthors = Mapping[Any, frozenset[Any]]
"""By reader's id, the ids of the authors whose messages that reader must not see."""


def list_newest_messages(
    room: Any, channels: Iterable[str], limit: int
) -> tuple[list[Message], int]:
    """Return the newest messages in some channels, and the number from which they are complete.

    The number is 0 if there are no older messages.
    """
    rows = Message.objects.filter(chat=room, channel__in=channels).select_related("author")
    # One more row than needed shows whether older messages exist.
    found = list(rows.order_by("-pk")[: limit + 1])
    since = found.pop().pk + 1 if len(found) > limit else 0
    return found, since


def list_holders(games: Iterable[Any]) -> list[SeatMember]:
    """Return the holders of all seats in these games (ids)."""
    return list(SeatMember.objects.filter(game__in=list(games)).select_related("seat"))


def list_seats_of(player: Any, code: str) -> dict[Any, int]:
    """Return the id of a player's seat in each game of a room, by the game's id."""
    holders = SeatMember.objects.filter(player=player, game__room__code=code)
    return dict(holders.values_list("game", "seat"))


def map_hidden_readers(authors: Iterable[Any]) -> HiddenAuthors:
    """Map readers to those of these authors whom they have muted or are blocked from.

    A block counts in both directions, so the map has entries for the authors as well.
    """
    ids = [author for author in authors if author]
    blocks = Block.objects.filter(Q(player__in=ids) | Q(other__in=ids))
    return _build_hidden_map(Mute.objects.filter(other__in=ids), blocks)


def list_hidden_authors(player: Player) -> frozenset[Any]:
    """Return the ids of all authors whose messages a player must not see."""
    muted = player.mutes.values_list("other", flat=True)
    return frozenset({*muted, *list_blocked_players(player.pk)} - {player.pk})


def _build_hidden_map(mutes: Any, blocks: Any) -> HiddenAuthors:
    found: dict[Any, set[Any]] = defaultdict(set)
    for player, other in mutes.values_list("player", "other"):
        found[player].add(other)
    for player, other in blocks.values_list("player", "other"):
        found[player].add(other)
        found[other].add(player)
    return {player: frozenset(others - {player}) for player, others in found.items()}
