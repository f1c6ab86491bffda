"""Reporting: a message in its dialog, a person on a page of their own."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from games.chat.perspective import look_at_author
from games.common.refusals import Refusal
from games.common.requests import PageRequest, say_when
from games.moderation.models import Report
from games.moderation.services import reporting
from games.moderation.services.reporting import Complaint
from games.moderation.wording import explain
from games.play.models import Game
from games.play.services.naming import introduced
from games.players.identity import known_id, player_of, visitor_of
from games.players.models import Player

Reason = Report.Reason
OF_MESSAGES = (Reason.RUDE, Reason.SPAM, Reason.CHEATING, Reason.OTHER)
OF_PEOPLE = (Reason.NAME, Reason.CHEATING, Reason.STALLING, Reason.RUDE, Reason.OTHER)


@require_http_methods(["GET", "POST"])
@never_cache
def message(request: PageRequest, code: str, number: int) -> HttpResponse:
    """The form for a message, in the dialog about its author; and the thanks for it."""
    context: dict[str, Any] = {"code": code, "number": number, "reasons": _offer(OF_MESSAGES)}
    try:
        context["author"] = look_at_author(code, number, known_id(request))
        if request.method == "POST":
            said = _complaint(request)
            with introduced(visitor_of(request)) as reporter:
                reporting.report_message(reporter, code, number, said, timezone.now())
            context["thanked"] = True
    except Refusal as refusal:
        return _refuse(request, "games/moderation/_report.html", context, refusal)
    return render(request, "games/moderation/_report.html", context)


@require_http_methods(["GET", "POST"])
@never_cache
def person(request: PageRequest, player_id: UUID) -> HttpResponse:
    """Reporting somebody for their name, or for a game (``game``, an id) they sat in."""
    about = Player.objects.filter(pk=player_id, left_at=None).first()
    asker = player_of(request)
    if about is None or about == asker:
        raise Http404
    context: dict[str, Any] = {"about": about, "reasons": _offer(OF_PEOPLE)}
    context["game"] = request.POST.get("game", request.GET.get("game", ""))
    try:
        if request.method == "POST":
            with introduced(visitor_of(request)) as reporter:
                _report_person(reporter, _complaint(request), about, context["game"])
            context["thanked"] = True
    except Refusal as refusal:
        context["words"] = request.POST.get("words", "")
        return _refuse(request, "games/moderation/person.html", context, refusal)
    return render(request, "games/moderation/person.html", context)


@require_GET
@never_cache
def game(request: PageRequest, game_id: UUID) -> HttpResponse:
    """Whom of a game to report."""
    found = Game.objects.select_related("room").filter(pk=game_id).first()
    if found is None or found.room.is_closed_to(known_id(request)):
        raise Http404
    held = found.holders.select_related("player").order_by("seat__number", "pk")
    others = [one.player for one in held if str(one.player_id) != known_id(request)]
    return render(request, "games/moderation/game.html", {"game": found, "others": others})


def _report_person(reporter: Player, said: Complaint, about: Player, game: str) -> None:
    now = timezone.now()
    if said.reason == Reason.NAME or not game:
        reporting.report_nickname(reporter, about, said, now)
        return
    try:
        game_id = UUID(game)
    except ValueError as error:
        raise Http404 from error
    reporting.report_game(reporter, about, game_id, said, now)


def _refuse(
    request: PageRequest, template: str, context: dict[str, Any], refusal: Refusal
) -> HttpResponse:
    context["error"] = explain(refusal)
    response = render(request, template, context, status=refusal.status)
    say_when(response, refusal)
    return response


def _complaint(request: PageRequest) -> Complaint:
    return Complaint(request.POST.get("reason", ""), request.POST.get("words", ""))


def _offer(reasons: tuple[Report.Reason, ...]) -> list[tuple[str, Any]]:
    return [(one.value, one.label) for one in reasons]
