"""What leaves the server for nobody but its seat, and for all only after the end.

Read by :mod:`games.play.store` and, once a game is over, by the record pages.
"""

from django.db import models


class GameSecret(models.Model):
    """What the bag's seed is made of, the bag and the rest of a rules state's secret half."""

    game = models.OneToOneField("games.Game", on_delete=models.CASCADE, related_name="secret")
    secret = models.BinaryField()
    hidden = models.JSONField(default=dict)

    def __str__(self) -> str:
        return "secret"


class Rack(models.Model):
    """The tiles of one seat, in tile notation (``AB?[CH]``)."""

    seat = models.OneToOneField("games.Seat", on_delete=models.CASCADE, related_name="rack")
    tiles = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return "rack"


class MoveSecret(models.Model):
    """An act in full (exchanged letters too) and the rack it was made from."""

    move = models.OneToOneField("games.Move", on_delete=models.CASCADE, related_name="secret")
    act = models.JSONField()
    rack = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return "move secret"
