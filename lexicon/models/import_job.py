"""The import of a word list, from an upload or a Debian package.

An import has two halves: the check, which is a dry run whose report is shown, and the build, once
an editor has confirmed it. :mod:`lexicon.services.import_jobs` runs both.
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from lexicon.lists.word_filter import MAX_WORD_LENGTH
from lexicon.models.lexicon import Lexicon
from lexicon.models.revision import Revision
from lexicon.terms.stored_texts import StoredText, make_stored_text, render_stored_text


class ImportJob(models.Model):
    """One import, from the upload to the new revision."""

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting to be checked")
        CHECKING = "checking", _("Checking")
        CHECKED = "checked", _("Checked")
        CONFIRMED = "confirmed", _("Waiting to be built")
        BUILDING = "building", _("Building")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")

    class Mode(models.TextChoices):
        REPLACE = "replace", _("Replace all words with this list")
        ADD = "add", _("Add the words in this list")
        REMOVE = "remove", _("Remove the words in this list")

    lexicon = models.ForeignKey(Lexicon, on_delete=models.CASCADE, related_name="imports")
    lexicon_id: int
    # The revision that the list is compared with; null if the dictionary has none yet.
    base = models.ForeignKey(
        Revision, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("base")
    )
    base_id: int | None
    mode = models.CharField(_("action"), max_length=10, choices=Mode.choices)
    # How to read capitals and bytes, see lexicon.lists.list_reader.ListFormat.
    capitals = models.CharField(max_length=10, default="auto")
    encoding = models.CharField(max_length=12, default="auto")
    # Longest word to accept, in tiles.
    longest = models.PositiveSmallIntegerField(_("longest word"), default=MAX_WORD_LENGTH)
    # The editor's words; "" for a package.
    note = models.TextField(_("reason"))
    # The language whose Debian package on this machine is read; "" for an upload.
    package_language = models.CharField(
        db_column="package_of", max_length=16, blank=True, default=""
    )
    file_name = models.CharField(_("file"), max_length=200, blank=True)
    # The uploaded bytes; emptied once they have been checked.
    content = models.BinaryField(blank=True, default=b"")
    # The definitions and accepted words, compressed; empty until checked and when done.
    checked = models.BinaryField(blank=True, default=b"")
    state = models.CharField(
        _("state"), max_length=10, choices=State.choices, default=State.WAITING
    )
    # Progress within the current half: a name for the page, and how far it is.
    stage = models.CharField(max_length=40, blank=True)
    steps_done = models.PositiveIntegerField(default=0)
    steps = models.PositiveIntegerField(default=0)
    # Counts and examples of what the check found.
    report: "models.JSONField[Any, Any]" = models.JSONField(default=dict)
    # Why it failed, or what the editor has to decide, see lexicon.terms.stored_texts; null if
    # all is well.
    problem: "models.JSONField[Any, Any]" = models.JSONField(null=True)
    # The same as a sentence, if a process of an earlier release has written it.
    message = models.TextField(blank=True)
    # Id of the process that holds the lease.
    worker = models.CharField(max_length=120, blank=True)
    # Which of the few places for processes its process has, see MAX_RUNNING; null while it waits.
    slot = models.PositiveSmallIntegerField(null=True, unique=True, editable=False)
    # When the lease was last renewed; null until a process has started.
    heartbeat_at = models.DateTimeField(db_column="beat_at", null=True)
    # How often the current half was started.
    attempts = models.PositiveSmallIntegerField(default=0)
    # The revision it made; null until the build has published it.
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

    @property
    def percent(self) -> int | None:
        """How much of the current half is done, rounded down; ``None`` before it has begun."""
        return 100 * self.steps_done // self.steps if self.steps else None

    @property
    def reason(self) -> str:
        """Why the words change, in the reader's language."""
        # Earlier releases noted the package in a sentence of their own.
        return render_stored_text(self.automatic_note) if self.automatic_note else self.note

    @property
    def automatic_note(self) -> StoredText | None:
        """What the revision keeps as the site's own note."""
        if not self.package_language:
            return None
        return make_stored_text("note.package", package=self.file_name)

    @property
    def problem_text(self) -> str:
        """What went wrong, in the reader's language; "" while nothing has.

        A process of the earlier release leaves ``problem`` as it was. This one empties ``message``.
        """
        if self.state not in (self.State.CHECKED, self.State.FAILED):
            return ""
        return self.message or (render_stored_text(self.problem) if self.problem else "")
