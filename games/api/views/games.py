"""Finished games and members' public statistics."""

from datetime import date
from typing import Annotated
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from ninja import Query

from games.api.perspective.ended_games import (
    list_ended_games,
    select_columns,
    serialize_games,
)
from games.api.perspective.member_figures import find_visible_member, serialize_player
from games.api.terms.pagination import paginate
from games.api.terms.schemas.common import READ_ERRORS, Cursor, Limit, Problem
from games.api.terms.schemas.games import GamePage, RecordOut
from games.api.terms.schemas.people import PlayerOut
from games.api.views.responses import PRIVATE_CACHE
from games.api.views.routers import StrictRouter
from games.api.views.token_auth import get_token, maybe_token
from games.records.perspective import open_record, serialize_record
from games.records.perspective.gcg_export import export_gcg, export_upload
from games.records.services.record_sources import RecordSource, find_source

router = StrictRouter(tags=["Games"])

KEPT = "public, max-age=60"
"""A finished game changes only when a player is renamed."""

Text = Annotated[str, Query("", max_length=60)]


@router.get("/games", response={200: GamePage, READ_ERRORS | {401}: Problem}, auth=maybe_token)
def games(
    request: HttpRequest,
    response: HttpResponse,
    variant: Text,
    language: Text,
    player: Annotated[str, Query("", max_length=60, description="A member's name.")],
    cursor: Cursor,
    limit: Limit,
    since: Annotated[date | None, Query(None, description="Ended on this day (UTC) or later.")],
    until: Annotated[date | None, Query(None, description="Ended on this day (UTC) or before.")],
) -> GamePage:
    """Finished games, the latest first.

    These are the games in public rooms and, with a token, those in private rooms in which its owner
    played. Games with a member whose profile is not public are left out.
    """
    token = get_token(request)
    rows = list_ended_games(
        viewer=token.owner if token else None,
        variant=variant,
        language=language,
        player=player,
        since=since,
        until=until,
    )
    found, following = paginate(
        request,
        response,
        select_columns(rows),
        ("ended_at", "pk"),
        cursor=cursor,
        limit=limit,
        keeps_order=True,
    )
    # Not validated again: that takes longer than making the lines.
    return GamePage.model_construct(items=serialize_games(found), next=following)


@router.get(
    "/games/{uuid:game_id}",
    response={200: RecordOut, READ_ERRORS | {401}: Problem},
    auth=maybe_token,
)
def game(request: HttpRequest, response: HttpResponse, game_id: UUID) -> RecordOut:
    """One finished game with every rack, play and challenge.

    An uploaded game is returned if it is shared or belongs to the token's owner.
    """
    data = serialize_record(open_record(find_record(request, response, game_id)))
    return RecordOut.model_validate(data)


@router.get(
    "/games/{uuid:game_id}/gcg",
    response={200: str, READ_ERRORS | {401}: Problem},
    auth=maybe_token,
    openapi_extra={"responses": {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}},
)
def game_as_gcg(request: HttpRequest, response: HttpResponse, game_id: UUID) -> HttpResponse:
    """The same game as a GCG text."""
    source = find_record(request, response, game_id)
    if source.upload is not None:
        text = export_upload(source.upload)
    else:
        assert source.game is not None, "it is one or the other"
        text = export_gcg(source.game)
    # The headers of ``response`` are lost when a view returns a response object of its own.
    headers = {"Cache-Control": response["Cache-Control"]}
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)


def find_record(request: HttpRequest, response: HttpResponse, game_id: UUID) -> RecordSource:
    """Return a record that the requester may see, and set how long the response may be cached."""
    token = get_token(request)
    response["Cache-Control"] = PRIVATE_CACHE if token else KEPT
    return find_source(game_id, token.owner if token else None)


@router.get("/players/{path:name}", response={200: PlayerOut, READ_ERRORS: Problem})
def player_figures(request: HttpRequest, name: str) -> PlayerOut:
    """A member's public results, ratings and best plays."""
    return serialize_player(find_visible_member(name))
