"""The tables of ratings. Written by :mod:`games.ratings.services` alone."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

PROVISIONAL = 10
"""Rated games after which a rating is no longer marked as provisional."""


class Speed(models.TextChoices):
    """How long a game's clock gives its players; see :mod:`games.ratings.services.ladders`."""

    UNTIMED = "untimed", _("untimed")
    FAST = "fast", pgettext_lazy("of a game's clock", "fast")
    LIVE = "live", pgettext_lazy("of a game's clock", "live")
    CORRESPONDENCE = "correspondence", _("correspondence")


class Ladder(models.Model):
    """Everybody who plays one game in one language at one speed. The row is the lock for all that
    happens on it; ``games`` counts the games rated so far."""

    variant = models.CharField(max_length=16)
    language = models.CharField(max_length=16)
    speed = models.CharField(max_length=16, choices=Speed.choices)
    games = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["variant", "language", "speed"]
        constraints = [
            models.UniqueConstraint(fields=["variant", "language", "speed"], name="ladder_once")
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.language} {self.speed}"


class Rating(models.Model):
    """What is thought of one player's strength on one ladder: a mean and a standard deviation,
    both in units of :mod:`games.ratings.services.scale`, after so many ``games``."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="ratings")
    player = models.ForeignKey("games.Player", on_delete=models.PROTECT, related_name="ratings")
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ladder", "player"], name="rating_once_a_ladder")
        ]
        indexes = [
            models.Index(
                fields=["ladder", "-mu", "player"],
                condition=Q(games__gte=PROVISIONAL),
                name="leaderboard",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.mu:.2f} ± {self.sigma:.2f}"


class RatedGame(models.Model):
    """The ``number``-th game of a ladder: games are rated in this order and no other."""

    game = models.OneToOneField(
        "games.Game", on_delete=models.CASCADE, primary_key=True, related_name="rated_as"
    )
    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="rated_games")
    number = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ladder", "number"], name="rated_in_one_order")
        ]

    def __str__(self) -> str:
        return f"{self.ladder} #{self.number}"


class RatingChange(models.Model):
    """What a rating was after its ``number``-th game, in which its player came in at ``place``."""

    rating = models.ForeignKey(Rating, on_delete=models.CASCADE, related_name="changes")
    rated_game = models.ForeignKey(RatedGame, on_delete=models.CASCADE, related_name="changes")
    number = models.PositiveIntegerField()
    place = models.PositiveSmallIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["rating", "number"], name="changes_in_one_order"),
            models.UniqueConstraint(fields=["rated_game", "rating"], name="change_once_a_game"),
        ]

    def __str__(self) -> str:
        return f"{self.rating_id} #{self.number}"
