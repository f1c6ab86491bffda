"""The chat of a club: read it, write in it, and mute, block or report an author.

Other members get new messages through :mod:`games.clubs.live.topics`.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.chat.live.fragments import render_author, render_older_lines, render_refusal
from games.chat.services import mutes
from games.clubs.live.topics import get_club_chat_state, publish_club_chat
from games.clubs.perspective.club_chat import (
    build_club_author_view,
    find_club_message,
    load_older_club_lines,
)
from games.clubs.perspective.wording import explain
from games.clubs.services.access import find_club, require_member
from games.clubs.services.chat import send_club_message
from games.clubs.services.reports import report_club_message
from games.clubs.views.responses import require_player
from games.common.requests import PageRequest, forbid_caching, parse_number, set_retry_after
from games.live.state_cache import RenderedState
from games.moderation.perspective.wording import MESSAGE_REASONS, list_reasons
from games.moderation.services.report_filing import Complaint
from games.players.models import Player
from games.players.services import blocks
from scrabble_site.shared.refusals import Refusal

# Message numbers are row ids: anything longer is not one, and could overflow the database.
MAX_MESSAGE_NUMBER = 10**15


def answer_chat_refusals(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view so that refusals become a sentence for the chat."""

    @wraps(view)
    def answer(request: PageRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            response = view(request, *args, **kwargs)
        except Refusal as refusal:
            response = HttpResponse(render_refusal(explain(refusal)), status=refusal.status)
            set_retry_after(response, refusal)
        return forbid_caching(response)

    return answer


@require_GET
@answer_chat_refusals
def show_chat(request: PageRequest, code: str) -> HttpResponse:
    """Return the newest lines, or 204 if the page has them; with ``before``, older lines."""
    club, player = find_club(code), require_player(request)
    require_member(club, player)
    if "before" in request.GET:
        before = parse_number(request.GET["before"], "form.text", maximum=MAX_MESSAGE_NUMBER)
        return HttpResponse(render_older_lines(*load_older_club_lines(code, player, before)))
    rendered = get_club_chat_state(code)
    if str(rendered.stamp) == request.GET.get("stamp"):
        return HttpResponse(status=204)
    return _answer_own_chat(player, rendered)


@require_POST
@answer_chat_refusals
def send_message(request: PageRequest, code: str) -> HttpResponse:
    """Send a message. A repeated key sends nothing more."""
    find_club(code)
    player = require_player(request)
    text, key = request.POST.get("text", ""), request.POST.get("key", "")
    send_club_message(code, player, text, key, timezone.now())
    return _answer_own_chat(player, publish_club_chat(code))


@require_GET
@answer_chat_refusals
def show_author(request: PageRequest, code: str, number: int) -> HttpResponse:
    """Show a message's author with the choice to mute, block or report them."""
    find_club(code)
    return _render_author(code, number, require_player(request))


def _author_action(act: Callable[[Player, Player], object]) -> Callable[..., HttpResponse]:
    """Return a view in which the member applies ``act`` to the author of a message."""

    @require_POST
    @answer_chat_refusals
    def apply_action(request: PageRequest, code: str, number: int) -> HttpResponse:
        club, player = find_club(code), require_player(request)
        build_club_author_view(code, number, player)  # raises unless readable
        author = find_club_message(club, number).author
        assert author is not None
        act(player, author)
        return _render_author(code, number, player)

    return apply_action


mute_author = _author_action(mutes.mute)
unmute_author = _author_action(mutes.unmute)
block_author = _author_action(
    lambda player, other: blocks.block_player(player, other, timezone.now())
)
unblock_author = _author_action(blocks.unblock_player)


@require_http_methods(["GET", "POST"])
@never_cache
def report_message(request: PageRequest, code: str, number: int) -> HttpResponse:
    """Show the form in the dialog about a message's author, and thanks once it is sent."""
    context: dict[str, Any] = {"reasons": list_reasons(MESSAGE_REASONS)}
    template, status = "games/moderation/_report.html", 200
    try:
        find_club(code)
        player = require_player(request)
        context["author"] = build_club_author_view(code, number, player)
        if request.method == "POST":
            complaint = Complaint(request.POST.get("reason", ""), request.POST.get("words", ""))
            report_club_message(player, code, number, complaint, timezone.now())
            context["thanked"] = True
    except Refusal as refusal:
        context["error"] = explain(refusal)
        response = render(request, template, context, status=refusal.status)
        set_retry_after(response, refusal)
        return response
    return render(request, template, context, status=status)


def _render_author(code: str, number: int, player: Player) -> HttpResponse:
    return HttpResponse(render_author(build_club_author_view(code, number, player)))


def _answer_own_chat(player: Player, rendered: RenderedState) -> HttpResponse:
    return HttpResponse(rendered.text_for(str(player.pk)))
