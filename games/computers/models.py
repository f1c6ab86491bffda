"""Hints: the engine's best plays in a position, for the player who asked.

:mod:`games.computers.services.hints` creates them, and the worker answers them.
"""

from django.db import models


class Hint(models.Model):
    """A hint for one seat at one turn of a game."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="hints")
    # Number of acts made before the position.
    turn = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    # True if it was requested after the turn had been made.
    after_turn = models.BooleanField(db_column="over", default=False)
    # Null until the worker answers.
    plays = models.JSONField(null=True)
    # Until when a worker holds the lease on it; null if none does.
    claimed_until = models.DateTimeField(null=True)
    asked_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "games"
        db_table = "games_hint"
        indexes = [
            models.Index(fields=["asked_at"], name="hints_by_age"),
            models.Index(
                fields=["asked_at"],
                condition=models.Q(plays__isnull=True),
                name="hints_to_be_given",
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "turn", "seat", "after_turn"], name="hint_once_a_position"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.turn}"
