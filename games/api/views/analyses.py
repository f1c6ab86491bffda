"""Analyses of finished games: readable by everyone, requested by members' programs."""

from typing import Annotated
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from ninja import Query, Status

from games.analysis.services.analysis_requests import queue_analysis
from games.api.perspective.analyses import (
    list_best_plays,
    serialize_analysis,
    serialize_analysis_states,
)
from games.api.terms.schemas.analyses import AnalysisOut, AnalysisRequest, AnalysisState, PlaysOut
from games.api.terms.schemas.common import READ_ERRORS, WRITE_ERRORS, Problem
from games.api.views.games import find_record
from games.api.views.responses import PRIVATE_CACHE
from games.api.views.routers import StrictRouter, count_requests
from games.api.views.token_auth import get_token, may_analyse, maybe_token, refuse_while_playing
from games.engine.analysis.report import AnalysisLevel
from games.play.terms.running_games import ANY_LANGUAGE
from games.records.services.record_sources import RecordSource

router = StrictRouter(tags=["Analyses"])


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
        AnalysisLevel | None, Query(None, description="The most thorough one available by default.")
    ],
) -> AnalysisOut:
    """The analysis of a finished game, once it is complete.

    The analysis of an uploaded game is refused while the member or the bot of this token is
    playing in its language.
    """
    source = find_record(request, response, game_id)
    if source.upload is not None:
        _refuse_while_playing(request, source)
    return serialize_analysis(source, level)


@router.get(
    "/games/{uuid:game_id}/analysis/state",
    response={200: list[AnalysisState], READ_ERRORS | {401}: Problem},
    auth=maybe_token,
)
def analysis_state(
    request: HttpRequest, response: HttpResponse, game_id: UUID
) -> list[AnalysisState]:
    """The progress of a game's analyses, one entry per level."""
    source = find_record(request, response, game_id)
    response["Cache-Control"] = PRIVATE_CACHE
    return serialize_analysis_states(source)


@router.post(
    "/games/{uuid:game_id}/analysis",
    response={202: AnalysisState, WRITE_ERRORS: Problem},
    auth=may_analyse,
)
@count_requests("analyses_of_address", also=("analyses_quick", "analyses_thorough"))
def request_analysis(
    request: HttpRequest, response: HttpResponse, game_id: UUID, wish: AnalysisRequest
) -> Status[AnalysisState]:
    """Request an analysis. Poll its state, then read the analysis once it is complete.

    Requesting one that exists or is queued changes nothing. Refused while the member or the bot of
    this token is playing in its language.
    """
    token = get_token(request)
    assert token is not None
    source = find_record(request, response, game_id)
    _refuse_while_playing(request, source)
    queue_analysis(source, wish.level, token.owner)
    state = next(
        analysis for analysis in serialize_analysis_states(source) if analysis.level == wish.level
    )
    return Status(202, state)


@router.get(
    "/games/{uuid:game_id}/plays",
    response={200: PlaysOut, READ_ERRORS | {401}: Problem},
    auth=may_analyse,
)
@count_requests("analysis_board", of="owner")
def best_plays(
    request: HttpRequest,
    response: HttpResponse,
    game_id: UUID,
    turn: Annotated[
        int, Query(..., ge=0, le=10_000, description="Number of moves made before the position.")
    ],
) -> PlaysOut:
    """The best plays in a position of a finished game, ranked by static evaluation.

    Refused while the member or the bot of this token is playing in its language, and for a position
    that resembles one in a running game.
    """
    source = find_record(request, response, game_id)
    _refuse_while_playing(request, source)
    return list_best_plays(source, turn)


def _refuse_while_playing(request: HttpRequest, source: RecordSource) -> None:
    language = source.revision.lexicon.language if source.revision else ANY_LANGUAGE
    refuse_while_playing(request, "analysis.playing", language)
