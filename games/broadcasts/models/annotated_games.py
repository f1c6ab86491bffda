"""Games on real boards that scorekeepers write down move by move."""

from django.db import models
from django.urls import reverse


class AnnotatedGame(models.Model):
    """One game, reached by its link. The row is the lock for everything in it."""

    class Stage(models.TextChoices):
        LIVE = "live"
        OVER = "over"

    code = models.CharField(max_length=12, unique=True)
    title = models.CharField(max_length=80)
    # Names of the seats, in the order of their turns.
    names = models.JSONField(default=list)
    variant = models.CharField(max_length=16)
    # The code of the tile set.
    edition = models.CharField(max_length=16)
    # :class:`games.rules.positions.options.Options` as JSON.
    options = models.JSONField(default=dict)
    # The dictionary that the game is played with; null for none.
    revision = models.ForeignKey(
        "lexicon.Revision", null=True, on_delete=models.SET_NULL, related_name="+"
    )
    # Whether it is listed while it is played. Otherwise only those with its link find it.
    listed = models.BooleanField(default=False)
    # Whether spectators see the racks while the game is played; afterwards everyone does.
    shows_racks = models.BooleanField(default=False)
    # The table of an event at which it is played.
    table = models.OneToOneField(
        "games.EventTable", null=True, on_delete=models.SET_NULL, related_name="annotated_game"
    )
    # Each an :class:`games.broadcasts.terms.annotated_moves.AnnotatedMove` as JSON.
    moves = models.JSONField(default=list)
    # An :class:`games.broadcasts.terms.annotated_moves.AnnotatedEnding` as JSON; null before.
    ending = models.JSONField(null=True)
    # By seat once the game is over: how many plays, the points of the best one and its word; see
    # :class:`games.broadcasts.store.annotated_records.SeatHighlights`.
    highlights = models.JSONField(default=list, db_default=[])
    stage = models.CharField(max_length=4, choices=Stage.choices, default=Stage.LIVE)
    # The record once the game is over; null again if its owner deletes it.
    record = models.OneToOneField(
        "games.UploadedGame", null=True, on_delete=models.SET_NULL, related_name="annotated_game"
    )
    # The secret last part of the link by which anyone can become a scorekeeper.
    invite = models.CharField(max_length=32)
    # Grows by one with every change that anyone can see.
    stamp = models.PositiveIntegerField(default=1)
    # The key of the form that made the game, so that a form sent twice makes one game.
    key = models.CharField(max_length=64, blank=True)
    # The key of the last form that changed it, so that a form sent twice changes it once.
    last_key = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        db_table = "games_annotatedgame"
        ordering = ["-created_at"]
        indexes = [
            models.Index(fields=["listed", "stage", "-changed_at"], name="annotated_games_to_list"),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("games:annotated_game", args=[self.code])

    @property
    def is_over(self) -> bool:
        return self.stage == self.Stage.OVER


class Scorekeeper(models.Model):
    """A player who may write down a game. The first one owns it, and its record."""

    game = models.ForeignKey(AnnotatedGame, on_delete=models.CASCADE, related_name="keepers")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="kept_games")
    joined_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        db_table = "games_scorekeeper"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="keeps_a_game_once"),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.player}"
