"""What lets a member's program in."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Token(models.Model):
    """A secret by which a program acts for its ``owner``. Only its ``mark`` is kept, the SHA-256.

    ``bot`` is the name under which it plays; ``None`` where it may not. It is good for the
    ``epoch`` of its owner alone, so that whoever logs out everywhere ends it, too. ``used_at`` is
    noted rarely.
    """

    class Scope(models.TextChoices):
        PLAY = "play", _("play in unrated rooms, as a marked bot")
        UPLOAD = "upload", _("upload games")

    owner = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="tokens")
    bot = models.ForeignKey(
        "games.Player", null=True, on_delete=models.CASCADE, related_name="bot_tokens"
    )
    name = models.CharField(_("name"), max_length=40)
    scopes = models.JSONField(default=list)
    mark = models.CharField(max_length=64, unique=True, editable=False)
    epoch = models.PositiveIntegerField(editable=False)
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name
