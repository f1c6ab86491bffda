"""The pages of a game that is over: its record, its export, its bag checked."""

import uuid

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_GET

from games.common.refusals import Missing
from games.common.requests import PageRequest
from games.play.models import Game
from games.play.views.answers import command
from games.players.identity import player_of
from games.records.export import export_record
from games.records.fragments import render_svg
from games.records.perspective import (
    OpenedRecord,
    find_board,
    look_at_page,
    open_record,
    tell_record,
)
from games.records.raster import make_png
from games.records.services.sources import find_source
from games.records.verification import publish_bag
from lexicon.numbers import read_small

KEPT = 3600
"""Seconds that pictures and data may be kept."""


@require_GET
@xframe_options_sameorigin
@command
def record(request: PageRequest, record_id: uuid.UUID) -> HttpResponse:
    """The record of a game that is over, at its end or after ``?move``; the admin shows it beside a
    dispute. A running game is found in its room only."""
    source = find_source(record_id, player_of(request))
    view = look_at_page(open_record(source), read_small(request.GET.get("move")))
    return render(request, "games/records/record.html", {"view": view})


@require_GET
@command
def picture(request: PageRequest, record_id: uuid.UUID, number: int, form: str) -> HttpResponse:
    """A position as a picture, "svg" or "png". It says what the record says, so it may be kept."""
    opened = open_record(find_source(record_id, player_of(request)))
    if number > opened.last:
        raise Missing("record.position")
    svg = render_svg(opened, number)
    if form == "svg":
        return _kept(HttpResponse(svg, content_type="image/svg+xml"), opened)
    return _kept(HttpResponse(make_png(svg), content_type="image/png"), opened)


@require_GET
@command
def board(request: PageRequest, record_id: uuid.UUID, number: int) -> HttpResponse:
    """To the analysis board, with a position set there."""
    opened = open_record(find_source(record_id, player_of(request)))
    if number > opened.last:
        raise Missing("record.position")
    return redirect(find_board(opened, number))


@require_GET
@command
def data(request: PageRequest, record_id: uuid.UUID) -> HttpResponse:
    """The record for programs; what its fields are, ``games.records.perspective.data`` tells."""
    opened = open_record(find_source(record_id, player_of(request)))
    return _kept(JsonResponse(tell_record(opened)), opened)


def _kept(response: HttpResponse, record: OpenedRecord) -> HttpResponse:
    """Names may change, nothing else. An uploaded record is for whom its owner likes."""
    whose = "private" if record.source.upload else "public"
    response["Cache-Control"] = f"{whose}, max-age={KEPT}"
    return response


@require_GET
@command
def gcg(request: PageRequest, record_id: uuid.UUID) -> HttpResponse:
    """The record in GCG, for other programs."""
    text = export_record(find_source(record_id, player_of(request)))
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="tileroom-{record_id}.gcg"'
    return response


@require_GET
def check_bag(request: PageRequest, game_id: uuid.UUID) -> HttpResponse:
    """The page that draws every tile again: in the browser, for the server is to be checked."""
    return render(request, "games/records/bag.html", {"game": _ended(game_id)})


@require_GET
def bag(request: PageRequest, game_id: uuid.UUID) -> HttpResponse:
    """Secret, contributions and record of an ended game, for anybody's own check."""
    return JsonResponse(publish_bag(_ended(game_id)))


def _ended(game_id: uuid.UUID) -> Game:
    game = Game.objects.select_related("room").filter(pk=game_id, status=Game.Status.OVER).first()
    if game is None or game.state is None:
        raise Http404
    return game
