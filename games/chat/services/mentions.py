"""Somebody is named in a message: a notice waits for them, unless they are here or have one."""

from collections.abc import Iterable
from datetime import datetime

import regex
from django.utils.translation import gettext as _

from games.chat.models import Channel, Message
from games.chat.store import hidden_by_author
from games.play.chairs import is_away
from games.play.models import Holder, Room
from games.play.services.notices import may_tell
from games.players.models import Notice, Player
from games.players.names import isolate

KIND = "mention"
RECENT = 60
"""Lines whose authors, beside those at the table, may be meant by a name."""


def tell_named(message: Message, room: Room, holders: Iterable[Holder], now: datetime) -> None:
    """Leave a notice for everybody a message names ("@Amber", "Amber") who may read it."""
    author = message.author
    text = message.text.casefold()
    if author is None or not text:
        return
    named = [one for one in _readers(message, list(holders), now) if _is_named(one, text)]
    if not named:
        return
    hiding = hidden_by_author([author.pk])
    words = {"name": isolate(author.nickname), "title": isolate(room.title)}
    for player in named:
        known = player.notices.filter(room=room, kind=KIND, read_at=None).exists()
        if player == author or known or author.pk in hiding.get(player.pk, ()):
            continue
        if may_tell(author, player):
            told = _("%(name)s wrote to you at %(title)s.") % words
            Notice.objects.create(player=player, room=room, kind=KIND, text=told, created_at=now)


def _readers(message: Message, holders: list[Holder], now: datetime) -> list[Player]:
    """Those who may read the message and are not at the table just now, as far as is known."""
    seated = [one for one in holders if message.seat_id in (None, one.seat_id)]
    away = [one.player for one in seated if is_away(one, now)]
    if message.channel in (Channel.PLAYERS, Channel.TEAM):
        return away
    same = Message.objects.filter(chat=message.chat_id, channel=message.channel)
    recent = same.select_related("author").order_by("-pk")[:RECENT]
    sitting = {one.player_id for one in holders}
    others = {one.author for one in recent if one.author and one.author_id not in sitting}
    return [*others, *(away if message.channel == Channel.ROOM else ())]


def _is_named(player: Player, text: str) -> bool:
    name = regex.escape(player.nickname.casefold())
    return regex.search(rf"(?<![\p{{L}}\p{{N}}]){name}(?![\p{{L}}\p{{N}}])", text) is not None
