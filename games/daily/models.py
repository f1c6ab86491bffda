"""Daily games, their secrets, and players' attempts at them."""

import uuid

from django.db import models
from django.db.models import Q
from django.urls import reverse


class DailyGame(models.Model):
    """The game of a day (in UTC) in one language, the same for everyone."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    day = models.DateField()
    # Main language of the tile set, without a region.
    language = models.CharField(max_length=16)
    variant = models.CharField(max_length=16)
    tile_set = models.CharField(max_length=32)
    layout = models.CharField(max_length=32)
    revision = models.ForeignKey("lexicon.Revision", on_delete=models.PROTECT, related_name="+")
    revision_id: int
    # SHA-256 of the secret in hexadecimal, shown from the day before.
    seed_hash = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        db_table = "games_dailygame"
        ordering = ["-day", "language"]
        constraints = [
            models.UniqueConstraint(
                fields=["day", "language"], name="one_daily_game_a_day_and_language"
            )
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.language}"

    def get_absolute_url(self) -> str:
        return reverse("games:daily_game", args=[self.day.isoformat(), self.language])


class DailyGameSecret(models.Model):
    """What no one may know of a daily game beforehand.

    A player sees each turn once it has begun, and its best play once it is over. The secret is
    published when the day is over.
    """

    game = models.OneToOneField(DailyGame, on_delete=models.CASCADE, related_name="secret")
    # The random bytes that the seed is made from.
    secret = models.BinaryField()
    # Rack and best play of every turn; see :class:`games.daily.terms.daily_turns.DailyTurn`.
    turns = models.JSONField()

    class Meta:
        app_label = "games"
        db_table = "games_dailygamesecret"

    def __str__(self) -> str:
        return "secret"


class DailyAttempt(models.Model):
    """One player's attempt at one daily game."""

    game = models.ForeignKey(DailyGame, on_delete=models.CASCADE, related_name="attempts")
    game_id: uuid.UUID
    player = models.ForeignKey(
        "games.Player", on_delete=models.CASCADE, related_name="daily_attempts"
    )
    player_id: uuid.UUID
    # The turn begun last, from 1; 0 before the first.
    turn = models.PositiveSmallIntegerField(default=0)
    # When that turn began; null once it is over.
    turn_started_at = models.DateTimeField(null=True)
    # Points of each turn that is over, in order.
    turn_points = models.JSONField(default=list)
    # Their sum.
    points = models.PositiveIntegerField(default=0)
    # Number of turns in which the player found a best play.
    best_plays = models.PositiveSmallIntegerField(default=0)
    # Whether a turn was begun after the day: such an attempt is not ranked.
    practice = models.BooleanField(default=False)
    began_at = models.DateTimeField()
    # When the last turn was over; null until then.
    finished_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"
        db_table = "games_dailyattempt"
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="one_daily_attempt_a_player")
        ]
        indexes = [
            models.Index(
                fields=["game", "-points", "-best_plays"],
                condition=Q(practice=False, finished_at__isnull=False),
                name="ranked_daily_attempts",
            ),
            models.Index(
                fields=["turn_started_at"],
                condition=Q(turn_started_at__isnull=False),
                name="running_daily_turns",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.game_id}"


class DailyPlay(models.Model):
    """The play that a player sent last in one turn."""

    attempt = models.ForeignKey(DailyAttempt, on_delete=models.CASCADE, related_name="plays")
    attempt_id: int
    turn = models.PositiveSmallIntegerField()
    # The play in notation.
    position = models.CharField(max_length=8)
    tiles = models.CharField(max_length=120)
    # What it would score if all its words were valid.
    score = models.PositiveIntegerField()
    # What it scores: nothing if a word is invalid.
    points = models.PositiveIntegerField()
    # Whether it scores as much as the best play.
    best = models.BooleanField()
    # Named to the player when the turn is over.
    invalid_words = models.JSONField(default=list)
    # When it arrived.
    sent_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        db_table = "games_dailyplay"
        constraints = [
            models.UniqueConstraint(fields=["attempt", "turn"], name="one_daily_play_a_turn")
        ]

    def __str__(self) -> str:
        return f"{self.turn}: {self.position} {self.tiles}"
