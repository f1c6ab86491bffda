"""Pages of puzzles, and what is done with one: previewed, tried, asked about, given up."""

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

from games.common.rates import spend
from games.common.refusals import Conflict, Missing, Refusal, Unsuitable
from games.common.rendering import render_part
from games.common.requests import PageRequest, read_number, say_when
from games.play.services.naming import introduce, introduced
from games.players.identity import player_of, visitor_of
from games.players.models import Player
from games.puzzles.fragments import Level, render_message, render_puzzle
from games.puzzles.models import Puzzle
from games.puzzles.perspective.board import look_at_puzzle, look_at_tentative
from games.puzzles.perspective.today import look_at_days, look_at_today
from games.puzzles.services import practice, trying
from games.puzzles.services.days import day_of
from games.puzzles.wording import explain, say_trial
from games.rules.errors import RuleError
from games.rules.moves import Act, Pass, Play
from games.rules.tiles import TileSet

LONGEST_NOTATION = 120
View = Callable[..., HttpResponse]


def answering(view: View) -> View:
    """Let a view raise refusals and rule errors: answered with a sentence, and with how the puzzle
    stands where it has gone on."""

    @wraps(view)
    def answer(request: PageRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (Refusal, RuleError) as refusal:
            return _refuse(request, refusal, kwargs.get("puzzle_id"))

    return answer


@require_GET
@never_cache
def puzzles(request: PageRequest) -> HttpResponse:
    """Today's puzzles, the run of days, and what there is to practise."""
    view = look_at_today(player_of(request), timezone.now())
    return render(request, "games/puzzles/puzzles.html", {"view": view})


@require_GET
@never_cache
def days(request: PageRequest) -> HttpResponse:
    """The puzzles of earlier days; with ``before`` those before a day."""
    try:
        before = date.fromisoformat(request.GET["before"]) if "before" in request.GET else None
    except ValueError:
        before = None
    cards = look_at_days(player_of(request), timezone.now(), before)
    return render(request, "games/puzzles/days.html", {"cards": cards})


@require_GET
@never_cache
@answering
def practise(request: PageRequest, variant: str, language: str, kind: str) -> HttpResponse:
    """On to one more puzzle of a kind."""
    today = day_of(timezone.now())
    try:
        return redirect(practice.find_next(variant, language, kind, player_of(request), today))
    except Missing as missing:
        if missing.code != "puzzle.none_left":
            raise
        messages.info(request, explain(missing))
        return redirect("games:puzzles")


@require_GET
@never_cache
@ensure_csrf_cookie
@answering
def puzzle(request: PageRequest, puzzle_id: UUID) -> HttpResponse:
    """One puzzle on its board."""
    found = trying.find_puzzle(puzzle_id)
    visitor_of(request)  # whoever comes is somebody before the first deed
    view = look_at_puzzle(found, player_of(request), timezone.now())
    return render(request, "games/puzzles/puzzle.html", {"view": view})


@require_POST
@answering
def preview(request: PageRequest, puzzle_id: UUID) -> HttpResponse:
    """What tentative tiles would score. An unlawful placement is an answer, too."""
    found = trying.find_puzzle(puzzle_id)
    player = player_of(request)
    look = look_at_tentative(found, player, lambda tile_set: _read_play(request, tile_set))
    return _private(HttpResponse(render_part("play/_preview", {"look": look})))


@require_POST
@answering
def attempt(request: PageRequest, puzzle_id: UUID) -> HttpResponse:
    """Try a play; with ``pass`` pass, in an end game."""
    found, player = trying.find_puzzle(puzzle_id), _somebody(request)
    spend("puzzles", player=player.pk)
    turn, now = read_number(request.POST.get("turn"), "form.turn"), timezone.now()
    before = trying.state_of(found, trying.attempt_of(found, player))
    trial = trying.try_play(found, player, lambda tiles: _read_act(request, tiles), turn, now)
    good = trial.answer in ("found", "on")
    said = say_trial(found, before, trial)
    return _answer(request, found, player, said, "info" if good else "warning")


@require_POST
@answering
def hint(request: PageRequest, puzzle_id: UUID) -> HttpResponse:
    """Tell one step more."""
    found = trying.find_puzzle(puzzle_id)
    turn = read_number(request.POST.get("turn"), "form.turn")
    with introduced(visitor_of(request)) as player:
        spend("puzzles", player=player.pk)
        trying.ask_hint(found, player, turn, timezone.now())
    return _answer(request, found, player)


@require_POST
@answering
def give_up(request: PageRequest, puzzle_id: UUID) -> HttpResponse:
    """See the answer."""
    found, player = trying.find_puzzle(puzzle_id), _somebody(request)
    trying.give_up(found, player, timezone.now())
    return _answer(request, found, player)


@require_POST
@answering
def again(request: PageRequest, puzzle_id: UUID) -> HttpResponse:
    """Lay an end game out anew."""
    found, player = trying.find_puzzle(puzzle_id), _somebody(request)
    trying.start_again(found, player, timezone.now())
    return _answer(request, found, player)


def _somebody(request: PageRequest) -> Player:
    return player_of(request) or introduce(visitor_of(request))


def _read_act(request: PageRequest, tile_set: TileSet) -> Act:
    return Pass() if request.POST.get("pass") else _read_play(request, tile_set)


def _read_play(request: PageRequest, tile_set: TileSet) -> Play:
    position, tiles = request.POST.get("position", ""), request.POST.get("tiles", "")
    if len(position) > LONGEST_NOTATION or len(tiles) > LONGEST_NOTATION:
        raise Unsuitable("form.too_long")
    return Play.read(position, tiles, tile_set)


def _answer(
    request: PageRequest, found: Puzzle, player: Player, said: str = "", level: Level = "info"
) -> HttpResponse:
    """How the puzzle stands, or its page for whoever has no script."""
    if not request.htmx:
        return redirect(found)
    parts = render_puzzle(look_at_puzzle(found, player, timezone.now()))
    return _private(HttpResponse(parts + (render_message(said, level) if said else "")))


def _refuse(
    request: PageRequest, refusal: Refusal | RuleError, puzzle_id: UUID | None
) -> HttpResponse:
    sentence, status = explain(refusal), getattr(refusal, "status", 422)
    if request.htmx:
        parts = ""
        if isinstance(refusal, Conflict) and puzzle_id is not None:
            found = trying.find_puzzle(puzzle_id)
            parts = render_puzzle(look_at_puzzle(found, player_of(request), timezone.now()))
        response = HttpResponse(parts + render_message(sentence, "warning"), status=status)
    else:
        context = {"sentence": sentence, "status": status}
        response = render(request, "refused.html", context, status=status)
    say_when(response, refusal)
    return _private(response)


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "no-store, private"
    return response
