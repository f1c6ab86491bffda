"""What people do in clubs: join, leave, sign up for matches, and get a calendar."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.clubs.services import calendars, matches, membership
from games.clubs.services.access import find_club
from games.clubs.views.responses import answer_club_refusals, carry_out, require_player
from games.common.requests import PageRequest

CLUB = "games:club"
CLUB_MATCH = "games:club_match"
MAX_INVITE = 32


@require_POST
@answer_club_refusals
def join(request: PageRequest, code: str) -> HttpResponse:
    """Join a club, or ask to."""
    find_club(code)
    player, now = require_player(request), timezone.now()
    invite = request.POST.get("invite", "")[:MAX_INVITE]
    text = request.POST.get("text", "")
    return carry_out(
        request,
        lambda: membership.join_club(code, player, now, invite=invite, text=text),
        CLUB,
        code,
    )


@require_POST
@answer_club_refusals
def leave(request: PageRequest, code: str) -> HttpResponse:
    """Leave a club, or take a request back."""
    find_club(code)
    player = require_player(request)
    return carry_out(request, lambda: membership.leave_club(code, player), "games:clubs")


@require_POST
@answer_club_refusals
def sign_up(request: PageRequest, code: str, match: int) -> HttpResponse:
    """Sign up for a match, or cancel that if ``ready`` is empty."""
    find_club(code)
    player, now = require_player(request), timezone.now()
    if request.POST.get("ready"):
        return carry_out(
            request, lambda: matches.sign_up(code, player, match, now), CLUB_MATCH, code, match
        )
    return carry_out(
        request, lambda: matches.cancel_sign_up(code, player, match), CLUB_MATCH, code, match
    )


@require_POST
@answer_club_refusals
def renew_calendar(request: PageRequest) -> HttpResponse:
    """Give the viewer's calendar an address, or a new one."""
    calendars.renew_calendar(require_player(request), timezone.now())
    return redirect("games:clubs")
