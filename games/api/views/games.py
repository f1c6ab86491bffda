"""Games that are over, and members' figures: for everybody."""

from datetime import date
from typing import Annotated
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from games.api.cursors import take_page
from games.api.perspective.people import find_shown_member, tell_player
from games.api.perspective.records import list_games, tell_line, tell_record
from games.api.schemas.common import READ_ERRORS, Cursor, Limit, Problem
from games.api.schemas.games import GamePage, RecordOut
from games.api.schemas.people import PlayerOut
from games.common.refusals import Missing
from games.records.export import export_gcg
from games.records.services.sources import find_source

router = Router(tags=["Games"])

KEPT = "public, max-age=60"
"""What is over changes by the names of its players alone."""

Text = Annotated[str, Query("", max_length=60)]


@router.get("/games", response={200: GamePage, READ_ERRORS: Problem})
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
    """Games of public rooms that are over, the latest first.

    Games of members who keep their page from anybody are left out.
    """
    rows = list_games(variant=variant, language=language, player=player, since=since, until=until)
    found, following = take_page(
        request, response, rows, ("ended_at", "pk"), cursor=cursor, limit=limit
    )
    return GamePage(items=[tell_line(game) for game in found], next=following)


@router.get("/games/{uuid:game_id}", response={200: RecordOut, READ_ERRORS: Problem})
def game(request: HttpRequest, response: HttpResponse, game_id: UUID) -> RecordOut:
    """One game that is over, with every rack, play and challenge."""
    response["Cache-Control"] = KEPT
    return tell_record(find_source(game_id, None))


@router.get(
    "/games/{uuid:game_id}/gcg",
    response={200: str, READ_ERRORS: Problem},
    openapi_extra={"responses": {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}},
)
def game_as_gcg(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The same in GCG, as text."""
    source = find_source(game_id, None)
    if source.game is None:
        raise Missing("record.unknown")
    response = HttpResponse(export_gcg(source.game), content_type="text/plain; charset=utf-8")
    response["Cache-Control"] = KEPT
    return response


@router.get("/players/{path:name}", response={200: PlayerOut, READ_ERRORS: Problem})
def player_figures(request: HttpRequest, name: str) -> PlayerOut:
    """What a member shows to everybody: results, ratings and best plays."""
    return tell_player(find_shown_member(name))
