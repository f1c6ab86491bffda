"""Streaks: consecutive days on which a player finished a daily game."""

from datetime import date

from games.daily.models import DailyAttempt
from games.players.models import Player
from games.puzzles.services.streaks import NO_STREAK, Streak, count_streak


def get_daily_streak(player: Player | None, today: date) -> Streak:
    """Return the player's streak. One game of the day, in any language, is enough for a day."""
    if player is None:
        return NO_STREAK
    done = DailyAttempt.objects.filter(player=player, practice=False, finished_at__isnull=False)
    days = done.order_by("game__day").values_list("game__day", flat=True).distinct()
    return count_streak(days, today)
