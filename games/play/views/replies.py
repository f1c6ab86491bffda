"""Replies to what others might do: a part of the page for one seat, asked for when opened."""

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from games.common.refusals import Missing, Refusal, Unsuitable
from games.common.rendering import render_part
from games.common.requests import PageRequest, read_number
from games.play.perspective import look_at_replies, look_at_wish
from games.play.services import replies
from games.play.services.replies import Wish
from games.play.services.turns import prepare
from games.play.views.answers import command
from games.play.views.seats import known_player
from games.play.wording import explain
from games.players.identity import player_of
from games.players.models import Player
from games.rules.errors import RuleError

LONGEST = 60


@require_http_methods(["GET", "POST"])
@command
def stored(request: PageRequest, code: str) -> HttpResponse:
    """GET what one has stored; POST one more."""
    player = known_player(request, code)
    if request.method == "GET":
        return _answer(code, player)
    prepare(code, str(player.pk))
    wish, turn = _wish(request), read_number(request.POST.get("turn"), "form.turn")
    try:
        replies.store_reply(code, player, wish, turn=turn, game_id=request.POST.get("game", ""))
    except (Refusal, RuleError) as refusal:
        return _refused(code, player, refusal, wish)
    return _answer(code, player)


@require_POST
@command
def remove(request: PageRequest, code: str, number: int) -> HttpResponse:
    """Forget a reply and those that come after it."""
    player = known_player(request, code)
    turn = read_number(request.POST.get("turn"), "form.turn")
    try:
        game = request.POST.get("game", "")
        replies.remove_reply(code, player, number, turn=turn, game_id=game)
    except Refusal as refusal:
        return _refused(code, player, refusal, Wish("", ""))
    return _answer(code, player)


@require_POST
@command
def weigh(request: PageRequest, code: str) -> HttpResponse:
    """How a reply that is being written would lie."""
    look = look_at_wish(code, player_of(request), _wish(request))
    return _private(HttpResponse(render_part("play/_weighed", {"look": look})))


def _answer(code: str, player: Player, status: int = 200, **more: object) -> HttpResponse:
    view = look_at_replies(code, player)
    look = look_at_wish(code, player, more.get("wish") or Wish("", ""))  # type: ignore[arg-type]
    context = {"replies": view, "look": look, **more}
    return _private(HttpResponse(render_part("play/_replies", context), status=status))


def _refused(code: str, player: Player, refusal: Refusal | RuleError, wish: Wish) -> HttpResponse:
    if isinstance(refusal, Missing) and refusal.code == "room.unknown":
        raise refusal
    status = refusal.status if isinstance(refusal, Refusal) else 422
    return _answer(code, player, status, wish=wish, error=explain(refusal))


def _wish(request: PageRequest) -> Wish:
    after = request.POST.get("after", "")
    return Wish(
        _notation(request, "guess"),
        _notation(request, "answer"),
        read_number(after, "form.turn", most=2**53) if after else None,
        bool(request.POST.get("if_good")),
    )


def _notation(request: PageRequest, name: str) -> str:
    said = str(request.POST.get(name, ""))
    if len(said) > LONGEST:
        raise Unsuitable("form.too_long")
    if not said.isprintable():
        raise Unsuitable("form.text")
    return said


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "no-store, private"
    return response
