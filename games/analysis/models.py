"""Analyses of games that are over. Written by :mod:`games.analysis.services` alone."""

from django.db import models


class Analysis(models.Model):
    """One record looked at on one level: a row for all who ask.

    ``record_id`` is a game's id or an uploaded one's. ``asker`` is whoever asked first, whose turn
    it is in the queue. ``turns``: how many acts there are to look at, known once begun. ``holder``
    names the process that works on it, until ``claimed_until``; ``failures`` counts those in a row.
    ``version`` is that of the report, which is null until it is complete.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        CANCELLED = "cancelled"
        FAILED = "failed"
        DONE = "done"

    record_id = models.UUIDField()
    level = models.CharField(max_length=10)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    asker = models.ForeignKey(
        "games.Player", null=True, on_delete=models.SET_NULL, related_name="+"
    )
    asked_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)
    turns = models.PositiveIntegerField(null=True)
    holder = models.CharField(max_length=32, blank=True)
    claimed_until = models.DateTimeField(null=True)
    failures = models.PositiveSmallIntegerField(default=0)
    version = models.PositiveSmallIntegerField(default=1)
    report = models.JSONField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["record_id", "level"], name="analysed_once_a_level")
        ]
        indexes = [models.Index(fields=["state", "asked_at"], name="analyses_in_line")]

    def __str__(self) -> str:
        return f"{self.record_id} {self.level}"


class AnalysedTurn(models.Model):
    """One act of an analysis that is not complete yet: where another process goes on."""

    analysis = models.ForeignKey(Analysis, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    told = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["analysis", "number"], name="turn_analysed_once")
        ]

    def __str__(self) -> str:
        return f"{self.analysis_id} {self.number}"
