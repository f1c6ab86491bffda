"""Analyses of finished games. Only :mod:`games.analysis.services` writes these tables."""

from django.db import models


class Analysis(models.Model):
    """The analysis of one record at one level, shared by everyone who requests it."""

    class State(models.TextChoices):
        WAITING = "waiting"
        CANCELLED = "cancelled"
        FAILED = "failed"
        DONE = "done"

    # The id of a game played here or of an upload.
    record_id = models.UUIDField()
    level = models.CharField(max_length=10)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    # The player who requested it first, and may cancel it.
    asker = models.ForeignKey(
        "games.Player", null=True, on_delete=models.SET_NULL, related_name="+"
    )
    # Keyed hash of the requester's IP address while it waits, since addresses take turns.
    asked_from = models.CharField(max_length=16, default="", db_default="", blank=True)
    asked_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)
    # When it was last read, accurate to a day. Analyses that no one reads are deleted.
    read_at = models.DateTimeField(null=True)
    # Number of moves to analyse; null until the work has begun.
    turns = models.PositiveIntegerField(null=True)
    # The process working on it, until ``claimed_until``; empty while it waits.
    holder = models.CharField(max_length=32, blank=True)
    claimed_until = models.DateTimeField(null=True)
    # Number of consecutive failures.
    failures = models.PositiveSmallIntegerField(default=0)
    # Version of the report format.
    version = models.PositiveSmallIntegerField(default=1)
    # The report; null until it is complete.
    report = models.JSONField(null=True)

    class Meta:
        app_label = "games"
        db_table = "games_analysis"
        constraints = [
            models.UniqueConstraint(fields=["record_id", "level"], name="analysed_once_a_level")
        ]
        indexes = [
            models.Index(fields=["state", "asked_at"], name="analyses_in_line"),
            models.Index(fields=["read_at", "asked_at"], name="analyses_by_reading"),
        ]

    def __str__(self) -> str:
        return f"{self.record_id} {self.level}"


class AnalysedTurn(models.Model):
    """One analysed move of an incomplete analysis, so that another process can resume it."""

    analysis = models.ForeignKey(Analysis, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    # The move's report, as :func:`games.engine.analysis.report.turn_to_json` writes it.
    report = models.JSONField(db_column="told")

    class Meta:
        app_label = "games"
        db_table = "games_analysedturn"
        constraints = [
            models.UniqueConstraint(fields=["analysis", "number"], name="turn_analysed_once")
        ]

    def __str__(self) -> str:
        return f"{self.analysis_id} {self.number}"
