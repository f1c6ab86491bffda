"""The host's commands about other people in the room. Badges identify spectators."""

from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.common.requests import MAX_ROW_ID, PageRequest, parse_number
from games.play.services import hosting, presence
from games.play.views.responses import answer_changed, answer_refusals
from games.play.views.seats import parse_seat_number, parse_shown_game, require_player
from games.players.terms.badges import read_badge
from scrabble_site.shared.refusals import NotFound


@require_POST
@answer_refusals
def set_locked(request: PageRequest, code: str) -> HttpResponse:
    """Lock the room; with an empty ``on``, unlock it."""
    locked = bool(request.POST.get("on"))
    hosting.set_locked(code, require_player(request, code), locked=locked, now=timezone.now())
    return answer_changed(request, code)


@require_POST
@answer_refusals
def unseat_member(request: PageRequest, code: str) -> HttpResponse:
    host, seat, now = require_player(request, code), parse_seat_number(request), timezone.now()
    member, shown = _parse_member(request), parse_shown_game(request)
    hosting.unseat_member(code, host, seat, member, now, shown=shown)
    return answer_changed(request, code)


@require_POST
@answer_refusals
def seat_spectator(request: PageRequest, code: str) -> HttpResponse:
    host, visitor = require_player(request, code), _parse_badge(request, code)
    hosting.seat_spectator(code, host, visitor, timezone.now(), shown=parse_shown_game(request))
    return answer_changed(request, code)


@require_POST
@answer_refusals
def hand_over_hosting(request: PageRequest, code: str) -> HttpResponse:
    host, seat, now = require_player(request, code), parse_seat_number(request), timezone.now()
    member, shown = _parse_member(request), parse_shown_game(request)
    hosting.hand_over_hosting(code, host, seat, member, now, shown=shown)
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
    """Let a spectator choose to be listed by name or, with ``on``, only counted as a guest."""
    presence.set_hidden_as_spectator(
        require_player(request, code), hidden=bool(request.POST.get("on"))
    )
    return HttpResponse(status=204)


def _parse_member(request: PageRequest) -> int:
    """Return the number of the person at the table who is meant.

    A seat's number alone would mean the player who has it by the time the request arrives.
    """
    return parse_number(request.POST.get("who", ""), "form.who", maximum=MAX_ROW_ID)


def _parse_badge(request: PageRequest, code: str) -> UUID:
    """Return the id of the visitor who is meant.

    Raises ``NotFound`` for a badge that was not issued in this room.
    """
    visitor = read_badge(request.POST.get("who", "")[:64], code)
    if visitor is None:
        raise NotFound("watcher.unknown")
    return visitor
