"""Commands about a duplicate game as a whole: starting, its computers and its pauses."""

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.common.form_keys import parse_form_key
from games.common.requests import MAX_ROW_ID, PageRequest, parse_number
from games.duplicate.services import entry, games, starting, turns
from games.duplicate.views.responses import answer_changed, answer_own, answer_refusals
from games.players.models import Player
from games.players.services.identity import get_player
from scrabble_site.shared.refusals import Forbidden


@require_POST
@answer_refusals
def start_duplicate(request: PageRequest, code: str) -> HttpResponse:
    player = require_player(request, code)
    starting.start_duplicate_game(code, player, timezone.now())
    return answer_changed(request, code)


@require_POST
@answer_refusals
def contribute(request: PageRequest, code: str) -> HttpResponse:
    """Take what the player's page adds to the seed of the bag."""
    player = require_player(request, code)
    dealt = starting.contribute(code, player, request.POST.get("added", ""), timezone.now())
    return answer_changed(request, code) if dealt else answer_own(request, code)


@require_POST
@answer_refusals
def add_computer(request: PageRequest, code: str) -> HttpResponse:
    """Add a computer player."""
    player = require_player(request, code)
    level, present = (
        parse_number(request.POST.get(field), "form.text") for field in ("level", "computers")
    )
    entry.add_computer(code, player, level, present, timezone.now())
    return answer_changed(request, code)


@require_POST
@answer_refusals
def remove_computer(request: PageRequest, code: str) -> HttpResponse:
    """Remove a computer player."""
    player, text = require_player(request, code), request.POST.get("entrant")
    entrant = parse_number(text, "form.text", maximum=MAX_ROW_ID)
    entry.remove_computer(code, player, entrant, timezone.now())
    return answer_changed(request, code)


@require_POST
@answer_refusals
def skip_rest_of_pause(request: PageRequest, code: str) -> HttpResponse:
    """Begin the next turn now."""
    player = require_player(request, code)
    turns.skip_pause(code, player, parse_turn(request), timezone.now())
    return answer_changed(request, code)


@require_POST
@answer_refusals
def begin_next_game(request: PageRequest, code: str) -> HttpResponse:
    """Make the game that follows, and lead the open pages of this one there."""
    player = require_player(request, code)
    games.play_again(code, player, parse_form_key(request), timezone.now())
    return answer_changed(request, code)


def require_player(request: PageRequest, code: str) -> Player:
    """Return the player who sends a command. Raises ``Forbidden`` for a visitor who is none."""
    player = get_player(request)
    if player is None:
        games.find_duplicate_game(code)  # an unknown game is refused as such
        raise Forbidden("duplicate.not_entered")
    return player


def parse_turn(request: PageRequest) -> int:
    return parse_number(request.POST.get("turn"), "form.turn")
