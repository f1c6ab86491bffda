"""A dictionary that players can choose. Its words are in :mod:`lexicon.models.revision`."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scrabble_site.shared.language_names import translate_lexicon_name

if TYPE_CHECKING:
    from lexicon.models.revision import Revision


class LexiconQuerySet(models.QuerySet["Lexicon"]):
    def offered(self) -> "LexiconQuerySet":
        """Select the dictionaries a room may choose: not hidden, and not empty."""
        return self.filter(hidden=False, current_revision__isnull=False)


class Lexicon(models.Model):
    """A dictionary, whose words change by revisions."""

    slug = models.SlugField(_("code"), unique=True, help_text=_("Short name used in links."))
    name = models.CharField(_("name"), max_length=80)
    # Code without region, such as "en".
    language = models.CharField(_("language"), max_length=16)
    description = models.TextField(_("description"), blank=True)
    licence = models.TextField(_("licence"), blank=True)
    source = models.TextField(_("source"), blank=True, help_text=_("Where the words come from."))
    hidden = models.BooleanField(
        _("hidden"), default=False, help_text=_("Hidden from players. Running games continue.")
    )
    default = models.BooleanField(
        _("default"), default=False, help_text=_("The default for its language.")
    )
    # Digest of the last shipped word list that was loaded; "" for dictionaries that do not come
    # with the site.
    shipped = models.CharField(max_length=64, blank=True, editable=False)
    site_default = models.BooleanField(
        _("site default"),
        default=False,
        help_text=_("The default for everyone, regardless of browser language."),
    )
    # The revision that new games use; null while there are no words.
    current_revision: "models.ForeignKey[Revision | None, Revision | None]" = models.ForeignKey(
        "lexicon.Revision",
        on_delete=models.RESTRICT,
        related_name="+",
        null=True,
        blank=True,
        editable=False,
        verbose_name=_("current revision"),
    )
    current_revision_id: int | None
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    objects = LexiconQuerySet.as_manager()

    class Meta:
        verbose_name = _("dictionary")
        verbose_name_plural = _("dictionaries")
        ordering = ("language", "-default", Lower("name"))
        constraints = [
            models.UniqueConstraint(
                fields=["language"], condition=Q(default=True), name="one_default_per_language"
            ),
            models.UniqueConstraint(
                fields=["site_default"],
                condition=Q(site_default=True),
                name="one_default_of_the_site",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save, and unset the defaults that this dictionary takes over from another one."""
        rivals = Lexicon.objects.exclude(pk=self.pk)
        if self.default:
            rivals.filter(language=self.language, default=True).update(default=False)
        if self.site_default:
            rivals.filter(site_default=True).update(site_default=False)
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("lexicon:lexicon", args=[self.slug])

    @property
    def shown_name(self) -> str:
        """The name in the reader's language."""
        return translate_lexicon_name(self.name)

    def validate_constraints(self, exclude: Collection[str] | None = None) -> None:
        """Skip the constraints on defaults: :meth:`save` unsets the previous default."""
        super().validate_constraints({*(exclude or ()), "default", "site_default"})
