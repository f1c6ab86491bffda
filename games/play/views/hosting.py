"""The host's commands about others in the room. Watchers are named by their badges."""

from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.common.refusals import Missing
from games.common.requests import PageRequest, read_number
from games.play.services import hosting, presence
from games.play.views.answers import answer_changed, command
from games.play.views.seats import known_player, seat_number
from games.players.badges import read_badge

MEMBER_MOST = 10**15


@require_POST
@command
def lock(request: PageRequest, code: str) -> HttpResponse:
    """Lock the room, or with an empty ``on`` unlock it."""
    locked = bool(request.POST.get("on"))
    hosting.lock(code, known_player(request, code), locked=locked, now=timezone.now())
    return answer_changed(request, code)


@require_POST
@command
def unseat(request: PageRequest, code: str) -> HttpResponse:
    host, seat, now = known_player(request, code), seat_number(request), timezone.now()
    hosting.unseat(code, host, seat, now, member=_member(request))
    return answer_changed(request, code)


@require_POST
@command
def seat_watcher(request: PageRequest, code: str) -> HttpResponse:
    host = known_player(request, code)
    hosting.seat_watcher(code, host, _badge(request, code), timezone.now())
    return answer_changed(request, code)


@require_POST
@command
def hand_on(request: PageRequest, code: str) -> HttpResponse:
    host, seat, now = known_player(request, code), seat_number(request), timezone.now()
    hosting.hand_on(code, host, seat, now, member=_member(request))
    return answer_changed(request, code)


@require_POST
@command
def take_over(request: PageRequest, code: str) -> HttpResponse:
    hosting.take_over(code, known_player(request, code), timezone.now())
    return answer_changed(request, code)


@require_POST
@command
def remove(request: PageRequest, code: str) -> HttpResponse:
    hosting.remove(code, known_player(request, code), _badge(request, code), timezone.now())
    return answer_changed(request, code)


@require_POST
@command
def readmit(request: PageRequest, code: str) -> HttpResponse:
    hosting.readmit(code, known_player(request, code), _badge(request, code), timezone.now())
    return answer_changed(request, code)


@require_POST
@command
def watch_unnamed(request: PageRequest, code: str) -> HttpResponse:
    """A watcher's own choice: to be listed by name, or with ``on`` counted as a guest."""
    presence.watch_unnamed(known_player(request, code), unnamed=bool(request.POST.get("on")))
    return HttpResponse(status=204)


def _member(request: PageRequest) -> int | None:
    """Who of a team is meant, by their number on the page."""
    said = request.POST.get("who", "")
    return read_number(said, "seat.nobody", most=MEMBER_MOST) if said else None


def _badge(request: PageRequest, code: str) -> UUID:
    """Who is meant. Raises ``Missing`` for a badge that nobody got in this room."""
    visitor = read_badge(request.POST.get("who", "")[:64], code)
    if visitor is None:
        raise Missing("watcher.unknown")
    return visitor
