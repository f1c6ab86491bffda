"""Responses about annotated games: refusals as pages, and the player who asks."""

from games.broadcasts.perspective.wording import explain
from games.common.refusal_pages import RefusalPages
from games.common.requests import PageRequest
from games.players.models import Player
from games.players.services.identity import get_player
from games.rules.equipment.errors import RuleError
from scrabble_site.shared.refusals import Forbidden

_pages = RefusalPages(explain, RuleError)
answer_broadcast_refusals = _pages.answer_refusals


def require_player(request: PageRequest) -> Player:
    """Return the player who asks. Raises ``Forbidden`` for a stranger."""
    player = get_player(request)
    if player is None:
        raise Forbidden("annotation.keepers_only")
    return player
