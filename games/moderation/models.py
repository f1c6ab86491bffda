"""Reports, with all that a moderator must see kept as it was. Written by
:mod:`games.moderation.services`; what is decided about a person is a
:class:`games.players.models.Sanction`."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

WORDS_MOST = 300


class Report(models.Model):
    """Somebody's complaint about a message, a name or a game.

    ``subject`` tells things apart ("message:12"): one report a person and thing. ``about_name`` is
    what the person was called then; ``context`` the lines around, as mappings with "at", "name",
    "text" and "this" for the one that is meant.
    """

    class Kind(models.TextChoices):
        MESSAGE = "message", _("a message")
        NICKNAME = "nickname", _("a name")
        GAME = "game", _("a game")

    class Reason(models.TextChoices):
        RUDE = "rude", _("Insults or threats")
        SPAM = "spam", _("Advertising or flooding")
        NAME = "name", _("An offensive name")
        CHEATING = "cheating", _("Help from a program or from others")
        STALLING = "stalling", _("Letting others wait on purpose")
        OTHER = "other", _("Something else")

    class State(models.TextChoices):
        OPEN = "open", _("Open")
        SETTLED = "settled", _("Settled")
        DISMISSED = "dismissed", _("Dismissed")

    kind = models.CharField(_("about"), max_length=10, choices=Kind.choices)
    subject = models.CharField(max_length=64, editable=False)
    reason = models.CharField(_("reason"), max_length=10, choices=Reason.choices)
    words = models.CharField(_("in their words"), max_length=WORDS_MOST, blank=True)
    reporter = models.ForeignKey(
        "games.Player", null=True, on_delete=models.SET_NULL, related_name="reports"
    )
    about = models.ForeignKey(
        "games.Player", null=True, on_delete=models.SET_NULL, related_name="reported"
    )
    about_name = models.CharField(_("person"), max_length=24)
    room = models.ForeignKey("games.Room", null=True, on_delete=models.SET_NULL, related_name="+")
    game = models.ForeignKey("games.Game", null=True, on_delete=models.SET_NULL, related_name="+")
    context = models.JSONField(default=list)
    made_at = models.DateTimeField(_("reported"))
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    settled_at = models.DateTimeField(null=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    sanction = models.ForeignKey(
        "games.Sanction", null=True, on_delete=models.SET_NULL, related_name="reports"
    )

    class Meta:
        ordering = ["-made_at"]
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        indexes = [models.Index(fields=["state", "-made_at"], name="reports_by_state")]
        constraints = [
            models.UniqueConstraint(fields=["reporter", "subject"], name="reported_once"),
        ]

    def __str__(self) -> str:
        return f"{self.about_name}: {self.get_reason_display()}"
