"""Puzzle pages and actions: previewing, trying a play, taking a hint, giving up."""

from collections.abc import Callable
from datetime import date
from functools import wraps
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_POST

from games.common.fragment_rendering import render_fragment
from games.common.rate_limits import enforce_rate_limit
from games.common.requests import (
    PageRequest,
    forbid_caching,
    parse_notation,
    parse_number,
    set_retry_after,
)
from games.play.live.fragments import MessageLevel, render_message
from games.play.services.naming import get_or_create_player, make_provisional_player
from games.players.models import Player
from games.players.services.identity import get_player, get_visitor_id
from games.puzzles.live.fragments import render_puzzle
from games.puzzles.models import Puzzle
from games.puzzles.perspective.puzzle_lists import build_earlier_days, build_todays_puzzles
from games.puzzles.perspective.puzzle_views import build_puzzle_view, preview_tentative_play
from games.puzzles.perspective.wording import describe_try, explain
from games.puzzles.services import practice, puzzle_attempts
from games.puzzles.services.daily_puzzles import get_puzzle_day
from games.rules.equipment.errors import RuleError
from games.rules.equipment.tiles import TileSet
from games.rules.plays.acts import Act, Pass, Play
from scrabble_site.shared.refusals import Conflict, NotFound, Refusal

View = Callable[..., HttpResponse]


def answer_refusals(view: View) -> View:
    """Turn a view's errors into a message, with the puzzle's current state if the attempt has moved
    on.
    """

    @wraps(view)
    def answer(request: PageRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (Refusal, RuleError) as refusal:
            return _answer_refusal(request, refusal, kwargs.get("puzzle_id"))

    return answer


@require_GET
@never_cache
def show_todays_puzzles(request: PageRequest) -> HttpResponse:
    """Show today's puzzles, the streak, and the practice puzzles."""
    view = build_todays_puzzles(get_player(request), timezone.now())
    return render(request, "games/puzzles/todays_puzzles.html", {"view": view})


@require_GET
@never_cache
def show_earlier_days(request: PageRequest) -> HttpResponse:
    """Show the puzzles of earlier days, or of those before the day ``before``."""
    try:
        before = date.fromisoformat(request.GET["before"]) if "before" in request.GET else None
    except ValueError:
        before = None
    cards = build_earlier_days(get_player(request), timezone.now(), before)
    return render(request, "games/puzzles/earlier_days.html", {"cards": cards})


@require_GET
@never_cache
@answer_refusals
def go_to_practice_puzzle(
    request: PageRequest, variant: str, language: str, kind: str
) -> HttpResponse:
    """Redirect to the next puzzle of a kind."""
    today = get_puzzle_day(timezone.now())
    try:
        return redirect(
            practice.find_next_puzzle(variant, language, kind, get_player(request), today)
        )
    except NotFound as missing:
        if missing.code != "puzzle.none_left":
            raise
        messages.info(request, explain(missing))
        return redirect("games:puzzles")


@require_GET
@never_cache
@ensure_csrf_cookie
@answer_refusals
def show_puzzle(request: PageRequest, puzzle_id: UUID) -> HttpResponse:
    """Show one puzzle on its board."""
    found = puzzle_attempts.find_puzzle(puzzle_id)
    get_visitor_id(request)  # sets the visitor's cookie before the first action needs it
    view = build_puzzle_view(found, get_player(request), timezone.now())
    return render(request, "games/puzzles/puzzle.html", {"view": view})


@require_POST
@answer_refusals
def preview_play(request: PageRequest, puzzle_id: UUID) -> HttpResponse:
    """Return the score of tentative tiles.

    An illegal placement is shown as such, not as an error.
    """
    found = puzzle_attempts.find_puzzle(puzzle_id)
    player = get_player(request)
    preview = preview_tentative_play(found, player, lambda tile_set: _parse_play(request, tile_set))
    return forbid_caching(HttpResponse(render_fragment("play/_preview", {"preview": preview})))


@require_POST
@answer_refusals
def try_puzzle_play(request: PageRequest, puzzle_id: UUID) -> HttpResponse:
    """Try a play or, with ``pass``, pass in an endgame."""
    found, player = puzzle_attempts.find_puzzle(puzzle_id), _get_or_create_visitor(request)
    enforce_rate_limit("puzzles", player=player.pk)
    turn, now = parse_number(request.POST.get("turn"), "form.turn"), timezone.now()
    before = puzzle_attempts.get_current_state(found, puzzle_attempts.get_attempt(found, player))
    trial = puzzle_attempts.submit_play(
        found, player, lambda tiles: _parse_act(request, tiles), turn, now
    )
    good = trial.answer in ("found", "on")
    text = describe_try(found, before, trial)
    return _answer_puzzle(request, found, player, text, "info" if good else "warning")


@require_POST
@answer_refusals
def take_puzzle_hint(request: PageRequest, puzzle_id: UUID) -> HttpResponse:
    """Reveal one more hint."""
    found = puzzle_attempts.find_puzzle(puzzle_id)
    turn = parse_number(request.POST.get("turn"), "form.turn")
    # A new visitor becomes a player only if the hint is given.
    with make_provisional_player(get_visitor_id(request)) as player:
        enforce_rate_limit("puzzles", player=player.pk)
        puzzle_attempts.take_hint(found, player, turn, timezone.now())
    return _answer_puzzle(request, found, player)


@require_POST
@answer_refusals
def give_up_attempt(request: PageRequest, puzzle_id: UUID) -> HttpResponse:
    """Give up and show the answer."""
    found, player = puzzle_attempts.find_puzzle(puzzle_id), _get_or_create_visitor(request)
    puzzle_attempts.give_up_puzzle(found, player, timezone.now())
    return _answer_puzzle(request, found, player)


@require_POST
@answer_refusals
def restart_puzzle(request: PageRequest, puzzle_id: UUID) -> HttpResponse:
    """Reset an endgame to its initial position."""
    found, player = puzzle_attempts.find_puzzle(puzzle_id), _get_or_create_visitor(request)
    puzzle_attempts.restart_endgame(found, player, timezone.now())
    return _answer_puzzle(request, found, player)


def _get_or_create_visitor(request: PageRequest) -> Player:
    return get_player(request) or get_or_create_player(get_visitor_id(request))


def _parse_act(request: PageRequest, tile_set: TileSet) -> Act:
    return Pass() if request.POST.get("pass") else _parse_play(request, tile_set)


def _parse_play(request: PageRequest, tile_set: TileSet) -> Play:
    return Play.read(*parse_notation(request), tile_set)


def _answer_puzzle(
    request: PageRequest,
    found: Puzzle,
    player: Player,
    text: str = "",
    level: MessageLevel = "info",
) -> HttpResponse:
    """Return the current state of the puzzle, or redirect to its page if the browser has no
    script.
    """
    if not request.htmx:
        return redirect(found)
    parts = render_puzzle(build_puzzle_view(found, player, timezone.now()))
    return forbid_caching(HttpResponse(parts + (render_message(text, level) if text else "")))


def _answer_refusal(
    request: PageRequest, refusal: Refusal | RuleError, puzzle_id: UUID | None
) -> HttpResponse:
    sentence, status = explain(refusal), getattr(refusal, "status", 422)
    if request.htmx:
        parts = ""
        if isinstance(refusal, Conflict) and puzzle_id is not None:
            found = puzzle_attempts.find_puzzle(puzzle_id)
            parts = render_puzzle(build_puzzle_view(found, get_player(request), timezone.now()))
        response = HttpResponse(parts + render_message(sentence, "warning"), status=status)
    else:
        context = {"sentence": sentence, "status": status}
        response = render(request, "refusal.html", context, status=status)
    set_retry_after(response, refusal)
    return forbid_caching(response)
