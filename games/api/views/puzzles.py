"""Puzzles: today's without their answers, earlier ones with them."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from ninja import Query

from games.api.perspective.puzzles import (
    list_solved_puzzles,
    serialize_daily_puzzle,
    serialize_solved_puzzle,
)
from games.api.terms.pagination import paginate
from games.api.terms.schemas.common import READ_ERRORS, Cursor, Limit, Problem
from games.api.terms.schemas.puzzles import PuzzleOut, SolvedPage
from games.api.views.responses import PRIVATE_CACHE
from games.api.views.routers import StrictRouter
from games.api.views.token_auth import maybe_token, refuse_while_playing
from games.puzzles.models import PuzzleKind
from games.puzzles.services.daily_puzzles import choose_daily_puzzles, get_puzzle_day

router = StrictRouter(tags=["Puzzles"])

Text = Annotated[str, Query("", max_length=16)]


@router.get("/puzzles/today", response=list[PuzzleOut])
def puzzles_of_today(request: HttpRequest) -> list[PuzzleOut]:
    """Today's puzzles, one for each game and language, without their answers."""
    return [
        serialize_daily_puzzle(daily)
        for daily in choose_daily_puzzles(get_puzzle_day(timezone.now()))
    ]


@router.get("/puzzles", response={200: SolvedPage, READ_ERRORS | {401}: Problem}, auth=maybe_token)
def puzzles(
    request: HttpRequest,
    response: HttpResponse,
    variant: Text,
    language: Text,
    cursor: Cursor,
    limit: Limit,
    theme: Annotated[PuzzleKind | None, Query(None, description="What to find.")],
    level: Annotated[int | None, Query(None, ge=1, le=3, description="1 (easy) to 3 (hard).")],
) -> SolvedPage:
    """Puzzles with their answers, the latest first.

    Those of today and of later days are left out. Refused while the requester, the token's member
    or its bot is playing in the language.
    """
    response["Cache-Control"] = PRIVATE_CACHE
    refuse_while_playing(request, "puzzles.playing", language)
    rows = list_solved_puzzles(variant, language, theme, level, get_puzzle_day(timezone.now()))
    found, following = paginate(
        request, response, rows, ("created_at", "pk"), cursor=cursor, limit=limit
    )
    return SolvedPage(items=[serialize_solved_puzzle(puzzle) for puzzle in found], next=following)
