"""What members of a team lay in thought: told by one page, looked at by the others."""

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from games.common.requests import PageRequest
from games.play.fragments import render_drafts
from games.play.services import drafts
from games.play.topics import whisper_draft
from games.play.views.answers import command
from games.players.identity import known_id


@require_http_methods(["GET", "POST"])
@command
def draft(request: PageRequest, code: str) -> HttpResponse:
    """POST what one lays now; GET what the others of one's team lay."""
    if request.method == "GET":
        found = drafts.look_at_drafts(code, known_id(request))
        response = HttpResponse(render_drafts(found))
    else:
        said = request.POST.get("laid", "")
        whisper_draft(code, *drafts.lay_draft(code, known_id(request), said))
        response = HttpResponse(status=204)
    response["Cache-Control"] = "no-store, private"
    return response
