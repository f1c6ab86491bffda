"""Notify absent players who are mentioned in a message, unless an unread notice exists already."""

from collections.abc import Iterable
from datetime import datetime

import regex

from games.chat.models import ChatChannel, Message
from games.chat.store import map_hidden_readers
from games.common.generated_names import list_translations
from games.play.models import Room, SeatMember
from games.play.services.notifications import may_notify
from games.play.terms.seating import is_away
from games.players.models import Player
from games.players.services.notifications import create_notification

MENTION_KIND = "mention"
RECENT_MESSAGES = 60
"""Number of newest messages whose authors, besides the seated players, can be mentioned."""


def notify_mentioned(
    message: Message, room: Room, holders: Iterable[SeatMember], now: datetime
) -> None:
    """Notify every absent reader whose name is in a message ("@Amber" or "Amber")."""
    author = message.author
    text = message.text.casefold()
    if author is None or not text:
        return
    mentioned = [
        one for one in _list_absent_readers(message, list(holders), now) if _is_named(one, text)
    ]
    if not mentioned:
        return
    hiding = map_hidden_readers([author.pk])
    for player in mentioned:
        known = player.notices.filter(room=room, kind=MENTION_KIND, read_at=None).exists()
        if player == author or known or author.pk in hiding.get(player.pk, ()):
            continue
        if may_notify(author, player):
            create_notification(player, MENTION_KIND, now, room=room, players=[author.pk])


def _list_absent_readers(
    message: Message, holders: list[SeatMember], now: datetime
) -> list[Player]:
    """Return players who may read the message and are not known to be in the room now."""
    seated = [holder for holder in holders if message.seat_id in (None, holder.seat_id)]
    away = [holder.player for holder in seated if is_away(holder, now)]
    if message.channel in (ChatChannel.PLAYERS, ChatChannel.TEAM):
        return away
    same = Message.objects.filter(chat=message.chat_id, channel=message.channel)
    recent = same.select_related("author").order_by("-pk")[:RECENT_MESSAGES]
    sitting = {holder.player_id for holder in holders}
    others = {
        recent_message.author
        for recent_message in recent
        if recent_message.author and recent_message.author_id not in sitting
    }
    return [*others, *(away if message.channel == ChatChannel.ROOM else ())]


def _is_named(player: Player, text: str) -> bool:
    names = "|".join(
        regex.escape(name.casefold()) for name in {*list_translations(player.nickname)}
    )
    return regex.search(rf"(?<![\p{{L}}\p{{N}}])({names})(?![\p{{L}}\p{{N}}])", text) is not None
