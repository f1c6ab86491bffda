"""A room's chat as each reader may see it: the newest lines, and the channels to write in.

:mod:`games.chat.terms.channels` decides who may read what; this module loads it and builds views.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.crypto import salted_hmac

from games.chat.models import ChatChannel, Message, Mute
from games.chat.perspective.wording import CHANNEL_HINTS, CHANNEL_NAMES
from games.chat.store import (
    HiddenAuthors,
    list_hidden_authors,
    list_holders,
    list_newest_messages,
    list_seats_of,
    map_hidden_readers,
)
from games.chat.terms.channels import (
    PLAYER_CHANNELS,
    RUNNING_STATUSES,
    SPECTATOR_CHANNELS,
    ChatReader,
    list_writable_channels,
)
from games.chat.terms.message_text import READY_PHRASES
from games.play.models import Game, Room, SeatMember
from games.play.services.locking import get_current_game
from games.play.terms.twin_tables import is_hidden_from
from games.players.models import Player
from scrabble_site.shared.refusals import NotFound

NEWEST_LINES = 25
"""Newest lines loaded of what players may read, and as many of what spectators may read."""

OLDER_LINES = 40
"""Lines returned per request for older lines."""

MAX_SCANNED = 400
"""Messages searched for older lines, since the reader may not see most of the channels."""

ANYBODY_PERSPECTIVE = ""
"""The perspective shared by all viewers who are not in ``ChatHistory.readers``."""


@dataclass(frozen=True, slots=True)
class ChatLineView:
    """One message."""

    number: int
    # Tells authors apart without naming them; empty once the account is deleted.
    by: str
    name: str
    # The author's seat in the current game.
    seat: int | None
    text: str
    sent_at: datetime
    # Name of the channel.
    place: str
    # Whether the message went to the author's team only.
    aside: bool

    @property
    def classes(self) -> str:
        """Return the line's CSS classes: the seat's colour, and whether it went to a team."""
        seat = "" if self.seat is None else f"p{self.seat}"
        return f"{seat} private-line" if self.aside else seat


@dataclass(frozen=True, slots=True)
class ChatChannelView:
    """A channel to write in."""

    channel: str
    name: str
    hint: str


@dataclass(frozen=True, slots=True)
class ChatView:
    """A chat as one reader sees it."""

    code: str
    stamp: int
    # Changes with the reader's seat. The page then discards its lines and takes these.
    epoch: str
    # ``lines`` are complete from this number on; 0 means from the beginning.
    since: int
    lines: tuple[ChatLineView, ...]
    # Channels to write in, the usual one first.
    places: tuple[ChatChannelView, ...]
    open: bool


@dataclass(frozen=True, slots=True)
class AuthorView:
    """The author of a message, as another player sees them.

    ``page`` is the URL of this view; the URLs of the actions on the author begin with it.
    """

    page: str
    line: ChatLineView
    # Whether the viewer is the author.
    mine: bool
    # Whether the viewer has muted them and, below, blocked them.
    muted: bool
    blocked: bool


@dataclass(frozen=True)
class ChatHistory:
    """The loaded rows of a chat, for every perspective."""

    code: str
    stamp: int
    open: bool
    # From which number on ``messages`` is complete, for players' and for spectators' channels.
    since: Mapping[tuple[ChatChannel, ...], int]
    messages: tuple[Message, ...]
    game: Game
    # Holders of seats in the current game and in all games that the messages belong to.
    holders: tuple[SeatMember, ...]
    hidden: HiddenAuthors

    def is_closed_to(self, viewer: str) -> bool:
        """Return whether a viewer (an id, ``""`` for a stranger) may not see the room."""
        room = self.game.room
        return room.is_closed_to(viewer) or is_hidden_from(
            room, self.game, self.current_holders, viewer
        )

    @property
    def current_holders(self) -> list[SeatMember]:
        """The players in the seats of the current game."""
        return [holder for holder in self.holders if holder.game_id == self.game.pk]

    def perspective_of(self, viewer: str) -> str:
        return viewer if viewer in self.readers else ANYBODY_PERSPECTIVE

    def view_for(self, viewer: str) -> ChatView:
        """Return the chat as a viewer (an id) may see it."""
        reader = self.readers.get(viewer, ChatReader())
        # Lines are complete only from where both groups of channels are.
        since = max(self.since[kind] for kind in reader.kinds)
        lines = [
            message for message in self.messages if message.pk >= since and reader.may_read(message)
        ]
        places = list_writable_channels(self.game, self.current_holders, reader.player)
        return ChatView(
            code=self.code,
            stamp=self.stamp,
            epoch=f"{reader.seats.get(self.game.pk, '')}{'p' if reader.playing else ''}",
            since=since,
            lines=tuple(build_line_view(line, self.seats) for line in lines),
            places=tuple(
                ChatChannelView(one, str(CHANNEL_NAMES[one]), str(CHANNEL_HINTS[one]))
                for one in places
            ),
            open=self.open,
        )

    @cached_property
    def seats(self) -> Mapping[Any, int]:
        """Return the seat numbers of the current game, by player."""
        current = (holder for holder in self.holders if holder.game_id == self.game.pk)
        return {one.player_id: one.seat.number for one in current}

    @cached_property
    def readers(self) -> Mapping[str, ChatReader]:
        """Return the readers who may see something different from a stranger, by id."""
        seats: dict[Any, dict[Any, int]] = {}
        for holder in self.holders:
            seats.setdefault(holder.player_id, {})[holder.game_id] = holder.seat_id
        return {
            str(player): ChatReader(
                player,
                seats.get(player, {}),
                self.game.status in RUNNING_STATUSES and self.game.pk in seats.get(player, {}),
                self.hidden.get(player, frozenset()),
            )
            for player in {*seats, *self.hidden}
        }


def load_chat(code: str) -> ChatHistory:
    """Load the chat of a room. Raises ``NotFound`` for an unknown room.

    The order of the queries matters. The stamp comes before the messages, so that no message is
    missed. The messages come before the seats, so that a player who has just sat down is not
    taken for a spectator of later messages.
    """
    room = Room.objects.select_related("chat").filter(code=code).first()
    if room is None:
        raise NotFound("room.unknown")
    chat = getattr(room, "chat", None)
    found: dict[int, Message] = {}
    since: dict[tuple[ChatChannel, ...], int] = {}
    for kind in (PLAYER_CHANNELS, SPECTATOR_CHANNELS):
        lines, since[kind] = list_newest_messages(room.pk, kind, NEWEST_LINES)
        found |= {line.pk: line for line in lines}
    game = get_current_game(room)
    return ChatHistory(
        code=code,
        stamp=chat.stamp if chat else 1,
        open=chat.open if chat else True,
        since=since,
        messages=tuple(found[pk] for pk in sorted(found)),
        game=game,
        holders=tuple(list_holders({game.pk, *(message.game_id for message in found.values())})),
        hidden=map_hidden_readers({message.author_id for message in found.values()}),
    )


def load_older_lines(code: str, asker: str, before: int) -> tuple[tuple[ChatLineView, ...], int]:
    """Return lines before a number that the asker (an id) may read, the oldest first.

    The second value is the number from which these lines are complete, 0 for the beginning.
    """
    talk = load_chat(code)
    reader = _get_reader(UUID(asker) if asker else None, talk.game, code)
    channels = {channel for kind in reader.kinds for channel in kind}
    rows = Message.objects.filter(chat__room__code=code, channel__in=channels, pk__lt=before)
    found: list[Message] = []
    since = 0
    scanned = list(rows.select_related("author").order_by("-pk")[:MAX_SCANNED])
    for row in scanned:
        if reader.may_read(row):
            found.append(row)
        if len(found) == OLDER_LINES or (row is scanned[-1] and len(scanned) == MAX_SCANNED):
            since = row.pk
            break
    return tuple(build_line_view(message, talk.seats) for message in reversed(found)), since


def build_author_view(code: str, number: int, asker: str) -> AuthorView:
    """Return the author of a message that the asker (an id) may read, or has hidden.

    Raises ``NotFound`` for all other messages.
    """
    rows = Message.objects.select_related("author").filter(pk=number, chat__room__code=code)
    message = rows.first()
    player = UUID(asker) if asker else None
    talk = load_chat(code)
    # Without ``hidden``: to unmute or unblock an author, the asker must still reach this view.
    reader = replace(_get_reader(player, talk.game, code), hidden=frozenset())
    if message is None or message.author is None or not reader.may_read(message):
        raise NotFound("chat.gone")
    author = message.author
    if talk.is_closed_to(asker) or author.blocks.filter(other=player).exists():
        raise NotFound("chat.gone")
    return AuthorView(
        page=reverse("games:chat_person", args=[code, number]),
        line=build_line_view(message, talk.seats),
        mine=author.pk == player,
        muted=Mute.objects.filter(player=player, other=author).exists(),
        blocked=author.blocked_by.filter(player=player).exists(),
    )


def _get_reader(player: UUID | None, game: Game, code: str) -> ChatReader:
    """Return a reader with their seats in all games of the room, not just the current one."""
    if player is None:
        return ChatReader()
    seats = list_seats_of(player, code)
    playing = game.status in RUNNING_STATUSES and game.pk in seats
    asker = Player.objects.filter(pk=player).first()
    return ChatReader(player, seats, playing, list_hidden_authors(asker) if asker else frozenset())


def build_line_view(message: Message, seats: Mapping[Any, int]) -> ChatLineView:
    author = message.author
    return ChatLineView(
        number=message.pk,
        by=get_author_mark(author.pk) if author else "",
        name=author.shown_name if author else "",
        seat=seats.get(message.author_id),
        text=str(READY_PHRASES[message.phrase]) if message.phrase else message.text,
        sent_at=message.sent_at,
        place=str(CHANNEL_NAMES[ChatChannel(message.channel)]),
        aside=message.channel == ChatChannel.TEAM,
    )


def get_author_mark(player: Any) -> str:
    """Return a mark shared by all messages of a player that does not reveal the player's id."""
    return salted_hmac("games.chat", str(player)).hexdigest()[:10]
