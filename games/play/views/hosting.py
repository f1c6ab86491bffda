"""The host's commands about other people in the room. Badges identify watchers."""

from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.common.requests import PageRequest, parse_number
from games.play.services import hosting, presence
from games.play.views.responses import answer_changed, answer_refusals
from games.play.views.seats import parse_seat_number, require_player
from games.players.terms.badges import read_badge
from scrabble_site.shared.refusals import NotFound

# Member numbers are row ids: anything longer is not one, and could overflow the database.
MAX_MEMBER_NUMBER = 10**15


@require_POST
@answer_refusals
def set_locked(request: PageRequest, code: str) -> HttpResponse:
    """Lock the room; with an empty ``on``, unlock it."""
    locked = bool(request.POST.get("on"))
    hosting.set_locked(code, require_player(request, code), locked=locked, now=timezone.now())
    return answer_changed(request, code)


@require_POST
@answer_refusals
def free_seat(request: PageRequest, code: str) -> HttpResponse:
    host, seat, now = require_player(request, code), parse_seat_number(request), timezone.now()
    hosting.free_seat(code, host, seat, now, member=_parse_member(request))
    return answer_changed(request, code)


@require_POST
@answer_refusals
def seat_watcher(request: PageRequest, code: str) -> HttpResponse:
    host = require_player(request, code)
    hosting.seat_watcher(code, host, _parse_badge(request, code), timezone.now())
    return answer_changed(request, code)


@require_POST
@answer_refusals
def hand_over_hosting(request: PageRequest, code: str) -> HttpResponse:
    host, seat, now = require_player(request, code), parse_seat_number(request), timezone.now()
    hosting.hand_over_hosting(code, host, seat, now, member=_parse_member(request))
    return answer_changed(request, code)


@require_POST
@answer_refusals
def take_over_hosting(request: PageRequest, code: str) -> HttpResponse:
    hosting.take_over_hosting(code, require_player(request, code), timezone.now())
    return answer_changed(request, code)


@require_POST
@answer_refusals
def remove_visitor(request: PageRequest, code: str) -> HttpResponse:
    hosting.remove_visitor(
        code, require_player(request, code), _parse_badge(request, code), timezone.now()
    )
    return answer_changed(request, code)


@require_POST
@answer_refusals
def readmit_visitor(request: PageRequest, code: str) -> HttpResponse:
    hosting.readmit_visitor(
        code, require_player(request, code), _parse_badge(request, code), timezone.now()
    )
    return answer_changed(request, code)


@require_POST
@answer_refusals
def watch_unnamed(request: PageRequest, code: str) -> HttpResponse:
    """Let a watcher choose to be listed by name or, with ``on``, only counted as a guest."""
    presence.set_unnamed_watching(
        require_player(request, code), unnamed=bool(request.POST.get("on"))
    )
    return HttpResponse(status=204)


def _parse_member(request: PageRequest) -> int | None:
    """Return the number of the team member who is meant; ``None`` if the form names no one."""
    text = request.POST.get("who", "")
    return parse_number(text, "seat.nobody", maximum=MAX_MEMBER_NUMBER) if text else None


def _parse_badge(request: PageRequest, code: str) -> UUID:
    """Return the id of the visitor who is meant.

    Raises ``NotFound`` for a badge that was not issued in this room.
    """
    visitor = read_badge(request.POST.get("who", "")[:64], code)
    if visitor is None:
        raise NotFound("watcher.unknown")
    return visitor
