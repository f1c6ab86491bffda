"""Pages of a finished game: its record, its exports, and the verification of the bag."""

import uuid

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_GET

from games.common.requests import PageRequest
from games.play.models import Game
from games.play.views.responses import answer_refusals
from games.players.services.identity import get_player
from games.records.perspective import (
    OpenedRecord,
    build_analysis_board_url,
    build_record_page,
    open_record,
    serialize_record,
)
from games.records.perspective.bag_verification import serialize_bag
from games.records.perspective.gcg_export import export_record
from games.records.services.png_rendering import render_png
from games.records.services.record_sources import find_source
from games.records.views.svg import render_position_svg
from scrabble_site.shared.numbers import parse_small_number
from scrabble_site.shared.refusals import NotFound

CACHE_SECONDS = 3600
"""Seconds for which images and data may be cached."""


@require_GET
@xframe_options_sameorigin
@answer_refusals
def record(request: PageRequest, record_id: uuid.UUID) -> HttpResponse:
    """Show the record of a finished game, at its end or after ``?move`` moves.

    The admin frames this page next to a dispute. Running games are only in their rooms.
    """
    source = find_source(record_id, get_player(request))
    view = build_record_page(open_record(source), parse_small_number(request.GET.get("move")))
    return render(request, "games/records/record.html", {"view": view})


@require_GET
@answer_refusals
def show_picture(
    request: PageRequest, record_id: uuid.UUID, number: int, form: str
) -> HttpResponse:
    """Return a position as an image, "svg" or "png". It shows only what the record shows."""
    opened = open_record(find_source(record_id, get_player(request)))
    if number > opened.last:
        raise NotFound("record.position")
    svg = render_position_svg(opened, number)
    if form == "svg":
        return _cache_response(HttpResponse(svg, content_type="image/svg+xml"), opened)
    return _cache_response(HttpResponse(render_png(svg), content_type="image/png"), opened)


@require_GET
@answer_refusals
def go_to_analysis_board(request: PageRequest, record_id: uuid.UUID, number: int) -> HttpResponse:
    """Redirect to the analysis board with this position."""
    opened = open_record(find_source(record_id, get_player(request)))
    if number > opened.last:
        raise NotFound("record.position")
    return redirect(build_analysis_board_url(opened, number))


@require_GET
@answer_refusals
def download_record_data(request: PageRequest, record_id: uuid.UUID) -> HttpResponse:
    """Return the record as JSON; see ``games.records.perspective.record_data``."""
    opened = open_record(find_source(record_id, get_player(request)))
    return _cache_response(JsonResponse(serialize_record(opened)), opened)


def _cache_response(response: HttpResponse, record: OpenedRecord) -> HttpResponse:
    """Set the caching headers.

    Only names can change, and the language. An upload is visible only to some, so it is private.
    """
    whose = "private" if record.source.upload else "public"
    response["Cache-Control"] = f"{whose}, max-age={CACHE_SECONDS}"
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response


@require_GET
@answer_refusals
def download_gcg(request: PageRequest, record_id: uuid.UUID) -> HttpResponse:
    """Return the record as a GCG file."""
    text = export_record(find_source(record_id, get_player(request)))
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="tileroom-{record_id}.gcg"'
    return response


@require_GET
def show_bag_check(request: PageRequest, game_id: uuid.UUID) -> HttpResponse:
    """Show the page that repeats every draw, in the browser because the server is what is being
    verified.
    """
    return render(request, "games/records/bag_check.html", {"game": _get_ended_game(game_id)})


@require_GET
def download_bag(request: PageRequest, game_id: uuid.UUID) -> HttpResponse:
    """Return the secret, the contributions and the record of a finished game, for independent
    checks.
    """
    return JsonResponse(serialize_bag(_get_ended_game(game_id)))


def _get_ended_game(game_id: uuid.UUID) -> Game:
    game = Game.objects.select_related("room").filter(pk=game_id, status=Game.Status.OVER).first()
    if game is None or game.state is None:
        raise Http404
    return game
