"""How games are to be played that have no room yet."""

from django.db import models


class PlannedGames(models.Model):
    """What the games of an event, a club night, a match or a league have in common.

    :class:`games.play.services.room_settings.RoomSettings` has the settings of their rooms.
    """

    variant = models.CharField(max_length=16)
    # The code of the tile set.
    edition = models.CharField(max_length=16)
    lexicon = models.ForeignKey("lexicon.Lexicon", on_delete=models.PROTECT, related_name="+")
    # Those of the variant as JSON; see :mod:`games.rules.positions.options`.
    options = models.JSONField(default=dict)
    rated = models.BooleanField(default=False)

    class Meta:
        abstract = True
