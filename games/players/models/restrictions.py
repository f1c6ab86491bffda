"""What keeps a player away from others: blocks and sanctions."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.players.models.players import Player


class Block(models.Model):
    """``player`` has blocked ``other``.

    The effects are mutual; see :mod:`games.players.services.blocks`.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocks")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocked_by")
    created_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        db_table = "games_block"
        ordering = ["-created_at"]
        constraints = [models.UniqueConstraint(fields=["player", "other"], name="blocked_once")]

    def __str__(self) -> str:
        return f"{self.player} · {self.other}"


class Sanction(models.Model):
    """A moderator's decision about a player. Kept as a record."""

    class Kind(models.TextChoices):
        WARNING = "warning", _("Warning")
        MUTE = "mute", _("Muted")
        SUSPENSION = "suspension", _("Suspended")
        RENAME = "rename", _("Renamed")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    # The reason, as the player reads it.
    words = models.CharField(max_length=300, blank=True)
    # Null for decisions that do not last, such as warnings.
    until = models.DateTimeField(null=True)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        app_label = "games"
        db_table = "games_sanction"
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.player}"
