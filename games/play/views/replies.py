"""Conditional replies to moves that opponents might make, a fragment loaded when it is opened."""

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from games.common.fragment_rendering import render_fragment
from games.common.requests import PageRequest, forbid_caching, parse_number
from games.play.perspective import build_replies_view, preview_reply
from games.play.perspective.places import read_placed_word
from games.play.perspective.wording import explain
from games.play.services import replies
from games.play.services.replies import ReplyRequest
from games.play.services.turns import prepare_turn
from games.play.views.responses import answer_refusals
from games.play.views.seats import require_player
from games.players.models import Player
from games.players.services.identity import get_player
from games.rules.equipment.errors import RuleError
from scrabble_site.shared.refusals import InvalidRequest, NotFound, Refusal

MAX_NOTATION_LENGTH = 60


@require_http_methods(["GET", "POST"])
@answer_refusals
def list_or_store_replies(request: PageRequest, code: str) -> HttpResponse:
    """Return the player's stored replies (GET), or store another one (POST)."""
    player = require_player(request, code)
    if request.method == "GET":
        return _render_replies(code, player)
    prepare_turn(code, str(player.pk))
    reply, turn = _parse_reply(request), parse_number(request.POST.get("turn"), "form.turn")
    try:
        replies.store_reply(code, player, reply, turn=turn, game_id=request.POST.get("game", ""))
    except (Refusal, RuleError) as refusal:
        return _render_refusal(request, code, player, refusal, reply)
    return _render_replies(code, player)


@require_POST
@answer_refusals
def remove_stored_reply(request: PageRequest, code: str, number: int) -> HttpResponse:
    """Remove a reply and the replies that follow from it."""
    player = require_player(request, code)
    turn = parse_number(request.POST.get("turn"), "form.turn")
    try:
        game = request.POST.get("game", "")
        replies.remove_reply(code, player, number, turn=turn, game_id=game)
    except Refusal as refusal:
        return _render_refusal(request, code, player, refusal, ReplyRequest("", ""))
    return _render_replies(code, player)


@require_POST
@answer_refusals
def preview_stored_reply(request: PageRequest, code: str) -> HttpResponse:
    """Show how a reply that is being entered would be played."""
    preview = preview_reply(code, get_player(request), _parse_reply(request))
    return forbid_caching(
        HttpResponse(render_fragment("play/_reply_preview", {"preview": preview}))
    )


def _render_replies(code: str, player: Player, status: int = 200, **more: object) -> HttpResponse:
    view = build_replies_view(code, player)
    preview = preview_reply(code, player, more.get("draft") or ReplyRequest("", ""))  # type: ignore[arg-type]
    context = {"replies": view, "preview": preview, **more}
    return forbid_caching(HttpResponse(render_fragment("play/_replies", context), status=status))


def _render_refusal(
    request: PageRequest,
    code: str,
    player: Player,
    refusal: Refusal | RuleError,
    reply: ReplyRequest,
) -> HttpResponse:
    if isinstance(refusal, NotFound) and refusal.code == "room.unknown":
        raise refusal  # there is no room whose replies could be rendered
    status = refusal.status if isinstance(refusal, Refusal) else 422
    written = {name: request.POST.get(name, "") for name in ("guess", "answer")}
    more = {"draft": reply, "written": written, "error": explain(refusal)}
    return _render_replies(code, player, status, **more)


def _parse_reply(request: PageRequest) -> ReplyRequest:
    after = request.POST.get("after", "")
    return ReplyRequest(
        _parse_notation(request, "guess"),
        _parse_notation(request, "answer"),
        parse_number(after, "form.turn", maximum=2**53) if after else None,
        bool(request.POST.get("if_good")),
    )


def _parse_notation(request: PageRequest, name: str) -> str:
    """Return a field in game notation; players write "H8 across WORD"."""
    text = str(request.POST.get(name, ""))
    if len(text) > MAX_NOTATION_LENGTH:
        raise InvalidRequest("form.too_long")
    if not text.isprintable():
        raise InvalidRequest("form.text")
    return read_placed_word(text)
