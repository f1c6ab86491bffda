"""A player's doubt about a word, and its answer. Written by :mod:`lexicon.services.disputes`."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from lexicon.models.lexicon import Lexicon
from lexicon.models.revision import Revision


class Dispute(models.Model):
    """Games are known here only by an opaque reference and an address."""

    class State(models.TextChoices):
        OPEN = "open", _("Open")
        ACCEPTED = "accepted", _("Accepted")
        DECLINED = "declined", _("Declined")

    lexicon = models.ForeignKey(
        Lexicon, on_delete=models.CASCADE, related_name="disputes", verbose_name=_("dictionary")
    )
    lexicon_id: int
    revision = models.ForeignKey(
        Revision,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("revision disputed"),
    )
    word = models.CharField(_("word"), max_length=64)
    good = models.BooleanField(_("was good"), help_text=_("Whether the revision held the word."))
    reason = models.TextField(_("reason"), max_length=1000)
    game_ref = models.CharField(_("game"), max_length=120, blank=True)
    game_url = models.CharField(_("game's page"), max_length=300, blank=True)
    author = models.CharField(_("by"), max_length=80, blank=True)
    author_key = models.CharField(max_length=80, blank=True, db_index=True, editable=False)
    created_at = models.DateTimeField(_("opened"), auto_now_add=True)
    state = models.CharField(
        _("state"), max_length=10, choices=State.choices, default=State.OPEN, db_index=True
    )
    answer = models.TextField(_("answer"), blank=True)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("answered by"),
    )
    outcome = models.ForeignKey(
        Revision,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("revision made"),
    )

    class Meta:
        verbose_name = _("dispute")
        verbose_name_plural = _("disputes")
        ordering = ("-created_at", "-pk")

    def __str__(self) -> str:
        return self.word
