"""Draft plays of team members, sent by one page and shown on the others."""

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from games.common.requests import PageRequest, forbid_caching
from games.play.live.fragments import render_drafts
from games.play.live.topics import send_draft
from games.play.services import drafts
from games.play.views.responses import answer_refusals
from games.players.services.identity import get_known_id


@require_http_methods(["GET", "POST"])
@answer_refusals
def share_draft(request: PageRequest, code: str) -> HttpResponse:
    """Save and send the player's draft (POST), or return those of the team (GET)."""
    if request.method == "GET":
        found = drafts.list_team_drafts(code, get_known_id(request))
        response = HttpResponse(render_drafts(found))
    else:
        text = request.POST.get("laid", "")
        send_draft(code, *drafts.save_draft(code, get_known_id(request), text))
        response = HttpResponse(status=204)
    return forbid_caching(response)
