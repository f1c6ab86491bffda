"""A player's dispute of a word, and its answer. Written by :mod:`lexicon.services.disputes`."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from lexicon.models.lexicon import Lexicon
from lexicon.models.revision import Revision
from lexicon.terms.author_names import translate_author
from scrabble_site.shared.final_letters import write_final_letter


class Dispute(models.Model):
    """A claim that a word should be accepted, or should not be, or a vote on one in a game."""

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("state", "Open")
        ACCEPTED = "accepted", pgettext_lazy("a request", "Accepted")
        DECLINED = "declined", pgettext_lazy("a request", "Declined")

    class Vote(models.TextChoices):
        ALLOWED = "allowed", pgettext_lazy("a word", "Allowed")
        REFUSED = "refused", pgettext_lazy("a word", "Refused")

    lexicon = models.ForeignKey(
        Lexicon, on_delete=models.CASCADE, related_name="disputes", verbose_name=_("dictionary")
    )
    lexicon_id: int
    # The revision the player had before them; null if it was deleted since.
    revision = models.ForeignKey(
        Revision,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("revision disputed"),
    )
    word = models.CharField(_("word"), max_length=64)
    was_valid = models.BooleanField(
        _("was valid"),
        db_column="good",
        help_text=_("Whether the word was valid in that revision."),
    )
    # Empty for a vote.
    reason = models.TextField(_("reason"), max_length=1000)
    # How the players of a game voted on the word; empty if a player wrote a request.
    vote = models.CharField(
        _("vote"), max_length=10, choices=Vote.choices, blank=True, default="", db_default=""
    )
    # This app does not know the games app: a game is an opaque text and a path.
    game_ref = models.CharField(_("game"), max_length=120, blank=True)
    game_url = models.CharField(_("game's page"), max_length=300, blank=True)
    # The name shown to editors.
    author = models.CharField(_("by"), max_length=80, blank=True)
    # Opaque key of the person, used to limit open disputes and to notify the author.
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
    # The revision that settled an accepted dispute; null while open or when declined.
    outcome = models.ForeignKey(
        Revision,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("resulting revision"),
    )

    class Meta:
        verbose_name = _("dispute")
        verbose_name_plural = _("disputes")
        ordering = ("-created_at", "-pk")

    def __str__(self) -> str:
        return self.shown_word

    @property
    def shown_word(self) -> str:
        return write_final_letter(self.word)

    @property
    def shown_author(self) -> str:
        """The author's name as the reader's language has it."""
        return translate_author(self.author)
