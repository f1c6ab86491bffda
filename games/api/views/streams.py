"""NDJSON streams of rooms, public games and a bot's account, and the bulk export of games."""

from collections.abc import Callable
from datetime import date
from typing import Annotated
from uuid import UUID

from django.http import HttpRequest, StreamingHttpResponse
from ninja import Query

from games.api.live.event_streams import (
    StreamLines,
    guard_stream,
    stream_account,
    stream_public_games,
    stream_room,
)
from games.api.live.topic_feeds import TopicFeed
from games.api.perspective.bulk_export import stream_records
from games.api.perspective.ended_games import list_ended_games
from games.api.perspective.member_figures import find_visible_member
from games.api.perspective.rooms import serialize_room
from games.api.terms.schemas.common import READ_ERRORS, Problem
from games.api.views.ndjson import (
    EVENTS_RESPONSE,
    LINES_RESPONSE,
    respond_with_events,
    respond_with_lines,
    stream_slots,
)
from games.api.views.routers import StrictRouter, count_requests
from games.api.views.token_auth import get_bot, get_token, may_play, maybe_token

router = StrictRouter(tags=["Streams"])

Text = Annotated[str, Query("", max_length=60)]
STREAMS = ("streams_of_address", "streams_of_member")
REFUSED = {READ_ERRORS | {401}: Problem}


@router.get(
    "/stream/events",
    response=REFUSED,
    auth=may_play,
    openapi_extra={"responses": {200: EVENTS_RESPONSE}},
)
@count_requests(at_once=STREAMS)
def events(request: HttpRequest) -> StreamingHttpResponse:
    """What happens to the token's bot: invitations, games that start and end, and its turns.

    The stream begins with everything that waits for the bot, followed by an empty line. Each event
    has an `id`; send the last one in the header `Last-Event-ID` when you reconnect, and games that
    started or ended in the meantime are included. An event may arrive twice. An empty line every 15
    seconds is a heartbeat. With `Accept: text/event-stream` you get server-sent events instead.
    While the stream is open, the bot counts as present in its rooms.
    """
    bot = get_bot(request)
    last_id = request.headers.get("Last-Event-ID", "")
    return _follow(request, stream_account(bot, last_id), str(bot.pk))


@router.get(
    "/stream/rooms/{slug:code}",
    response=REFUSED,
    auth=maybe_token,
    openapi_extra={"responses": {200: LINES_RESPONSE}},
)
@count_requests(at_once=STREAMS)
def room_stream(request: HttpRequest, code: str) -> StreamingHttpResponse:
    """A room as returned by `GET rooms/CODE`: now, and after every change."""
    token = get_token(request)
    bot = token.bot if token else None
    # Raises before the stream starts, so that the client gets a proper error status.
    serialize_room(code, bot)
    return _follow(request, stream_room(code, bot), str(bot.pk) if bot else "")


@router.get("/stream/games", response=REFUSED, openapi_extra={"responses": {200: LINES_RESPONSE}})
@count_requests(at_once=STREAMS[:1])
def games_stream(request: HttpRequest) -> StreamingHttpResponse:
    """All public games: the running ones first, then each game that starts or ends."""
    return _follow(request, stream_public_games(""))


@router.get(
    "/stream/players/{path:name}",
    response=REFUSED,
    openapi_extra={"responses": {200: LINES_RESPONSE}},
)
@count_requests(at_once=STREAMS[:1])
def player_stream(request: HttpRequest, name: str) -> StreamingHttpResponse:
    """The same for the public games of one member whose profile is public."""
    # Raises before the stream starts, so that the client gets a proper error status.
    find_visible_member(name)
    return _follow(request, stream_public_games(name))


@router.get(
    "/export/games",
    response={READ_ERRORS: Problem},
    openapi_extra={"responses": {200: LINES_RESPONSE}},
)
@count_requests("exports")
def export(
    request: HttpRequest,
    variant: Text,
    language: Text,
    player: Annotated[str, Query("", max_length=60, description="A member's name.")],
    since: Annotated[date | None, Query(None, description="Ended on this day (UTC) or later.")],
    until: Annotated[date | None, Query(None, description="Ended on this day (UTC) or before.")],
    after: Annotated[UUID | None, Query(None, description="The last game you received.")],
) -> StreamingHttpResponse:
    """Whole games in bulk, as listed by `GET games`, the latest first and 1,000 at most.

    Continue with `after` until no more are returned.
    """
    filters = {"variant": variant, "language": language, "player": player}
    rows = list_ended_games(viewer=None, since=since, until=until, **filters)
    return respond_with_lines(stream_records(rows, after))


def _follow(
    request: HttpRequest, follow: Callable[[TopicFeed], StreamLines], viewer: str = ""
) -> StreamingHttpResponse:
    as_events = "text/event-stream" in request.headers.get("Accept", "")
    token = get_token(request)
    if token is not None:
        stream_slots.acquire(token.owner_id)
    response = respond_with_events(guard_stream(token, follow, viewer), as_events=as_events)
    if token is not None:
        stream_slots.hold(token.owner_id, response)
    return response
