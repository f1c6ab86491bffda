"""Long-lived streams of a room, of public games, or of a bot's account.

Each stream is a coroutine that sleeps until its topic feed reports a change, reads the new state in
a thread, and yields one line per change. Changes that pile up while the reader is slow are read
once, so a slow reader costs no memory. A stream ends when its token becomes invalid, when its
subject is no longer visible to the reader, or when the reader disconnects.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from channels.db import database_sync_to_async
from django.utils import timezone
from django.utils.translation import get_language, override
from ninja import Schema

from games.api.live.token_guard import get_current_guard
from games.api.live.topic_feeds import TopicFeed
from games.api.models import ApiToken
from games.api.perspective.account_events import BotAccount, list_account_events, read_account
from games.api.perspective.rooms import serialize_room
from games.api.perspective.running_games import list_game_events
from games.api.terms.schemas.events import AccountEvent
from games.live.subscribers import PULSE_INTERVAL
from games.lobby.live import LOBBY, get_player_topic
from games.play.live.topics import get_room_topic
from games.players.models import Player
from scrabble_site.shared.refusals import Refusal

HEARTBEAT_SECONDS = 15.0
"""Seconds without news after which an empty line is sent."""

GAMES_INTERVAL = 1.0
"""Minimum number of seconds between two queries for public games."""

REPEAT_OVERLAP = timedelta(seconds=10)
"""How far before the last event a resumed stream starts.

Events may be committed slightly later than their timestamp, so a few are sent twice rather than
lost.
"""

# An event id that is older does not resume a stream: it starts afresh.
MAX_RESUME_AGE = timedelta(days=1)

MAX_EVENT_ID_DIGITS = 13
"""Event ids are milliseconds since 1970, with 13 digits until 2286. ``datetime`` ends in 9999."""

StreamLines = AsyncGenerator[Schema | None, None]
"""Lines of a stream. ``None`` is a heartbeat; the first one marks the end of the initial state."""


async def guard_stream(
    token: ApiToken | None, follow: Callable[[TopicFeed], StreamLines], viewer: str
) -> StreamLines:
    """Yield the lines of a stream until the stream or its token ends."""
    async with TopicFeed(viewer) as feed:
        if token is None:
            async for line in follow(feed):
                yield line
            return
        with get_current_guard().hold(token.pk, feed.end):
            async for line in follow(feed):
                yield line


def stream_room(code: str, bot: Player | None) -> Callable[[TopicFeed], StreamLines]:
    """Stream the whole room after every change, as the bot's seat or a spectator sees it."""
    read = _build_reader()

    async def follow(feed: TopicFeed) -> StreamLines:
        await feed.follow([get_room_topic(code)])
        stamp = 0
        while not feed.ended:
            try:
                room = await read(serialize_room, code, bot)
            except Refusal:
                return
            first = not stamp
            if room.stamp > stamp:
                stamp = room.stamp
                yield room
            if first or not await feed.wait(HEARTBEAT_SECONDS):
                yield None

    return follow


def stream_public_games(player: str) -> Callable[[TopicFeed], StreamLines]:
    """Stream the public games of everyone or of one member: first the running ones, then each game
    that starts or ends.
    """
    read = _build_reader()

    async def follow(feed: TopicFeed) -> StreamLines:
        known, since = set[UUID](), timezone.now()
        await feed.follow([LOBBY])
        quiet = HEARTBEAT_SECONDS
        while not feed.ended:
            began = timezone.now()
            try:
                events = await read(list_game_events, player, known, since)
            except Refusal:
                return
            for line in events:
                yield line
            since = began
            if quiet >= HEARTBEAT_SECONDS:
                quiet = 0.0
                yield None
            await asyncio.sleep(GAMES_INTERVAL)
            quiet = (
                0.0
                if await feed.wait(PULSE_INTERVAL - GAMES_INTERVAL) or events
                else quiet + PULSE_INTERVAL
            )

    return follow


def stream_account(bot: Player, last_id: str) -> Callable[[TopicFeed], StreamLines]:
    """Stream a bot's pending work, then what happens to the bot.

    ``last_id`` is the id of the last event that the program received. Games that started or ended
    before it are not reported again.
    """
    read = _build_reader()

    async def follow(feed: TopicFeed) -> StreamLines:
        own = get_player_topic(str(bot.pk))
        before, since, first = BotAccount(), _parse_event_id(last_id), True
        await feed.follow([own])
        while not feed.ended:
            now = timezone.now()
            after = await read(read_account, bot, before)
            for event in await read(list_account_events, bot, before, after, since):
                yield _with_event_id(event, now)
            fresh = _list_room_codes(after) - _list_room_codes(before)
            before, since = after, None
            await feed.follow([own, *map(get_room_topic, _list_room_codes(after))])
            # Rooms that are new here were not followed until now. They may have changed in the
            # meantime, so read again.
            if fresh:
                continue
            if first or not await feed.wait(HEARTBEAT_SECONDS):
                first = False
                yield None

    return follow


def _list_room_codes(account: BotAccount) -> set[str]:
    return {game.room for game in account.games.values()}


def _build_reader() -> Callable[..., Awaitable[Any]]:
    """Return a function that runs a database read in a thread and returns its result; iterators
    are exhausted there.

    It reads in the language of the request, which is over when a stream begins.
    """
    language = get_language()

    def read(function: Callable[..., Any], *args: Any) -> Any:
        with override(language):
            result = function(*args)
            return list(result) if isinstance(result, Iterator) else result

    return database_sync_to_async(read)


def _with_event_id(event: AccountEvent, at: datetime) -> AccountEvent:
    return event.model_copy(update={"id": str(int(at.timestamp() * 1000))})


def _parse_event_id(text: str) -> datetime | None:
    """Return the time of the last event, or ``None`` if the id is unknown or too old."""
    if not text.isascii() or not text.isdigit() or len(text) > MAX_EVENT_ID_DIGITS:
        return None
    now = timezone.now()
    at = datetime.fromtimestamp(int(text) / 1000, UTC) - REPEAT_OVERLAP
    return at if now - MAX_RESUME_AGE < at <= now else None
