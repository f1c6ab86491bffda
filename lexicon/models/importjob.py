"""An uploaded word list, or a package's, on its way to a revision.

Driven by :mod:`lexicon.services.jobs`.

Two halves: the check (a dry run, whose report is shown) and, once confirmed, the build.
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from lexicon.lists.sieve import LONGEST
from lexicon.models.lexicon import Lexicon
from lexicon.models.revision import Revision


class ImportJob(models.Model):
    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting to be checked")
        CHECKING = "checking", _("Checking")
        CHECKED = "checked", _("Checked")
        CONFIRMED = "confirmed", _("Waiting to be built")
        BUILDING = "building", _("Building")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")

    class Mode(models.TextChoices):
        REPLACE = "replace", _("Replace all words by this list")
        ADD = "add", _("Add this list to the words")
        REMOVE = "remove", _("Remove this list from the words")

    lexicon = models.ForeignKey(Lexicon, on_delete=models.CASCADE, related_name="imports")
    lexicon_id: int
    base = models.ForeignKey(
        Revision, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("base")
    )
    base_id: int | None
    mode = models.CharField(_("what to do"), max_length=10, choices=Mode.choices)
    capitals = models.CharField(max_length=10, default="auto")
    encoding = models.CharField(max_length=12, default="auto")
    longest = models.PositiveSmallIntegerField(_("longest word"), default=LONGEST)
    note = models.TextField(_("reason"))
    package_of = models.CharField(max_length=16, blank=True, default="")
    """The language whose package is read, on this machine; empty for an upload."""
    file_name = models.CharField(_("file"), max_length=200, blank=True)
    content = models.BinaryField(blank=True, default=b"")
    checked = models.BinaryField(blank=True, default=b"")
    """The accepted words, then their definitions, packed; empty until checked and when done."""
    state = models.CharField(
        _("state"), max_length=10, choices=State.choices, default=State.WAITING
    )
    stage = models.CharField(max_length=40, blank=True)
    steps_done = models.PositiveIntegerField(default=0)
    steps = models.PositiveIntegerField(default=0)
    report: "models.JSONField[Any, Any]" = models.JSONField(default=dict)
    message = models.TextField(blank=True)
    worker = models.CharField(max_length=120, blank=True)
    beat_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    revision = models.ForeignKey(
        Revision, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("revision")
    )
    revision_id: int | None
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        verbose_name = _("import")
        verbose_name_plural = _("imports")
        ordering = ("-created_at", "-pk")

    def __str__(self) -> str:
        return self.file_name or str(self.pk)
