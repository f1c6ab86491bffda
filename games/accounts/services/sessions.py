"""The end of all sessions of a player, copied cookies too."""

from django.db import transaction
from django.db.models import F

from games.play.models import Room
from games.play.services.naming import open_rooms
from games.players.models import Player
from games.players.signals import sessions_ended


def end_sessions(player: Player) -> None:
    """Count the epoch on; ``player`` knows the new one.

    Rooms are kept in memory by their stamps, and the epoch with them: they get new ones.
    """
    with transaction.atomic():
        Player.objects.filter(pk=player.pk).update(epoch=F("epoch") + 1)
        Room.objects.filter(pk__in=open_rooms(player)).update(stamp=F("stamp") + 1)
        player.refresh_from_db(fields=["epoch"])
        told = {"player": str(player.pk), "epoch": player.epoch}
        transaction.on_commit(lambda: sessions_ended.send(sender=Player, **told))
