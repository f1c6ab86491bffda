"""The tables of ratings. Written only by :mod:`games.ratings.services`."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

PROVISIONAL_GAMES = 10
"""After this many rated games a rating is no longer provisional."""


class RatingSpeed(models.TextChoices):
    """How much time a game's clock gives its players; see :mod:`games.ratings.services.ladders`."""

    UNTIMED = "untimed", _("untimed")
    FAST = "fast", pgettext_lazy("of a game's clock", "fast")
    LIVE = "live", pgettext_lazy("of a game's clock", "live")
    CORRESPONDENCE = "correspondence", _("correspondence")


class RatingScheme(models.IntegerChoices):
    """Which rules a game was rated by: full weight for every game, as in the first releases, or the
    weights of :mod:`games.ratings.services.game_weights`."""

    ALL_ALIKE = 1
    WEIGHTED = 2


class Ladder(models.Model):
    """The players of one game in one language at one speed, who are rated together.

    A transaction that rates a game locks this row first.
    """

    variant = models.CharField(max_length=16)
    language = models.CharField(max_length=16)
    speed = models.CharField(max_length=16, choices=RatingSpeed.choices)
    # Number of games rated so far, which is the ``number`` of the latest one.
    games = models.PositiveIntegerField(default=0)

    class Meta:
        app_label = "games"
        db_table = "games_ladder"
        ordering = ["variant", "language", "speed"]
        constraints = [
            models.UniqueConstraint(fields=["variant", "language", "speed"], name="ladder_once")
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.language} {self.speed}"


class Rating(models.Model):
    """One player's strength on one ladder."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="ratings")
    player = models.ForeignKey("games.Player", on_delete=models.PROTECT, related_name="ratings")
    # Mean and standard deviation of the estimated strength, in the units of
    # :mod:`games.ratings.services.rating_scale`.
    mu = models.FloatField()
    sigma = models.FloatField()
    # Rated games of this player on this ladder.
    games = models.PositiveIntegerField(default=0)
    # Whether the player no longer has an account. Copied here so that the index below contains
    # every place of a leaderboard and counting them reads no players.
    departed = models.BooleanField(default=False, db_default=False)

    class Meta:
        app_label = "games"
        db_table = "games_rating"
        constraints = [
            models.UniqueConstraint(fields=["ladder", "player"], name="rating_once_a_ladder")
        ]
        indexes = [
            models.Index(
                fields=["ladder", "-mu", "player"],
                condition=Q(games__gte=PROVISIONAL_GAMES, departed=False),
                name="leaderboard_places",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.mu:.2f} ± {self.sigma:.2f}"


class RatedGame(models.Model):
    """A game's position in the order in which its ladder's games are rated."""

    game = models.OneToOneField(
        "games.Game", on_delete=models.CASCADE, primary_key=True, related_name="rated_as"
    )
    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="rated_games")
    # Counts the ladder's games from 1. Games are rated in this order and no other.
    number = models.PositiveIntegerField()
    # The rules it was rated by, which a recount applies again. The database default is for rows
    # written by earlier releases.
    scheme = models.PositiveSmallIntegerField(
        choices=RatingScheme, default=RatingScheme.WEIGHTED, db_default=RatingScheme.ALL_ALIKE
    )

    class Meta:
        app_label = "games"
        db_table = "games_ratedgame"
        constraints = [
            models.UniqueConstraint(fields=["ladder", "number"], name="rated_in_one_order")
        ]

    def __str__(self) -> str:
        return f"{self.ladder} #{self.number}"


class RatingChange(models.Model):
    """A player's rating after one rated game."""

    rating = models.ForeignKey(Rating, on_delete=models.CASCADE, related_name="changes")
    rated_game = models.ForeignKey(RatedGame, on_delete=models.CASCADE, related_name="changes")
    # Counts the player's games on the ladder from 1.
    number = models.PositiveIntegerField()
    # Place in the game, 1 for the best.
    place = models.PositiveSmallIntegerField()
    # The rating after the game.
    mu = models.FloatField()
    sigma = models.FloatField()
    # How much of the game counted, from 0 to 1.
    weight = models.FloatField(default=1.0, db_default=1.0)

    class Meta:
        app_label = "games"
        db_table = "games_ratingchange"
        constraints = [
            models.UniqueConstraint(fields=["rating", "number"], name="changes_in_one_order"),
            models.UniqueConstraint(fields=["rated_game", "rating"], name="change_once_a_game"),
        ]
        indexes = [models.Index(fields=["rating", "mu"], name="highest_and_lowest")]

    def __str__(self) -> str:
        return f"{self.rating_id} #{self.number}"


class PairWeight(models.Model):
    """How much of two opponents' allowance a rated game used up; see
    :mod:`games.ratings.services.game_weights`. ``first`` has the lower player id."""

    rated_game = models.ForeignKey(RatedGame, on_delete=models.CASCADE, related_name="pair_weights")
    first = models.ForeignKey(Rating, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Rating, on_delete=models.CASCADE, related_name="+")
    # How much of their allowance the game used, which is its weight between these two.
    weight = models.FloatField()

    class Meta:
        app_label = "games"
        db_table = "games_meeting"
        constraints = [
            models.UniqueConstraint(
                fields=["first", "second", "rated_game"], name="meeting_once_a_game"
            )
        ]

    def __str__(self) -> str:
        return f"{self.first_id} and {self.second_id}: {self.weight:.3f}"
