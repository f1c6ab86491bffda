"""API tokens."""

from uuid import UUID

from django.db import models
from django.utils.translation import gettext_lazy as _


class ApiToken(models.Model):
    """A secret with which a program acts for its ``owner``."""

    class Scope(models.TextChoices):
        PLAY = "play", _("play casual games, marked as a bot")
        UPLOAD = "upload", _("upload, share and delete games")
        DIRECT = "direct", _("direct your events: enter players, pair, start, enter results")
        ANALYSE = "analyse", _("analyse finished games and find their best plays")

    # The member for whom the program acts.
    owner = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="tokens")
    owner_id: UUID
    bot_id: UUID | None
    # The player as whom the program plays; null if the token may not play.
    bot = models.ForeignKey(
        "games.Player", null=True, on_delete=models.CASCADE, related_name="bot_tokens"
    )
    name = models.CharField(_("name"), max_length=40)
    # What the token permits: a list of ``Scope`` values.
    scopes = models.JSONField(default=list)
    # SHA-256 of the secret in hexadecimal. The secret is never stored.
    secret_hash = models.CharField(db_column="mark", max_length=64, unique=True, editable=False)
    # The owner's epoch when the token was made. Logging out everywhere raises the owner's epoch,
    # which makes the token invalid.
    epoch = models.PositiveIntegerField(editable=False)
    created_at = models.DateTimeField()
    # When the token was last used, accurate to about a minute to save writes; null if never.
    used_at = models.DateTimeField(null=True)
    # When the owner revoked it; null while it is valid.
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"
        db_table = "games_token"
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name
