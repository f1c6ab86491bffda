"""Commands about seats: sit down, leave, invite, start, ask for another game."""

from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.common.names import isolate_name
from games.common.requests import MAX_ROW_ID, PageRequest, parse_number
from games.play.services import invitations, rooms, seats, teams
from games.play.services.naming import get_or_create_player
from games.play.views.responses import answer_changed, answer_refusals
from games.players.models import Player
from games.players.services.identity import get_known_id, get_player, get_visitor_id
from scrabble_site.shared.refusals import Forbidden, InvalidRequest

# A seat waits for a whole team at most.
MAX_INVITATIONS = 60


@require_POST
@answer_refusals
def rename_self(request: PageRequest, code: str) -> HttpResponse:
    """Change the player's name."""
    rooms.require_admitted(code, get_known_id(request))
    player = get_or_create_player(get_visitor_id(request), request.POST.get("name", ""), code=code)
    text = _("You're playing as %(name)s.") % {"name": isolate_name(player.shown_name)}
    return answer_changed(request, code, text)


@require_POST
@answer_refusals
def set_room_title(request: PageRequest, code: str) -> HttpResponse:
    """Rename the room, as its host."""
    rooms.set_room_title(
        code, require_player(request, code), request.POST.get("title", ""), timezone.now()
    )
    return answer_changed(request, code)


@require_POST
@answer_refusals
def take_seat(request: PageRequest, code: str) -> HttpResponse:
    """Sit down, as a guest if the visitor has no player yet."""
    # Checked first, so that no guest is created for a visitor who must not enter.
    rooms.require_admitted(code, get_known_id(request))
    name = request.POST.get("name", "")
    seats.sit_as_visitor(
        code,
        get_visitor_id(request),
        name,
        parse_seat_number(request),
        timezone.now(),
        shown=parse_shown_game(request),
    )
    return _answer_new_seat(request, code)


@require_POST
@answer_refusals
def leave_seat(request: PageRequest, code: str) -> HttpResponse:
    player, shown = require_player(request, code), parse_shown_game(request)
    seats.leave_seat(code, player, timezone.now(), shown=shown)
    return _answer_new_seat(request, code)


@require_POST
@answer_refusals
def leave_team(request: PageRequest, code: str) -> HttpResponse:
    """Leave the player's team during the game."""
    player, shown = require_player(request, code), parse_shown_game(request)
    teams.leave_team(code, player, timezone.now(), shown=shown)
    return _answer_new_seat(request, code)


@require_POST
@answer_refusals
def name_team(request: PageRequest, code: str) -> HttpResponse:
    """Name the player's team."""
    teams.name_team(code, require_player(request, code), request.POST.get("team", ""))
    return answer_changed(request, code)


@require_POST
@answer_refusals
def set_late_members(request: PageRequest, code: str) -> HttpResponse:
    """Open the teams of a running game to everyone or, with an empty ``on``, to invited players."""
    to_all = bool(request.POST.get("on"))
    teams.set_late_members(code, require_player(request, code), to_all=to_all, now=timezone.now())
    return answer_changed(request, code)


@require_POST
@answer_refusals
def add_computer(request: PageRequest, code: str) -> HttpResponse:
    level = parse_number(request.POST.get("level"), "computer.level", maximum=9)
    host, seat, shown = _parse_seat_command(request, code)
    seats.seat_computer(code, host, seat, level, timezone.now(), shown=shown)
    return answer_changed(request, code)


@require_POST
@answer_refusals
def remove_computer(request: PageRequest, code: str) -> HttpResponse:
    host, seat, shown = _parse_seat_command(request, code)
    seats.remove_computer(code, host, seat, timezone.now(), shown=shown)
    return answer_changed(request, code)


@require_POST
@answer_refusals
def start_game(request: PageRequest, code: str) -> HttpResponse:
    player, shown = require_player(request, code), parse_shown_game(request)
    rooms.start_game(code, player, timezone.now(), shown=shown)
    return answer_changed(request, code)


@require_POST
@answer_refusals
def ask_rematch(request: PageRequest, code: str) -> HttpResponse:
    player, shown = require_player(request, code), parse_shown_game(request)
    rooms.ask_rematch(code, player, timezone.now(), shown=shown)
    return answer_changed(request, code)


@require_POST
@answer_refusals
def invite_player(request: PageRequest, code: str) -> HttpResponse:
    nickname = request.POST.get("name", "")
    number = parse_seat_number(request) if request.POST.get("seat") else None
    player, shown = require_player(request, code), parse_shown_game(request)
    guest = invitations.invite_player(code, player, nickname, timezone.now(), number, shown=shown)
    text = _("%(name)s is invited. A seat is reserved for them.") % {
        "name": isolate_name(guest.shown_name)
    }
    return answer_changed(request, code, text)


@require_POST
@answer_refusals
def withdraw_invitation(request: PageRequest, code: str) -> HttpResponse:
    """Withdraw the invitations with these numbers, separated by spaces."""
    player, shown = require_player(request, code), parse_shown_game(request)
    ids = [
        parse_number(text, "form.invitation", maximum=MAX_ROW_ID)
        for text in request.POST.get("who", "").split()[:MAX_INVITATIONS]
    ]
    invitations.withdraw_invitations(code, player, ids, timezone.now(), shown=shown)
    return answer_changed(request, code)


@require_POST
@answer_refusals
def decline_invitation(request: PageRequest, code: str) -> HttpResponse:
    player, shown = require_player(request, code), parse_shown_game(request)
    invitations.decline_invitation(code, player, timezone.now(), shown=shown)
    return answer_changed(request, code)


def require_player(request: PageRequest, code: str) -> Player:
    """Return the player who sent the request.

    Raises ``NotFound`` for an unknown room and ``Forbidden`` for removed visitors and strangers.
    """
    rooms.require_admitted(code, get_known_id(request))
    player = get_player(request)
    if player is None:
        raise Forbidden("seat.not_yours")
    return player


def parse_seat_number(request: PageRequest) -> int:
    """Return the seat number in the form. Raises ``InvalidRequest`` for anything else."""
    return parse_number(request.POST.get("seat"), "form.seat", maximum=9)


def parse_game(request: PageRequest) -> str:
    """Return the id of the game that the page shows: a command must not reach a later game."""
    try:
        return str(UUID(request.POST.get("game", "")))
    except ValueError as error:
        raise InvalidRequest("form.game") from error


def parse_shown_game(request: PageRequest) -> str:
    """Return :func:`parse_game`, or "" for a form that names no game."""
    return parse_game(request) if request.POST.get("game") else ""


def _parse_seat_command(request: PageRequest, code: str) -> tuple[Player, int, str]:
    """Return who sent a command about a seat, the seat, and the game it is meant for."""
    return require_player(request, code), parse_seat_number(request), parse_shown_game(request)


def _answer_new_seat(request: PageRequest, code: str) -> HttpResponse:
    """Answer like :func:`answer_changed`, and reload the page: a spectator's page has no rack."""
    response = answer_changed(request, code)
    if request.htmx:
        response["HX-Refresh"] = "true"
    return response
