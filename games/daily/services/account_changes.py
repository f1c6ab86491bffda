"""Daily attempts when a guest joins a member's account, or a player's account is deleted or
exported.
"""

from typing import Any

from games.daily.models import DailyAttempt
from games.players.models import Player


def keep_first_attempts(guest: Player, member: Player, **_signal: Any) -> None:
    """Delete the later attempt wherever guest and member have both tried the same game.

    Otherwise someone could see the best plays as a guest first. The guest's other attempts move to
    the member with the rest of their data.
    """
    theirs = list(DailyAttempt.objects.select_for_update().filter(player=guest))
    games = [one.game_id for one in theirs]
    both = DailyAttempt.objects.select_for_update().filter(player=member, game__in=games)
    own = {one.game_id: one for one in both}
    for attempt in theirs:
        other = own.get(attempt.game_id)
        if other is not None:
            max(attempt, other, key=lambda one: one.began_at).delete()


def erase_daily_data(player: Player, **_signal: Any) -> None:
    """Delete the attempts of a player whose account is deleted, with their plays."""
    DailyAttempt.objects.filter(player=player).delete()


def export_daily_data(player: Player, **_signal: Any) -> dict[str, Any]:
    """Return a player's attempts at daily games as plain data.

    The play of a running turn is left out, since its invalid words are not yet for the player.
    """
    attempts = DailyAttempt.objects.filter(player=player).order_by("began_at")
    return {
        "daily_games": [
            {
                "day": attempt.game.day,
                "language": attempt.game.language,
                "turn_points": attempt.turn_points,
                "points": attempt.points,
                "best_plays": attempt.best_plays,
                "practice": attempt.practice,
                "began_at": attempt.began_at,
                "finished_at": attempt.finished_at,
                "plays": [
                    {name: getattr(play, name) for name in _PLAY_FIELDS}
                    for play in attempt.plays.all()
                    if play.turn <= len(attempt.turn_points)
                ],
            }
            for attempt in attempts.select_related("game").prefetch_related("plays")
        ]
    }


_PLAY_FIELDS = ("turn", "position", "tiles", "points", "invalid_words", "sent_at")
