"""The acts of a game: each a POST with the game and the turn number it answers, and a key."""

from collections.abc import Callable
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from games.common.refusals import Missing, Unsuitable
from games.common.requests import PageRequest, read_number
from games.play.fragments import render_breakdown, render_moves, render_preview
from games.play.perspective import look_at_move, look_at_play
from games.play.services import turns
from games.play.topics import view_room
from games.play.views.answers import answer_scene, command
from games.players.identity import known_id, player_of
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
    return HttpResponse(render_breakdown(look_at_move(code, number, player_of(request)), code))


@require_GET
@command
def older_moves(request: PageRequest, code: str, game_id: UUID, number: int) -> HttpResponse:
    """Moves of the game on the table that its bundles no longer carry."""
    view = view_room(code, "")
    if view.game_id != str(game_id):
        raise Missing("game.unknown")
    return HttpResponse(render_moves(view, number))


def _act(request: PageRequest, code: str, read: Callable[[TileSet], Act]) -> HttpResponse:
    tile_set = turns.prepare(code, known_id(request))
    scene = turns.act(
        code,
        known_id(request),
        read(tile_set),
        game_id=_game(request),
        turn=read_number(request.POST.get("turn"), "form.turn"),
        key=_text(request, "key")[:64],
        now=timezone.now(),
    )
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
