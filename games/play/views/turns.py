"""The acts of a game: each a POST with the game and the turn number it answers, and a key."""

from collections.abc import Callable
from uuid import UUID

from django.http import HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.common.figures import MOVES_OF_PEOPLE
from games.common.refusals import Missing, Unsuitable
from games.common.requests import PageRequest, read_number
from games.live.lags import lag_of
from games.play.fragments import render_breakdown, render_moves, render_preview
from games.play.pagestate import tell_steps
from games.play.perspective import look_at_move, look_at_play, look_at_steps
from games.play.services import outages, turns
from games.play.services.rooms import require_admitted
from games.play.topics import room_topic, view_room
from games.play.views.answers import answer_scene, command
from games.players.identity import claim_of, known_id, player_of
from games.rules.moves import Accept, Act, Challenge, Exchange, Pass, Play, Resign
from games.rules.tiles import TileSet

LONGEST_NOTATION = 120


@require_POST
@command
def play(request: PageRequest, code: str) -> HttpResponse:
    return _act(request, code, lambda tile_set: _read_play(request, tile_set))


@require_POST
@command
def exchange(request: PageRequest, code: str) -> HttpResponse:
    return _act(request, code, lambda tile_set: Exchange(tile_set.read(_text(request, "tiles"))))


@require_POST
@command
def pass_turn(request: PageRequest, code: str) -> HttpResponse:
    return _act(request, code, lambda _: Pass())


@require_POST
@command
def challenge(request: PageRequest, code: str) -> HttpResponse:
    return _act(request, code, lambda _: Challenge())


@require_POST
@command
def accept(request: PageRequest, code: str) -> HttpResponse:
    return _act(request, code, lambda _: Accept())


@require_POST
@command
def resign(request: PageRequest, code: str) -> HttpResponse:
    return _act(request, code, lambda _: Resign())


@require_POST
@command
def preview(request: PageRequest, code: str) -> HttpResponse:
    """What the tentative tiles would score. An unlawful placement is an answer, too."""
    look = look_at_play(code, player_of(request), lambda tile_set: _read_play(request, tile_set))
    response = HttpResponse(render_preview(look))
    response["Cache-Control"] = "no-store, private"
    return response


@require_GET
@command
def breakdown(request: PageRequest, code: str, number: int) -> HttpResponse:
    """How a move of the game on the table was scored, word by word."""
    require_admitted(code, known_id(request))
    return HttpResponse(render_breakdown(look_at_move(code, number, player_of(request)), code))


@require_GET
@command
def older_moves(request: PageRequest, code: str, game_id: UUID, number: int) -> HttpResponse:
    """Moves of the game on the table that its bundles no longer carry."""
    view = view_room(code, known_id(request))
    if view.game_id != str(game_id):
        raise Missing("game.unknown")
    return HttpResponse(render_moves(view, number))


@require_GET
@never_cache
@command
def steps(request: PageRequest, code: str, game_id: UUID, number: int) -> HttpResponse:
    """What every move after this one did to the board and the scores of the game on the table."""
    require_admitted(code, known_id(request))
    return JsonResponse({"steps": tell_steps(look_at_steps(code, game_id, number))})


def _act(request: PageRequest, code: str, read: Callable[[TileSet], Act]) -> HttpResponse:
    outages.be_alive()
    claim = claim_of(request)
    tile_set, game = turns.prepare(code, claim.player), _game(request)
    timed = turns.may_be_timed(code, game)
    scene = turns.act(
        code,
        claim.player,
        read(tile_set),
        game_id=game,
        turn=read_number(request.POST.get("turn"), "form.turn"),
        key=_text(request, "key")[:64],
        now=timezone.now(),
        epoch=claim.epoch,
        lag=lag_of(room_topic(code), claim.player) if timed else 0,
    )
    MOVES_OF_PEOPLE.inc()
    return answer_scene(request, scene)


def _read_play(request: PageRequest, tile_set: TileSet) -> Act:
    return Play.read(_text(request, "position"), _text(request, "tiles"), tile_set)


def _game(request: PageRequest) -> str:
    """The game the page shows: a command for another one must not land in this."""
    said = _text(request, "game")
    try:
        return str(UUID(said))
    except ValueError as error:
        raise Unsuitable("form.game") from error


def _text(request: PageRequest, name: str) -> str:
    said = str(request.POST.get(name, ""))
    if len(said) > LONGEST_NOTATION:
        raise Unsuitable("form.too_long")
    if not said.isprintable():
        raise Unsuitable("form.text")
    return said
