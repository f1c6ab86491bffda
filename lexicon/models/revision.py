"""Immutable revisions of a dictionary. A game keeps the revision it started with.

:mod:`lexicon.store` compiles the words into the word graphs that games use.
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from lexicon.models.lexicon import Lexicon
from lexicon.terms.stored_texts import render_note


class WordList(models.Model):
    """The words of one or more revisions, packed by :mod:`lexicon.lists.word_text`.

    They are separate from :class:`Revision` so that listing revisions reads no words, and so that
    a rollback to an older revision stores nothing twice.
    """

    # Digest of the words, in hexadecimal.
    sha256 = models.CharField(primary_key=True, max_length=64)
    packed = models.BinaryField()

    class Meta:
        verbose_name = _("word list")
        verbose_name_plural = _("word lists")

    def __str__(self) -> str:
        return self.sha256[:12]


class Revision(models.Model):
    """One state of a dictionary's words, with who made it and why."""

    lexicon = models.ForeignKey(
        Lexicon, on_delete=models.CASCADE, related_name="revisions", verbose_name=_("dictionary")
    )
    lexicon_id: int
    # Counts from 1 in each dictionary.
    number = models.PositiveIntegerField(_("number"))
    words = models.ForeignKey(WordList, on_delete=models.PROTECT, related_name="revisions")
    words_id: str
    word_count = models.PositiveIntegerField(_("words"))
    # How many words it added to and removed from the revision before it.
    added = models.PositiveIntegerField(pgettext_lazy("words", "added"), default=0)
    removed = models.PositiveIntegerField(pgettext_lazy("words", "removed"), default=0)
    # The editor's words. What the site noted itself precedes them, see lexicon.terms.stored_texts;
    # null if it noted nothing.
    note = models.TextField(_("reason"), blank=True)
    automatic_note: "models.JSONField[Any, Any]" = models.JSONField(null=True, editable=False)
    # The author's name, kept even when the account in created_by is deleted.
    author = models.CharField(_("by"), max_length=150, blank=True)
    created_at = models.DateTimeField(_("when"), auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("account"),
    )
    created_by_id: int | None

    class Meta:
        verbose_name = _("revision")
        verbose_name_plural = _("revisions")
        ordering = ("lexicon", "-number")
        constraints = [
            models.UniqueConstraint(fields=["lexicon", "number"], name="one_revision_per_number")
        ]

    def __str__(self) -> str:
        return _("%(lexicon)s, revision %(number)d") % {
            "lexicon": self.lexicon.name,
            "number": self.number,
        }

    @property
    def reason(self) -> str:
        """Why it was made, in the reader's language."""
        return render_note(self.automatic_note, self.note)

    @property
    def sha256(self) -> str:
        """Digest of the words, in hexadecimal."""
        return self.words_id


class WordChange(models.Model):
    """A word that a revision added or removed. Large changes, such as imports, have no rows."""

    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="changes")
    word = models.CharField(_("word"), max_length=64, db_index=True)
    added = models.BooleanField(_("added"))

    class Meta:
        verbose_name = _("word change")
        verbose_name_plural = _("word changes")
        ordering = ("revision", "word")

    def __str__(self) -> str:
        return f"{'+' if self.added else '−'}{self.word}"
