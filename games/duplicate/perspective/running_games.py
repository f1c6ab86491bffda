"""The running duplicate games that close dictionaries and other help to a player."""

from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from games.duplicate.models import RUNNING_STAGES, DuplicateEntrant, DuplicateGame
from games.duplicate.perspective.wording import get_shown_title
from games.players.models import Player
from lexicon.terms.running_games import RunningGameLink

STAYS_CLOSED = timedelta(minutes=10)
"""How long after a player was last seen in it a game closes help to them. No one has to leave."""


def list_running_duplicates(player: Player) -> list[RunningGameLink]:
    """Return the running games in which a player takes part."""
    entered = DuplicateEntrant.objects.filter(
        player=player,
        seen_at__gt=timezone.now() - STAYS_CLOSED,
        game__stage__in=RUNNING_STAGES,
    )
    found = entered.select_related("game__host", "game__lexicon").order_by("pk")
    return [_build_game_link(entrant.game) for entrant in found]


def _build_game_link(game: DuplicateGame) -> RunningGameLink:
    url = reverse("games:duplicate_game", args=[game.code])
    return RunningGameLink(get_shown_title(game), url, game.lexicon.language, open_end="turns")
