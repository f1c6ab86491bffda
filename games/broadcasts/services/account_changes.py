"""Annotated games when a guest joins a member's account, or an account is deleted or exported."""

from typing import Any

from games.broadcasts.models import AnnotatedGame, Scorekeeper
from games.players.models import Player


def keep_one_scorekeeper(guest: Player, member: Player, **_signal: Any) -> None:
    """Drop the guest's row where both keep the score of the same game.

    The guest's other rows move to the member with the rest of their data.
    """
    both = Scorekeeper.objects.filter(player=member).values("game")
    Scorekeeper.objects.filter(player=guest, game__in=both).delete()


def stop_keeping_scores(player: Player, **_signal: Any) -> None:
    """Take a player whose account is deleted out of all games.

    A game that goes on without another scorekeeper is gone; a game that is over stays, as its
    record does.
    """
    Scorekeeper.objects.filter(player=player).delete()
    AnnotatedGame.objects.filter(keepers=None, stage=AnnotatedGame.Stage.LIVE).delete()


def export_annotation_data(player: Player, **_signal: Any) -> dict[str, Any]:
    """Return the games whose score a player keeps."""
    games = AnnotatedGame.objects.filter(keepers__player=player).order_by("created_at")
    return {
        "annotated_games": [
            {
                "title": game.title,
                "code": game.code,
                "names": game.names,
                "moves": game.moves,
                "created_at": game.created_at,
            }
            for game in games
        ]
    }
