"""Saying something in a room."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from games.chat.channels import places_for
from games.chat.models import Channel, Chat, Message
from games.chat.services.mentions import tell_named
from games.chat.services.stamping import bump, chat_of
from games.chat.text import PHRASES, clean_text
from games.common.rates import spend
from games.common.refusals import Conflict, Forbidden, Missing, Unsuitable
from games.play.models import Game, Holder, Room
from games.play.services.locking import current_game
from games.play.services.naming import introduce
from games.players.models import Player
from games.players.services.sanctions import require_voice

KEY_MOST = 64


@dataclass(frozen=True, slots=True)
class Words:
    """What somebody says: a text or the name of a ready phrase, to whom, and a key of the page's
    so that it lands once."""

    channel: str
    key: str
    text: str = ""
    phrase: str = ""


def say(code: str, visitor: UUID, words: Words, now: datetime) -> None:
    """Say something in a room, as a guest where need be.

    Raises ``Conflict`` when the place has meanwhile become another's (the game has begun),
    ``Forbidden`` where the chat is off, ``TooSoon`` and ``Unsuitable``.
    """
    text = _read(words)
    room = Room.objects.filter(code=code).first()
    if room is None:
        raise Missing("room.unknown")
    with transaction.atomic():
        author = introduce(visitor)
        if author.messages.filter(key=words.key).exists():
            return
        require_voice(author, now)
        chat, game = chat_of(room.pk), current_game(room)
        holders = list(game.holders.select_related("player"))
        channel = _channel(words.channel, game, holders, author, chat)
        spend("chat", player=author.pk)
        own = (one.seat_id for one in holders if one.player_id == author.pk)
        made, fresh = Message.objects.get_or_create(
            author=author,
            key=words.key,
            defaults={
                "chat": chat,
                "channel": channel,
                "game": game,
                "seat_id": next(own) if channel == Channel.TEAM else None,
                "text": text,
                "phrase": words.phrase,
                "sent_at": now,
            },
        )
        if fresh:
            bump(room.pk)
            tell_named(made, room, holders, now)


def _read(words: Words) -> str:
    if not words.key or len(words.key) > KEY_MOST:
        raise Unsuitable("form.text")
    if words.phrase:
        if words.phrase not in PHRASES:
            raise Unsuitable("form.text")
        return ""
    text = clean_text(words.text)
    if not text:
        raise Unsuitable("chat.empty")
    return text


def _channel(wanted: str, game: Game, holders: list[Holder], author: Player, chat: Chat) -> Channel:
    """Where it goes: where the page said, for what was meant for few shall not reach many. What
    was meant for one's own kind may come a moment after the game has ended."""
    sits = any(one.player_id == author.pk for one in holders)
    own = Channel.PLAYERS if sits else Channel.WATCHERS
    if wanted not in {*places_for(game, holders, author.pk), own}:
        raise Conflict("chat.moved_on")
    if not chat.open and wanted != Channel.TEAM:
        raise Forbidden("chat.off")
    return Channel(wanted)
