"""Reporting a message in a dialog, or a player on a separate page."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from games.chat.perspective import build_author_view
from games.common.requests import PageRequest, set_retry_after
from games.moderation.models import ModerationReport
from games.moderation.perspective.wording import MESSAGE_REASONS, explain, list_reasons
from games.moderation.services import report_filing
from games.moderation.services.report_filing import Complaint
from games.play.models import Game
from games.play.services.naming import make_provisional_player
from games.players.models import Player
from games.players.services.identity import get_known_id, get_player, get_visitor_id
from scrabble_site.shared.refusals import Refusal

Reason = ModerationReport.Reason
PLAYER_REASONS = (Reason.NAME, Reason.CHEATING, Reason.STALLING, Reason.RUDE, Reason.OTHER)


@require_http_methods(["GET", "POST"])
@never_cache
def report_chat_message(request: PageRequest, code: str, number: int) -> HttpResponse:
    """Show the form in the dialog about a message's author, and thanks once it is sent."""
    context: dict[str, Any] = {"reasons": list_reasons(MESSAGE_REASONS)}
    try:
        context["author"] = build_author_view(code, number, get_known_id(request))
        if request.method == "POST":
            complaint = _parse_complaint(request)
            with make_provisional_player(get_visitor_id(request)) as reporter:
                report_filing.report_message(reporter, code, number, complaint, timezone.now())
            context["thanked"] = True
    except Refusal as refusal:
        return _render_refusal(request, "games/moderation/_report.html", context, refusal)
    return render(request, "games/moderation/_report.html", context)


@require_http_methods(["GET", "POST"])
@never_cache
def report_player(request: PageRequest, player_id: UUID) -> HttpResponse:
    """Report a player's name, or their conduct in a game (``game``, an id) they played in."""
    about = Player.objects.filter(pk=player_id, left_at=None).first()
    asker = get_player(request)
    if about is None or about == asker:
        raise Http404
    context: dict[str, Any] = {"about": about, "reasons": list_reasons(PLAYER_REASONS)}
    context["game"] = request.POST.get("game", request.GET.get("game", ""))
    try:
        if request.method == "POST":
            with make_provisional_player(get_visitor_id(request)) as reporter:
                _file_player_report(reporter, _parse_complaint(request), about, context["game"])
            context["thanked"] = True
    except Refusal as refusal:
        context["words"] = request.POST.get("words", "")
        return _render_refusal(request, "games/moderation/report_player.html", context, refusal)
    return render(request, "games/moderation/report_player.html", context)


@require_GET
@never_cache
def game(request: PageRequest, game_id: UUID) -> HttpResponse:
    """Choose which player of a game to report."""
    found = Game.objects.select_related("room").filter(pk=game_id).first()
    # 404 for a private room as well, so that ids of its games cannot be probed.
    if found is None or found.room.is_closed_to(get_known_id(request)):
        raise Http404
    holders = found.holders.select_related("player").order_by("seat__number", "pk")
    others = [holder.player for holder in holders if str(holder.player_id) != get_known_id(request)]
    return render(request, "games/moderation/choose_player.html", {"game": found, "others": others})


def _file_player_report(reporter: Player, complaint: Complaint, about: Player, game: str) -> None:
    now = timezone.now()
    if complaint.reason == Reason.NAME or not game:
        report_filing.report_nickname(reporter, about, complaint, now)
        return
    try:
        game_id = UUID(game)
    except ValueError as error:
        raise Http404 from error
    report_filing.report_game(reporter, about, game_id, complaint, now)


def _render_refusal(
    request: PageRequest, template: str, context: dict[str, Any], refusal: Refusal
) -> HttpResponse:
    context["error"] = explain(refusal)
    response = render(request, template, context, status=refusal.status)
    set_retry_after(response, refusal)
    return response


def _parse_complaint(request: PageRequest) -> Complaint:
    return Complaint(request.POST.get("reason", ""), request.POST.get("words", ""))
