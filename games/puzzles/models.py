"""Puzzles, the days they belong to, what players made of them, and games still to be looked at."""

import uuid

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy


class Kind(models.TextChoices):
    """What is asked for. BINGO: a play of the whole rack. STEAL: where tiles have owners."""

    BEST = "best", gettext_lazy("Best play")
    BINGO = "bingo", gettext_lazy("Find the bingo")
    ENDGAME = "endgame", gettext_lazy("End game")
    STEAL = "steal", gettext_lazy("Biggest steal")


class Puzzle(models.Model):
    """One position with what is to be found in it. It names nobody.

    ``state``: all that ``seat``, which is to move, sees of the rules state; what is hidden from it
    lies in no order. ``answers``: the plays that are as good as the best, as position and tiles.
    ``best``: the ten best, see :class:`games.puzzles.cuttings.Candidate`. ``worth`` is the value of
    the best: equity, points, points stolen, or the spread from here to the end. ``level``: 1 easy
    to 3 hard. ``for_days``: kept for a day of its own. ``record``: the game it was cut from, where
    others may see that; told to those alone who are done with the puzzle.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    variant = models.CharField(max_length=16)
    language = models.CharField(max_length=16)
    revision = models.ForeignKey("lexicon.Revision", on_delete=models.PROTECT, related_name="+")
    state = models.JSONField()
    seat = models.PositiveSmallIntegerField()
    answers = models.JSONField()
    best = models.JSONField()
    worth = models.FloatField()
    level = models.PositiveSmallIntegerField()
    for_days = models.BooleanField()
    record = models.UUIDField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["variant", "language", "kind"], name="puzzles_of_a_kind")]

    def __str__(self) -> str:
        return f"{self.variant} {self.language} {self.kind}"

    def get_absolute_url(self) -> str:
        return reverse("games:puzzle", args=[self.pk])


class Daily(models.Model):
    """The puzzle of a day (by UTC) for a game and a language, the same for everybody."""

    variant = models.CharField(max_length=16)
    language = models.CharField(max_length=16)
    day = models.DateField()
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="days")

    class Meta:
        ordering = ["-day"]
        constraints = [
            models.UniqueConstraint(
                fields=["variant", "language", "day"], name="one_puzzle_a_day_and_language"
            )
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.language} {self.day}"


class Attempt(models.Model):
    """What one player has made of one puzzle.

    ``line``: the acts of an end game so far, both seats', see
    :func:`games.rules.moves.act_to_json`. ``step``: how much was told of the play that is to be
    found now; ``hints`` counts them all. ``on_day``: the day whose puzzle it was when it was found.
    """

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
    hints = models.PositiveIntegerField(default=0)
    step = models.PositiveSmallIntegerField(default=0)
    line = models.JSONField(default=list)
    on_day = models.DateField(null=True)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "puzzle"], name="one_attempt_a_player")
        ]
        indexes = [models.Index(fields=["player", "on_day"], name="puzzle_days_of_a_player")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.puzzle_id}"

    @property
    def is_over(self) -> bool:
        return self.status != self.Status.OPEN


class Quarry(models.Model):
    """A game that is over, from which puzzles are to be cut, or were: each once.

    ``claimed_until`` is the lease of the worker that looks at it.
    """

    record = models.UUIDField(primary_key=True)
    asked_at = models.DateTimeField()
    claimed_until = models.DateTimeField(null=True)
    cut_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["asked_at"], name="quarries_to_be_cut", condition=Q(cut_at__isnull=True)
            )
        ]

    def __str__(self) -> str:
        return str(self.record)
