"""Send messages in a room's chat."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from games.chat.models import Chat, ChatChannel, Message
from games.chat.services.mentions import notify_mentioned
from games.chat.services.stamps import bump_stamp, get_or_create_chat
from games.chat.terms.channels import list_writable_channels
from games.chat.terms.message_text import READY_PHRASES, clean_text
from games.common.rate_limits import enforce_rate_limit
from games.play.models import Game, Room, SeatMember
from games.play.services.locking import get_current_game
from games.play.services.naming import get_or_create_player
from games.players.models import Player
from games.players.services.sanctions import require_may_write
from scrabble_site.shared.refusals import Conflict, Forbidden, InvalidRequest, NotFound

MAX_KEY_LENGTH = 64


@dataclass(frozen=True, slots=True)
class ChatInput:
    """A message as the page sends it: a text or the name of a ready phrase."""

    channel: str
    # Chosen by the page, so that a form sent twice makes one message.
    key: str
    text: str = ""
    phrase: str = ""


def send_message(code: str, visitor: UUID, words: ChatInput, now: datetime) -> None:
    """Send a message in a room; a new visitor becomes a guest.

    Raises ``Conflict`` if the channel is no longer open to the author (the game has begun),
    ``Forbidden`` if the chat is off or the author is muted or suspended, ``NotFound`` for an
    unknown room, ``TooManyRequests`` above the rate limit, and ``InvalidRequest`` for an empty or
    overlong message.
    """
    text = _clean_input(words)
    room = Room.objects.filter(code=code).first()
    if room is None:
        raise NotFound("room.unknown")
    with transaction.atomic():
        author = get_or_create_player(visitor)
        if author.messages.filter(key=words.key).exists():
            return
        require_may_write(author, now)
        chat, game = get_or_create_chat(room.pk), get_current_game(room)
        holders = list(game.holders.select_related("player"))
        channel = _choose_channel(words.channel, game, holders, author, chat)
        enforce_rate_limit("chat", player=author.pk)
        own = (holder.seat_id for holder in holders if holder.player_id == author.pk)
        made, fresh = Message.objects.get_or_create(
            author=author,
            key=words.key,
            defaults={
                "chat": chat,
                "channel": channel,
                "game": game,
                "seat_id": next(own) if channel == ChatChannel.TEAM else None,
                "text": text,
                "phrase": words.phrase,
                "sent_at": now,
            },
        )
        if fresh:
            bump_stamp(room.pk)
            notify_mentioned(made, room, holders, now)


def _clean_input(words: ChatInput) -> str:
    if not words.key or len(words.key) > MAX_KEY_LENGTH:
        raise InvalidRequest("form.text")
    if words.phrase:
        if words.phrase not in READY_PHRASES:
            raise InvalidRequest("form.text")
        return ""
    text = clean_text(words.text)
    if not text:
        raise InvalidRequest("chat.empty")
    return text


def _choose_channel(
    wanted: str, game: Game, holders: list[SeatMember], author: Player, chat: Chat
) -> ChatChannel:
    """Return the channel that the page named, or raise ``Conflict`` if it is no longer open.

    No other channel is substituted: a message meant for few must not reach many.
    """
    sits = any(holder.player_id == author.pk for holder in holders)
    # The channel of the running game stays open, for a message sent a moment after the end.
    own = ChatChannel.PLAYERS if sits else ChatChannel.SPECTATORS
    if wanted not in {*list_writable_channels(game, holders, author.pk), own}:
        raise Conflict("chat.moved_on")
    if not chat.open and wanted != ChatChannel.TEAM:
        raise Forbidden("chat.off")
    return ChatChannel(wanted)
