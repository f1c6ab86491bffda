"""Keeping dictionaries closed to people who are playing.

The lexicon app learns of this through ``settings.LEXICON_CLOSED_TO``.
"""

from django.http import HttpRequest

from games.play.models import Game, Holder
from games.players.identity import player_of


def sits_in_running_game(request: HttpRequest) -> bool:
    """Whether whoever asks holds a seat, still in play, in a game that is going on."""
    player = player_of(request)
    if player is None:
        return False
    running = [Game.Status.PLAYING, Game.Status.FINAL_CHALLENGE]
    held = Holder.objects.filter(player=player, game__status__in=running)
    return any(
        holder.game.state["seats"][holder.seat.number].get("in_play", True)
        for holder in held.select_related("game", "seat")
        if holder.game.state
    )
