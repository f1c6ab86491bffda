"""Deletes and exports a member's fair-play data."""

from typing import Any

from games.fairplay.models import MeasuredGame, PageAbsence, PlayerSignals
from games.players.models import Player


def erase_fair_play_data(player: Player, **_signal: Any) -> None:
    """Delete every row about the player. Sums over all players of a rating band remain."""
    for table in (PageAbsence, MeasuredGame, PlayerSignals):
        table.objects.filter(player=player).delete()


def export_fair_play_data(player: Player, **_signal: Any) -> dict[str, Any]:
    """Return the player's measured turns and hidden pages as plain data."""
    absences = PageAbsence.objects.filter(player=player).order_by("until")
    games = MeasuredGame.objects.filter(player=player).order_by("ended_at")
    return {
        "page_hidden": list(absences.values("game", "until", "length")),
        "measured_games": [
            {
                "game": one.game_id,
                "rating": round(one.points),
                "turns": [
                    {
                        "move": number,
                        "best_found": bool(found),
                        "thought_ms": spent,
                        "page_hidden_ms": away,
                    }
                    for number, _difficulty, found, spent, away in one.turns
                ],
            }
            for one in games
        ],
    }
