"""Reports, with copies of what moderators need to see. Written by :mod:`games.moderation.services`.

Decisions about a person are stored as :class:`games.players.models.Sanction`.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.common.generated_names import translate_name

MAX_REASON_LENGTH = 300


class ModerationReport(models.Model):
    """A complaint about a message, a name or a game."""

    class Kind(models.TextChoices):
        MESSAGE = "message", _("a message")
        NICKNAME = "nickname", _("a name")
        GAME = "game", _("a game")

    class Reason(models.TextChoices):
        RUDE = "rude", _("Insults or threats")
        SPAM = "spam", _("Spam or advertising")
        NAME = "name", _("An offensive name")
        CHEATING = "cheating", _("Help from an engine or other people")
        STALLING = "stalling", _("Stalling on purpose")
        OTHER = "other", _("Something else")

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("state", "Open")
        SETTLED = "settled", _("Settled")
        DISMISSED = "dismissed", _("Dismissed")

    kind = models.CharField(_("about"), max_length=10, choices=Kind.choices)
    # Identifies what was reported, like "message:12". One person can report it only once.
    subject = models.CharField(max_length=64, editable=False)
    reason = models.CharField(_("reason"), max_length=10, choices=Reason.choices)
    # The reporter's own words.
    words = models.CharField(_("details"), max_length=MAX_REASON_LENGTH, blank=True)
    reporter = models.ForeignKey(
        "games.Player", null=True, on_delete=models.SET_NULL, related_name="reports"
    )
    # The reported player, null once that player's row is deleted.
    about = models.ForeignKey(
        "games.Player", null=True, on_delete=models.SET_NULL, related_name="reported"
    )
    # The player's name at the time of the report.
    about_name = models.CharField(_("player"), max_length=24)
    room = models.ForeignKey("games.Room", null=True, on_delete=models.SET_NULL, related_name="+")
    game = models.ForeignKey("games.Game", null=True, on_delete=models.SET_NULL, related_name="+")
    # Copies of the messages around the reported one: mappings with "at", "name", "text", and
    # "this", which is true for the reported one. Kept because messages may be deleted.
    context = models.JSONField(default=list)
    made_at = models.DateTimeField(_("reported"))
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    settled_at = models.DateTimeField(null=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    # The sanction that followed, null if there is none.
    sanction = models.ForeignKey(
        "games.Sanction", null=True, on_delete=models.SET_NULL, related_name="reports"
    )

    class Meta:
        app_label = "games"
        db_table = "games_report"
        ordering = ["-made_at"]
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        indexes = [models.Index(fields=["state", "-made_at"], name="reports_by_state")]
        constraints = [
            models.UniqueConstraint(fields=["reporter", "subject"], name="reported_once"),
        ]

    def __str__(self) -> str:
        return f"{self.shown_about}: {self.get_reason_display()}"

    @property
    def shown_about(self) -> str:
        """The name that the player had, in the reader's language."""
        return translate_name(self.about_name)
