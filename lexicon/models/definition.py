"""Definitions: one text for each word of a language, shared by all its dictionaries."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Definition(models.Model):
    """The definition of one word."""

    # Code without region, such as "en".
    language = models.CharField(_("language"), max_length=16)
    # Upper case, as in word lists.
    word = models.CharField(_("word"), max_length=64)
    text = models.TextField(_("definition"))
    # The package or file it was imported from.
    source = models.CharField(_("source"), max_length=120, blank=True)

    class Meta:
        verbose_name = _("definition")
        verbose_name_plural = _("definitions")
        ordering = ("language", "word")
        constraints = [
            models.UniqueConstraint(fields=["language", "word"], name="one_definition_per_word")
        ]

    def __str__(self) -> str:
        return self.word
