"""Commands about seats: sit down, leave, invite, start, ask for another game."""

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.common.names import isolate_name
from games.common.requests import PageRequest, parse_number
from games.play.services import invitations, rooms, seats, teams
from games.play.services.naming import get_or_create_player
from games.play.views.responses import answer_changed, answer_refusals
from games.players.models import Player
from games.players.services.identity import get_known_id, get_player, get_visitor_id
from scrabble_site.shared.refusals import Forbidden


@require_POST
@answer_refusals
def rename_self(request: PageRequest, code: str) -> HttpResponse:
    """Change the player's name."""
    rooms.require_admitted(code, get_known_id(request))
    player = get_or_create_player(get_visitor_id(request), request.POST.get("name", ""), code=code)
    text = _("You're playing as %(name)s.") % {"name": isolate_name(player.nickname)}
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
        code, get_visitor_id(request), name, parse_seat_number(request), timezone.now()
    )
    return _answer_new_seat(request, code)


@require_POST
@answer_refusals
def leave_seat(request: PageRequest, code: str) -> HttpResponse:
    seats.leave_seat(code, require_player(request, code), timezone.now())
    return _answer_new_seat(request, code)


@require_POST
@answer_refusals
def leave_team(request: PageRequest, code: str) -> HttpResponse:
    """Leave one's team during the game."""
    teams.leave_team(code, require_player(request, code), timezone.now())
    return _answer_new_seat(request, code)


@require_POST
@answer_refusals
def name_team(request: PageRequest, code: str) -> HttpResponse:
    """Name one's team."""
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
    seats.seat_computer(
        code, require_player(request, code), parse_seat_number(request), level, timezone.now()
    )
    return answer_changed(request, code)


@require_POST
@answer_refusals
def remove_computer(request: PageRequest, code: str) -> HttpResponse:
    seats.remove_computer(
        code, require_player(request, code), parse_seat_number(request), timezone.now()
    )
    return answer_changed(request, code)


@require_POST
@answer_refusals
def start_game(request: PageRequest, code: str) -> HttpResponse:
    rooms.start_game(code, require_player(request, code), timezone.now())
    return answer_changed(request, code)


@require_POST
@answer_refusals
def ask_rematch(request: PageRequest, code: str) -> HttpResponse:
    player, game = require_player(request, code), request.POST.get("game", "")
    rooms.ask_rematch(code, player, timezone.now(), game_id=game)
    return answer_changed(request, code)


@require_POST
@answer_refusals
def invite_player(request: PageRequest, code: str) -> HttpResponse:
    nickname = request.POST.get("name", "")
    number = parse_seat_number(request) if request.POST.get("seat") else None
    guest = invitations.invite_player(
        code, require_player(request, code), nickname, timezone.now(), number
    )
    text = _("%(name)s is invited. A seat is reserved for them.") % {
        "name": isolate_name(guest.nickname)
    }
    return answer_changed(request, code, text)


@require_POST
@answer_refusals
def withdraw_invitation(request: PageRequest, code: str) -> HttpResponse:
    invitations.withdraw_invitations(
        code, require_player(request, code), parse_seat_number(request), timezone.now()
    )
    return answer_changed(request, code)


@require_POST
@answer_refusals
def decline_invitation(request: PageRequest, code: str) -> HttpResponse:
    invitations.decline_invitation(code, require_player(request, code), timezone.now())
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


def _answer_new_seat(request: PageRequest, code: str) -> HttpResponse:
    """Answer like :func:`answer_changed`, and reload the page: a watcher's page has no rack."""
    response = answer_changed(request, code)
    if request.htmx:
        response["HX-Refresh"] = "true"
    return response
