"""The outbox. Written by :mod:`games.mail.services` alone."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _


class Letter(models.Model):
    """One mail. ``due_at`` is when to send it or to try again, ``None`` once that is settled;
    ``claimed_until`` the lease of the worker that sends it.

    ``sender`` is the person who caused it; what is sent in one's name is counted. A letter goes
    with its ``notice``: one that was read meanwhile is not sent. One about an account has neither
    ``player`` nor ``notice``.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=24)
    to = models.EmailField(_("address"))
    player = models.ForeignKey(
        "games.Player", null=True, on_delete=models.CASCADE, related_name="letters"
    )
    sender = models.ForeignKey(
        "games.Player", null=True, on_delete=models.SET_NULL, related_name="letters_caused"
    )
    notice = models.OneToOneField(
        "games.Notice", null=True, on_delete=models.CASCADE, related_name="letter"
    )
    subject = models.CharField(max_length=120)
    text = models.TextField()
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, db_index=True)
    claimed_until = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)
    fault = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-created_at"]
        indexes = [
            models.Index(fields=["to", "created_at"], name="letters_to_an_address"),
            models.Index(fields=["sender", "created_at"], name="letters_of_a_sender"),
            models.Index(fields=["created_at"], name="letters_by_age"),
        ]

    def __str__(self) -> str:
        return self.subject
