"""Games that are over, and members' figures: for everybody."""

from datetime import date
from typing import Annotated
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from ninja import Query, Router, Status

from games.api.answers import PRIVATE
from games.api.cursors import take_page
from games.api.identity import may_upload, maybe_token, token_of
from games.api.perspective.insights import tell_analysis, tell_puzzle
from games.api.perspective.people import find_shown_member, tell_player
from games.api.perspective.records import list_games, tell_line, tell_upload
from games.api.schemas.common import READ_ERRORS, WRITE_ERRORS, Cursor, Limit, Problem
from games.api.schemas.games import GamePage, RecordOut
from games.api.schemas.insights import AnalysisOut, PuzzleOut
from games.api.schemas.people import PlayerOut
from games.api.schemas.uploads import UploadIn, UploadOut
from games.api.services.uploads import Sent, upload
from games.common.addresses import address_of
from games.common.rates import spend
from games.engine.analysis.report import Level
from games.puzzles.services.days import choose_all, day_of
from games.records.export import export_gcg, export_upload
from games.records.perspective import open_record, tell_record
from games.records.services.sources import Source, find_source

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


@router.get(
    "/games/{uuid:game_id}",
    response={200: RecordOut, READ_ERRORS | {401}: Problem},
    auth=maybe_token,
)
def game(request: HttpRequest, response: HttpResponse, game_id: UUID) -> RecordOut:
    """One game that is over, with every rack, play and challenge; or one that was uploaded, where
    it is shared or the token's own."""
    told = tell_record(open_record(_find(request, response, game_id)))
    return RecordOut.model_validate(told)


@router.get(
    "/games/{uuid:game_id}/gcg",
    response={200: str, READ_ERRORS | {401}: Problem},
    auth=maybe_token,
    openapi_extra={"responses": {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}},
)
def game_as_gcg(request: HttpRequest, response: HttpResponse, game_id: UUID) -> HttpResponse:
    """The same in GCG, as text."""
    source = _find(request, response, game_id)
    if source.upload is not None:
        text = export_upload(source.upload)
    else:
        assert source.game is not None, "it is one or the other"
        text = export_gcg(source.game)
    headers = {"Cache-Control": response["Cache-Control"]}
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)


@router.get(
    "/games/{uuid:game_id}/analysis",
    response={200: AnalysisOut, READ_ERRORS | {401}: Problem},
    auth=maybe_token,
)
def game_analysis(
    request: HttpRequest,
    response: HttpResponse,
    game_id: UUID,
    level: Annotated[
        Level | None, Query(None, description="The most thorough there is where none is named.")
    ],
) -> AnalysisOut:
    """What an engine makes of it, once somebody has asked for that on its page."""
    return tell_analysis(_find(request, response, game_id), level)


@router.post("/games", response={201: UploadOut, WRITE_ERRORS: Problem}, auth=may_upload)
def upload_game(request: HttpRequest, sent: UploadIn) -> Status[UploadOut]:
    """Keep a game that was played elsewhere as the member's own. Errors are told by line."""
    token = token_of(request)
    assert token is not None, "the address asks for one"
    spend("uploads", player=token.owner.pk, address=address_of(request))
    kept, slips = upload(token.owner, Sent(**sent.dict()), timezone.now())
    return Status(201, tell_upload(kept, slips))


@router.get("/puzzles/today", response=list[PuzzleOut])
def puzzles_of_today(request: HttpRequest) -> list[PuzzleOut]:
    """Today's puzzles, one for each game and language, without their answers."""
    return [tell_puzzle(daily) for daily in choose_all(day_of(timezone.now()))]


def _find(request: HttpRequest, response: HttpResponse, game_id: UUID) -> Source:
    """A record that whoever asks may see, and for how long its answer may be kept."""
    token = token_of(request)
    response["Cache-Control"] = PRIVATE if token else KEPT
    return find_source(game_id, token.owner if token else None)


@router.get("/players/{path:name}", response={200: PlayerOut, READ_ERRORS: Problem})
def player_figures(request: HttpRequest, name: str) -> PlayerOut:
    """What a member shows to everybody: results, ratings and best plays."""
    return tell_player(find_shown_member(name))
