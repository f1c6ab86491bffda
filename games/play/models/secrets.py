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


class Reply(models.Model):
    """What a seat answers if the turn before its own is exactly this one.

    ``turn`` is the turn number at which it was stored, or became one that may fall due: once the
    seat has moved since, it is past. It waits until the one it comes ``after`` was made. Where
    plays may be challenged it lets the play stand; with ``if_good`` only if its words are good.
    """

    seat = models.ForeignKey("games.Seat", on_delete=models.CASCADE, related_name="replies")
    player = models.ForeignKey("games.Player", null=True, on_delete=models.SET_NULL)
    after = models.ForeignKey(
        "self", null=True, on_delete=models.CASCADE, related_name="later_replies"
    )
    turn = models.PositiveIntegerField()
    guess = models.JSONField()
    act = models.JSONField()
    if_good = models.BooleanField(default=False)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return "reply"


class MoveSecret(models.Model):
    """An act in full (exchanged letters too) and the rack it was made from. ``racks``: those of all
    seats before it; empty for moves of earlier releases."""

    move = models.OneToOneField("games.Move", on_delete=models.CASCADE, related_name="secret")
    act = models.JSONField()
    rack = models.CharField(max_length=64, blank=True)
    racks = models.JSONField(default=list)

    def __str__(self) -> str:
        return "move secret"
