"""Puzzles, the days they belong to, players' attempts, and the queue of games to extract
them from.
"""

import uuid

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy


class PuzzleKind(models.TextChoices):
    """What the player has to find. STEAL exists only in games whose tiles have owners."""

    BEST = "best", gettext_lazy("Best play")
    BINGO = "bingo", gettext_lazy("Find the bingo")
    ENDGAME = "endgame", gettext_lazy("Endgame")
    STEAL = "steal", gettext_lazy("Biggest steal")


class Puzzle(models.Model):
    """A position with something to find in it. It names no players."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=8, choices=PuzzleKind.choices)
    variant = models.CharField(max_length=16)
    # Main language of the tile set, without a region.
    language = models.CharField(max_length=16)
    revision = models.ForeignKey("lexicon.Revision", on_delete=models.PROTECT, related_name="+")
    # The state of the rules as ``seat`` sees it. Hidden tiles are in alphabetical order.
    state = models.JSONField()
    # The seat to move.
    seat = models.PositiveSmallIntegerField()
    # The plays that are as good as the best, each as position and tiles.
    answers = models.JSONField()
    # The ten best plays; see :class:`games.puzzles.terms.candidates.CandidatePlay`.
    best = models.JSONField()
    # Value of the best play: equity, score, points stolen, or the spread gained until the end,
    # depending on ``kind``.
    worth = models.FloatField()
    # From 1 (easy) to 3 (hard).
    level = models.PositiveSmallIntegerField()
    # Reserved for the puzzle of a day, so not offered for practice until that day is over.
    for_days = models.BooleanField()
    # The game it was extracted from; null if that is not public. Shown only after the attempt.
    record = models.UUIDField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "games"
        db_table = "games_puzzle"
        indexes = [models.Index(fields=["variant", "language", "kind"], name="puzzles_of_a_kind")]

    def __str__(self) -> str:
        return f"{self.variant} {self.language} {self.kind}"

    def get_absolute_url(self) -> str:
        return reverse("games:puzzle", args=[self.pk])


class DailyPuzzle(models.Model):
    """The puzzle of a day (in UTC) for one variant and language, the same for everyone."""

    variant = models.CharField(max_length=16)
    language = models.CharField(max_length=16)
    day = models.DateField()
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="days")

    class Meta:
        app_label = "games"
        db_table = "games_daily"
        ordering = ["-day"]
        constraints = [
            models.UniqueConstraint(
                fields=["variant", "language", "day"], name="one_puzzle_a_day_and_language"
            )
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.language} {self.day}"


class PuzzleAttempt(models.Model):
    """One player's attempt at one puzzle."""

    class Status(models.TextChoices):
        OPEN = "open"
        SOLVED = "solved"
        GIVEN_UP = "given_up"

    player = models.ForeignKey(
        "games.Player", on_delete=models.CASCADE, related_name="puzzle_attempts"
    )
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="attempts")
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    tries = models.PositiveIntegerField(default=0)
    # Number of hints taken in the whole attempt.
    hints = models.PositiveIntegerField(default=0)
    # Number of hints taken for the play to be found now.
    step = models.PositiveSmallIntegerField(default=0)
    # Acts of both seats in an endgame so far; see :func:`games.rules.plays.acts.act_to_json`.
    line = models.JSONField(default=list)
    # The last play that left the board as it is, in the form of ``line``; null before the first.
    # Sent again because its answer was lost, it is not another try.
    last_try = models.JSONField(null=True)
    # The day of which it was the puzzle when the attempt ended; null on any other day.
    on_day = models.DateField(null=True)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"
        db_table = "games_attempt"
        constraints = [
            models.UniqueConstraint(fields=["player", "puzzle"], name="one_attempt_a_player")
        ]
        indexes = [models.Index(fields=["player", "on_day"], name="puzzle_days_of_a_player")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.puzzle_id}"

    @property
    def is_over(self) -> bool:
        return self.status != self.Status.OPEN


class PuzzleSource(models.Model):
    """A finished game in the queue for puzzle extraction. Each game is processed once."""

    # The id of a game played here or of an upload.
    record = models.UUIDField(primary_key=True)
    asked_at = models.DateTimeField()
    # Until when the worker processing it holds the lease; null if none does.
    claimed_until = models.DateTimeField(null=True)
    # When its puzzles were extracted; null while it waits.
    extracted_at = models.DateTimeField(db_column="cut_at", null=True)

    class Meta:
        app_label = "games"
        db_table = "games_quarry"
        indexes = [
            models.Index(
                fields=["asked_at"],
                name="quarries_to_be_cut",
                condition=Q(extracted_at__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return str(self.record)
