"""The page of a scorekeeper, and what its forms do."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.broadcasts.live.topics import publish_annotated_game
from games.broadcasts.models import AnnotatedGame
from games.broadcasts.perspective.annotated_views import build_scorekeeping_view
from games.broadcasts.perspective.move_previews import build_move_preview
from games.broadcasts.perspective.wording import explain
from games.broadcasts.services import annotated_games, annotation
from games.broadcasts.services.access import find_annotated_game, require_keeper
from games.broadcasts.services.annotation import ScorekeeperEdit
from games.broadcasts.terms.annotated_moves import (
    KINDS,
    MAX_MOVES,
    MAX_OVERTIME,
    AnnotatedEnding,
    AnnotatedMove,
    join_position,
)
from games.broadcasts.terms.settings import MAX_SEATS
from games.broadcasts.views.responses import answer_broadcast_refusals, require_player
from games.common.form_keys import make_form_key, parse_form_key
from games.common.requests import PageRequest, parse_number, parse_text, set_retry_after
from games.events.live.topics import publish_event
from games.play.services.naming import get_or_create_player
from games.players.models import Player
from games.players.services.identity import get_visitor_id
from games.rules.equipment.errors import RuleError
from games.rules.gcg import EntryKind
from scrabble_site.shared.refusals import InvalidRequest, Refusal

MAX_STAMP = 10**9
MAX_POINTS = 100
MAX_LENGTH = 32


@require_GET
@never_cache
@ensure_csrf_cookie
@answer_broadcast_refusals
def show_scorekeeping(request: PageRequest, code: str) -> HttpResponse:
    """Show the page of a scorekeeper. A page that is open asks for it again after each change."""
    game, player = _find_kept_game(request, code)
    return _render_page(request, game, player)


@require_POST
@answer_broadcast_refusals
def keep_score(request: PageRequest, code: str) -> HttpResponse:
    """Carry out what a form of the page asks for. A refusal shows what was typed again."""
    game, player = _find_kept_game(request, code)
    act = ACTS.get(request.POST.get("act", ""))
    if act is None:
        raise InvalidRequest("form.text")
    try:
        act(ScorekeeperForm(request, code, player))
    except (Refusal, RuleError) as error:
        game = find_annotated_game(code)
        return _render_page(request, game, player, error)
    publish_annotated_game(code)
    if game.table is not None:
        publish_event(game.table.round.event.code)
    return redirect("games:scorekeeping", code=code)


@require_POST
@never_cache
@answer_broadcast_refusals
def preview_move(request: PageRequest, code: str) -> HttpResponse:
    """Return what the move in the form would score, or why it is not possible."""
    game, player = _find_kept_game(request, code)
    form = ScorekeeperForm(request, code, player)
    number = form.number_or("number", len(game.moves) + 1)
    view = build_move_preview(game, form.move(), number)
    return render(request, "games/broadcasts/_move_preview.html", {"preview": view})


@require_POST
@answer_broadcast_refusals
def delete_annotated_game(request: PageRequest, code: str) -> HttpResponse:
    """Delete a game with its record."""
    _game, player = _find_kept_game(request, code)
    annotated_games.delete_annotated_game(code, player)
    return redirect("games:annotated_games")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@ensure_csrf_cookie
@answer_broadcast_refusals
def join_scorekeepers(request: PageRequest, code: str, invitation: str) -> HttpResponse:
    """Ask whoever opens the link whether to keep the score (GET), or let them (POST)."""
    visitor = get_visitor_id(request)
    game = find_annotated_game(code)
    if request.method != "POST":
        context = {"game": game, "invitation": invitation[:MAX_LENGTH]}
        return render(request, "games/broadcasts/join_scorekeepers.html", context)
    player = get_or_create_player(visitor, request.POST.get("name", ""))
    annotated_games.join_scorekeepers(code, invitation[:MAX_LENGTH], player, timezone.now())
    return redirect("games:scorekeeping", code=code)


class ScorekeeperForm:
    """What a form of the page was sent with, parsed."""

    def __init__(self, request: PageRequest, code: str, player: Player) -> None:
        self._request = request
        self.code, self.now = code, timezone.now()
        stamp = request.POST.get("stamp")
        self.page = ScorekeeperEdit(
            player,
            0 if stamp is None else parse_number(stamp, "form.text", maximum=MAX_STAMP),
            parse_form_key(request),
        )

    def number(self, name: str, maximum: int = MAX_MOVES) -> int:
        return parse_number(self._request.POST.get(name), "form.text", maximum=maximum)

    def number_or(self, name: str, usual: int, maximum: int = MAX_MOVES) -> int:
        """Return a number, or ``usual`` for a field that is empty or missing."""
        return self.number(name, maximum) if self._request.POST.get(name) else usual

    def move(self) -> AnnotatedMove:
        kind = self._request.POST.get("kind", "")
        if kind not in KINDS:
            raise InvalidRequest("form.text")
        square, direction, tiles, rack = (
            parse_text(self._request, name) for name in ("square", "direction", "tiles", "rack")
        )
        position = join_position(square, direction)
        seat = self.number("seat", MAX_SEATS - 1)
        points = self.number_or("points", 0, MAX_POINTS)
        return AnnotatedMove(seat, EntryKind(kind), position, tiles, rack, points)

    def ending(self) -> AnnotatedEnding:
        posted = self._request.POST
        left = tuple(text[:40] for text in posted.getlist("left")[:MAX_SEATS])
        overtime = tuple(
            parse_number(text or "0", "form.text", maximum=MAX_OVERTIME)
            for text in posted.getlist("overtime")[:MAX_SEATS]
        )
        return AnnotatedEnding(left, overtime)


def _add(form: ScorekeeperForm) -> None:
    before = form.number_or("before", 0) or None
    annotation.add_move(form.code, form.page, form.move(), form.now, before)


ACTS: Mapping[str, Callable[[ScorekeeperForm], None]] = {
    "add": _add,
    "correct": lambda f: annotation.correct_move(
        f.code, f.page, f.number("number"), f.move(), f.now
    ),
    "remove": lambda f: annotation.remove_move(f.code, f.page, f.number("number"), f.now),
    "end": lambda f: annotation.end_annotated_game(f.code, f.page, f.ending(), f.now),
    "reopen": lambda f: annotation.reopen_annotated_game(f.code, f.page, f.now),
}


def _find_kept_game(request: PageRequest, code: str) -> tuple[AnnotatedGame, Player]:
    """Return a game with the scorekeeper who asks. Raises ``Forbidden`` for everyone else."""
    game, player = find_annotated_game(code), require_player(request)
    require_keeper(game, player)
    return game, player


def _render_page(
    request: PageRequest,
    game: AnnotatedGame,
    player: Player,
    error: Refusal | RuleError | None = None,
) -> HttpResponse:
    """Show the page, after a refusal with what was typed."""
    view = build_scorekeeping_view(game, player)
    invite = reverse("games:join_scorekeepers", args=[game.code, game.invite])
    typed: dict[str, Any] = request.POST.dict() if error else {}
    context = {
        "page": view,
        "view": view.game,
        "key": make_form_key(),
        "error": explain(error) if error else "",
        "typed": typed,
        "link": request.build_absolute_uri(game.get_absolute_url()),
        "keeper_link": request.build_absolute_uri(invite),
    }
    status = getattr(error, "status", 422) if error else 200
    response = render(request, "games/broadcasts/scorekeeping.html", context, status=status)
    if isinstance(error, Refusal):
        set_retry_after(response, error)
    return response
