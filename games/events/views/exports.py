"""Downloads of an event."""

from django.http import HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.common.requests import PageRequest
from games.events.perspective.exports import (
    write_csv,
    write_games,
    write_json,
    write_tou_file,
    write_tsh_files,
)
from games.events.services.access import find_event, require_director
from games.events.views.responses import answer_refusals, require_player


@require_GET
@never_cache
@answer_refusals
def download_tsh(request: PageRequest, code: str) -> HttpResponse:
    content = write_tsh_files(find_event(code))
    return _attach(
        HttpResponse(content, content_type="application/zip"), f"tileroom-{code}-tsh.zip"
    )


@require_GET
@never_cache
@answer_refusals
def download_tou(request: PageRequest, code: str) -> HttpResponse:
    text = write_tou_file(find_event(code))
    return _attach(
        HttpResponse(text, content_type="text/plain; charset=utf-8"), f"tileroom-{code}.tou"
    )


@require_GET
@never_cache
@answer_refusals
def download_csv(request: PageRequest, code: str) -> HttpResponse:
    text = write_csv(find_event(code))
    return _attach(
        HttpResponse(text, content_type="text/csv; charset=utf-8"), f"tileroom-{code}.csv"
    )


@require_GET
@never_cache
@answer_refusals
def download_json(request: PageRequest, code: str) -> HttpResponse:
    return _attach(JsonResponse(write_json(find_event(code))), f"tileroom-{code}.json")


@require_GET
@never_cache
@answer_refusals
def download_games(request: PageRequest, code: str) -> HttpResponse:
    """Return the records of all finished games, for directors: it takes a while."""
    event = find_event(code)
    require_director(event, require_player(request))
    content = write_games(event)
    return _attach(
        HttpResponse(content, content_type="application/zip"), f"tileroom-{code}-games.zip"
    )


def _attach(response: HttpResponse, name: str) -> HttpResponse:
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
