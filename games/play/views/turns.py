"""The acts of a game. Each is a POST with the game, the turn number it is meant for, and a key.

The key makes a repeated request harmless.
"""

from collections.abc import Callable
from uuid import UUID

from django.http import HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.common.metrics import MOVES_OF_PEOPLE
from games.common.request_arrivals import get_arrival_time, get_round_trip
from games.common.requests import (
    PageRequest,
    forbid_caching,
    parse_notation,
    parse_number,
    parse_text,
)
from games.live.latency import get_latency
from games.play.live.fragments import render_breakdown, render_moves, render_preview
from games.play.live.page_state import serialize_steps
from games.play.live.topics import get_room_topic, get_room_view
from games.play.perspective import break_down_move, load_steps, preview_play
from games.play.services import outages, turns
from games.play.services.rooms import require_admitted
from games.play.views.responses import answer_refusals, answer_snapshot
from games.play.views.seats import parse_game
from games.players.services.identity import get_claim, get_known_id, get_player
from games.rules.equipment.tiles import TileSet
from games.rules.plays.acts import Abort, Accept, Act, Challenge, Exchange, Pass, Play, Resign
from scrabble_site.shared.refusals import NotFound


@require_POST
@answer_refusals
def play_tiles(request: PageRequest, code: str) -> HttpResponse:
    return _apply_act(request, code, lambda tile_set: _parse_play(request, tile_set))


@require_POST
@answer_refusals
def exchange_tiles(request: PageRequest, code: str) -> HttpResponse:
    return _apply_act(
        request, code, lambda tile_set: Exchange(tile_set.read(parse_text(request, "tiles")))
    )


@require_POST
@answer_refusals
def pass_turn(request: PageRequest, code: str) -> HttpResponse:
    return _apply_act(request, code, lambda _: Pass())


@require_POST
@answer_refusals
def challenge_play(request: PageRequest, code: str) -> HttpResponse:
    return _apply_act(request, code, lambda _: Challenge())


@require_POST
@answer_refusals
def accept_play(request: PageRequest, code: str) -> HttpResponse:
    return _apply_act(request, code, lambda _: Accept())


@require_POST
@answer_refusals
def resign_game(request: PageRequest, code: str) -> HttpResponse:
    return _apply_act(request, code, lambda _: Resign())


@require_POST
@answer_refusals
def abort_game(request: PageRequest, code: str) -> HttpResponse:
    return _apply_act(request, code, lambda _: Abort())


@require_POST
@answer_refusals
def preview_tiles(request: PageRequest, code: str) -> HttpResponse:
    """Show what the tentative tiles would score, or why the placement is not allowed."""
    preview = preview_play(
        code, get_player(request), lambda tile_set: _parse_play(request, tile_set)
    )
    return forbid_caching(HttpResponse(render_preview(preview)))


@require_GET
@answer_refusals
def show_breakdown(request: PageRequest, code: str, number: int) -> HttpResponse:
    """Show how a move of the current game was scored, word by word."""
    require_admitted(code, get_known_id(request))
    return HttpResponse(render_breakdown(break_down_move(code, number, get_player(request))))


@require_GET
@answer_refusals
def show_older_moves(request: PageRequest, code: str, game_id: UUID, number: int) -> HttpResponse:
    """Show moves of the current game that are too old for the bundle."""
    view = get_room_view(code, get_known_id(request))
    if view.game_id != str(game_id):
        raise NotFound("game.unknown")
    return HttpResponse(render_moves(view, number))


@require_GET
@never_cache
@answer_refusals
def show_steps(request: PageRequest, code: str, game_id: UUID, number: int) -> HttpResponse:
    """Return what each later move of the current game did to the board and the scores."""
    require_admitted(code, get_known_id(request))
    return JsonResponse({"steps": serialize_steps(load_steps(code, game_id, number))})


def _apply_act(request: PageRequest, code: str, read: Callable[[TileSet], Act]) -> HttpResponse:
    # After an outage, compensate the clocks before this act is charged any time.
    outages.ensure_reported_alive()
    claim = get_claim(request)
    # Loads the dictionary before the room is locked, since compiling a new one takes seconds.
    tile_set, game = turns.prepare_turn(code, claim.player), parse_game(request)
    # Games without clocks skip the look-up of the latency.
    timed = turns.is_possibly_timed(code, game)
    snapshot = turns.apply_player_act(
        code,
        claim.player,
        read(tile_set),
        game_id=game,
        turn=parse_number(request.POST.get("turn"), "form.turn"),
        key=parse_text(request, "key")[:64],
        now=timezone.now(),
        session=(claim.epoch, claim.number),
        lag=get_latency(get_room_topic(code), claim.player, game, get_round_trip(request))
        if timed
        else 0,
        arrived=get_arrival_time(request),
    )
    MOVES_OF_PEOPLE.inc()
    return answer_snapshot(request, snapshot)


def _parse_play(request: PageRequest, tile_set: TileSet) -> Act:
    return Play.read(*parse_notation(request), tile_set)
