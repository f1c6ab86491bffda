"""A room's chat as each pair of eyes may see it: the newest lines, and where one may write.

What may be read by whom is decided in :mod:`games.chat.channels`; here it is read and shaped.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any
from uuid import UUID

from django.utils.crypto import salted_hmac

from games.chat.channels import GOING, OF_PLAYERS, OF_WATCHERS, Reader, places_for
from games.chat.models import Channel, Message, Mute
from games.chat.store import (
    Hidden,
    hidden_by_author,
    hidden_from,
    holders_in,
    newest_lines,
    seats_of,
)
from games.chat.text import PHRASES
from games.chat.wording import HINTS, PLACES
from games.common.refusals import Missing
from games.play.models import Game, Holder, Room
from games.play.services.locking import current_game
from games.players.models import Player

NEWEST = 25
"""Lines a picture holds of what players, and of what watchers, may read."""

OLDER = 40
"""Lines that come at a time for whoever looks further back."""

SCANNED = 400
"""Lines looked through for them, most of which may be somebody else's."""

ANYBODY = ""
"""The audience of all who are nobody special in this room."""


@dataclass(frozen=True, slots=True)
class LineView:
    """One message. ``by`` tells authors apart, ``""`` where the account is gone; ``seat`` is the
    author's in the game on the table. ``aside``: for fewer than all who could read it."""

    number: int
    by: str
    name: str
    seat: int | None
    text: str
    sent_at: datetime
    place: str
    aside: bool

    @property
    def look(self) -> str:
        """Its classes: the seat's colour, and whether it was said aside."""
        seat = "" if self.seat is None else f"p{self.seat}"
        return f"{seat} aside" if self.aside else seat


@dataclass(frozen=True, slots=True)
class PlaceView:
    channel: str
    name: str
    hint: str


@dataclass(frozen=True, slots=True)
class ChatView:
    """``lines`` are all that there is to read from number ``since`` on, 0 for the beginning.
    ``epoch`` changes when lines shown before may have to go, or others to come in between."""

    code: str
    stamp: int
    epoch: str
    since: int
    lines: tuple[LineView, ...]
    places: tuple[PlaceView, ...]
    open: bool


@dataclass(frozen=True, slots=True)
class AuthorView:
    """Somebody who wrote, beside what they wrote. ``muted`` and ``blocked``: by whoever asks, who
    wrote it where it is ``mine``."""

    code: str
    line: LineView
    mine: bool
    muted: bool
    blocked: bool


@dataclass(frozen=True)
class Talk:
    """All that was read of a chat, for every audience."""

    code: str
    stamp: int
    open: bool
    since: Mapping[tuple[Channel, ...], int]
    """From which number on none is left out, for what players read and what watchers read."""
    messages: tuple[Message, ...]
    game: Game
    holders: tuple[Holder, ...]
    hidden: Hidden

    def audience_of(self, viewer: str) -> str:
        return viewer if viewer in self.readers else ANYBODY

    def view_for(self, viewer: str) -> ChatView:
        reader = self.readers.get(viewer, Reader())
        since = max(self.since[kind] for kind in reader.kinds)
        lines = [one for one in self.messages if one.pk >= since and reader.may_read(one)]
        current = [one for one in self.holders if one.game_id == self.game.pk]
        places = places_for(self.game, current, reader.player)
        return ChatView(
            code=self.code,
            stamp=self.stamp,
            epoch=f"{reader.seats.get(self.game.pk, '')}{'p' if reader.playing else ''}",
            since=since,
            lines=tuple(see_line(one, self.seats) for one in lines),
            places=tuple(PlaceView(one, str(PLACES[one]), str(HINTS[one])) for one in places),
            open=self.open,
        )

    @cached_property
    def seats(self) -> Mapping[Any, int]:
        """Seat numbers at the table, by player."""
        current = (one for one in self.holders if one.game_id == self.game.pk)
        return {one.player_id: one.seat.number for one in current}

    @cached_property
    def readers(self) -> Mapping[str, Reader]:
        """Everybody who reads something else than a stranger does, by id."""
        seats: dict[Any, dict[Any, int]] = {}
        for holder in self.holders:
            seats.setdefault(holder.player_id, {})[holder.game_id] = holder.seat_id
        return {
            str(player): Reader(
                player,
                seats.get(player, {}),
                self.game.status in GOING and self.game.pk in seats.get(player, {}),
                self.hidden.get(player, frozenset()),
            )
            for player in {*seats, *self.hidden}
        }


def look_at_chat(code: str) -> Talk:
    """The chat of a room as it is now. Raises ``Missing``.

    Read in this order: the stamp before the messages, so that none is missed; the messages before
    who sits where, so that nobody who has just sat down is taken for a watcher of what came after.
    """
    room = Room.objects.select_related("chat").filter(code=code).first()
    if room is None:
        raise Missing("room.unknown")
    chat = getattr(room, "chat", None)
    found: dict[int, Message] = {}
    since: dict[tuple[Channel, ...], int] = {}
    for kind in (OF_PLAYERS, OF_WATCHERS):
        lines, since[kind] = newest_lines(room.pk, kind, NEWEST)
        found |= {one.pk: one for one in lines}
    game = current_game(room)
    return Talk(
        code=code,
        stamp=chat.stamp if chat else 1,
        open=chat.open if chat else True,
        since=since,
        messages=tuple(found[pk] for pk in sorted(found)),
        game=game,
        holders=tuple(holders_in({game.pk, *(one.game_id for one in found.values())})),
        hidden=hidden_by_author({one.author_id for one in found.values()}),
    )


def look_further_back(code: str, asker: str, before: int) -> tuple[tuple[LineView, ...], int]:
    """Lines older than a number that somebody (an id) may read, the oldest first, and the number
    from which on they are all there are, 0 for the beginning."""
    talk = look_at_chat(code)
    reader = _reader_of(UUID(asker) if asker else None, talk.game, code)
    channels = {channel for kind in reader.kinds for channel in kind}
    rows = Message.objects.filter(chat__room__code=code, channel__in=channels, pk__lt=before)
    found: list[Message] = []
    since = 0
    scanned = list(rows.select_related("author").order_by("-pk")[:SCANNED])
    for row in scanned:
        if reader.may_read(row):
            found.append(row)
        if len(found) == OLDER or (row is scanned[-1] and len(scanned) == SCANNED):
            since = row.pk
            break
    return tuple(see_line(one, talk.seats) for one in reversed(found)), since


def look_at_author(code: str, number: int, asker: str) -> AuthorView:
    """The author of a message that the asker (an id) may read, or could before keeping away.

    Raises ``Missing`` for every other.
    """
    rows = Message.objects.select_related("author").filter(pk=number, chat__room__code=code)
    message = rows.first()
    player = UUID(asker) if asker else None
    talk = look_at_chat(code)
    reader = replace(_reader_of(player, talk.game, code), hidden=frozenset())
    if message is None or message.author is None or not reader.may_read(message):
        raise Missing("chat.gone")
    author = message.author
    if talk.game.room.is_closed_to(asker) or author.blocks.filter(other=player).exists():
        raise Missing("chat.gone")
    return AuthorView(
        code=code,
        line=see_line(message, talk.seats),
        mine=author.pk == player,
        muted=Mute.objects.filter(player=player, other=author).exists(),
        blocked=author.blocked_by.filter(player=player).exists(),
    )


def _reader_of(player: UUID | None, game: Game, code: str) -> Reader:
    """Somebody, as far as the whole history of a room goes."""
    if player is None:
        return Reader()
    seats = seats_of(player, code)
    playing = game.status in GOING and game.pk in seats
    asker = Player.objects.filter(pk=player).first()
    return Reader(player, seats, playing, hidden_from(asker) if asker else frozenset())


def see_line(message: Message, seats: Mapping[Any, int]) -> LineView:
    author = message.author
    return LineView(
        number=message.pk,
        by=tell_apart(author.pk) if author else "",
        name=author.nickname if author else "",
        seat=seats.get(message.author_id),
        text=str(PHRASES[message.phrase]) if message.phrase else message.text,
        sent_at=message.sent_at,
        place=str(PLACES[Channel(message.channel)]),
        aside=message.channel == Channel.TEAM,
    )


def tell_apart(player: Any) -> str:
    """A mark that is the same for everything one person says, and tells nothing else."""
    return salted_hmac("games.chat", str(player)).hexdigest()[:10]
