"""What words mean. One text for a word of a language, whichever dictionary holds it."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Definition(models.Model):
    language = models.CharField(_("language"), max_length=16)
    word = models.CharField(_("word"), max_length=64)
    text = models.TextField(_("definition"))
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
