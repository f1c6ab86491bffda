"""The daily games that close dictionaries and analyses to a player."""

from django.utils import timezone
from django.utils.translation import gettext as _

from games.daily.models import DailyAttempt
from games.daily.terms.turn_clock import CLOSING_GRACE, TURN_TIME, get_turn_end
from games.players.models import Player
from lexicon.terms.running_games import RunningGameLink


def list_running_daily_games(player: Player) -> list[RunningGameLink]:
    """Return the daily games in which the player's clock is running.

    Between two turns there is nothing to find, and practice on earlier days is no contest.
    """
    since = timezone.now() - TURN_TIME - CLOSING_GRACE
    running = DailyAttempt.objects.filter(
        player=player, practice=False, turn_started_at__gte=since
    ).select_related("game")
    return [
        RunningGameLink(
            _("Daily game"),
            attempt.game.get_absolute_url(),
            attempt.game.language,
            latest_end=get_turn_end(attempt),
        )
        for attempt in running
    ]
