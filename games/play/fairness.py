"""Keeping dictionaries closed to people who are playing.

The lexicon app learns of this through ``settings.LEXICON_CLOSED_TO``.
"""

from django.http import HttpRequest

from games.play.chairs import in_play
from games.play.models import Game, Holder, Invitation
from games.players.identity import player_of
from games.players.models import Player


def sits_in_running_game(request: HttpRequest) -> bool:
    """Whether whoever asks plays just now."""
    player = player_of(request)
    return player is not None and plays_now(player)


def plays_now(player: Player) -> bool:
    """Whether somebody holds a seat, still in play, in a game that is going on, or has left its
    team and may come back."""
    running = [Game.Status.PLAYING, Game.Status.FINAL_CHALLENGE]
    held = Holder.objects.filter(player=player, game__status__in=running)
    left = Invitation.objects.filter(player=player, left=True, game__status__in=running)
    rows: list[Holder | Invitation] = [
        *held.select_related("game", "seat"),
        *left.select_related("game", "seat"),
    ]
    return any(row.seat is not None and in_play(row.game, row.seat.number) for row in rows)
