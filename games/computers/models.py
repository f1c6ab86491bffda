"""What the engine found for someone who asked: best plays of one position of one game.

Asked for by :mod:`games.computers.services.hints`, answered by the worker.
"""

from django.db import models


class Hint(models.Model):
    """``turn`` is the turn number of the position; ``over``: asked after the turn was made.

    ``plays`` is null until the worker answers.
    """

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="hints")
    turn = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    over = models.BooleanField(default=False)
    plays = models.JSONField(null=True)
    claimed_until = models.DateTimeField(null=True)
    asked_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "turn", "seat", "over"], name="hint_once_a_position"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.turn}"
