"""Deletes and exports a member's data in this domain."""

from typing import Any

from games.people.models import Follow, MemberPresence, PlayedGame, PrivacySettings, ResultTotal
from games.players.models import Player
from games.ratings.perspective import list_rating_histories


def erase_people_data(player: Player, **_signal: Any) -> None:
    """Delete follows in both directions, privacy, presence and statistics.

    Ratings remain without a name, because other players' ratings were computed from them.
    """
    Follow.objects.filter(follower=player).delete()
    Follow.objects.filter(followed=player).delete()
    # Totals after games: deleting the games waits for a worker that is adding them up.
    for table in (PrivacySettings, MemberPresence, PlayedGame, ResultTotal):
        table.objects.filter(player=player).delete()


def export_people_data(player: Player, **_signal: Any) -> dict[str, Any]:
    """Return a player's data in this domain as plain data."""
    privacy = PrivacySettings.objects.filter(player=player).values("profile", "online").first()
    follows = player.follows.order_by("created_at").values_list("followed__nickname", "created_at")
    figures = PlayedGame.objects.filter(player=player).order_by("ended_at")
    return {
        "shown_to": privacy or {},
        "following": [{"name": name, "since": since} for name, since in follows],
        "ratings": [
            {"ladder": one.ladder.text, "rating": one.points, "games": one.games}
            for one in list_rating_histories(player)
        ],
        "results": list(
            figures.values(
                *("game", "ended_at", "variant", "language", "result", "place", "score"),
                *("plays", "bingos", "best_word", "best_score"),
            )
        ),
    }
