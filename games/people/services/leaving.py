"""What goes when a member leaves for good, and what they may take along."""

from typing import Any

from games.people.models import Follow, PlayedGame, Presence, Privacy
from games.players.models import Player
from games.ratings.perspective import look_at_ratings


def take_away(player: Player, **_said: Any) -> None:
    """Whom they followed, who followed them, what they showed, and their figures. Ratings stay,
    without a name: those of the others follow from them."""
    Follow.objects.filter(follower=player).delete()
    Follow.objects.filter(followed=player).delete()
    for table in (Privacy, Presence, PlayedGame):
        table.objects.filter(player=player).delete()


def hand_out(player: Player, **_said: Any) -> dict[str, Any]:
    """What is kept of a player here, in plain data."""
    shown = Privacy.objects.filter(player=player).values("profile", "online").first()
    follows = player.follows.order_by("created_at").values_list("followed__nickname", "created_at")
    figures = PlayedGame.objects.filter(player=player).order_by("ended_at")
    return {
        "shown_to": shown or {},
        "following": [{"name": name, "since": since} for name, since in follows],
        "ratings": [
            {"ladder": one.ladder.text, "rating": one.points, "games": one.games}
            for one in look_at_ratings(player)
        ],
        "results": list(
            figures.values(
                *("game", "ended_at", "variant", "language", "result", "place", "score"),
                *("plays", "bingos", "best_word", "best_score"),
            )
        ),
    }
