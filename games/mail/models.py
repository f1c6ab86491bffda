"""The outbox. Written only by :mod:`games.mail.services`."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _


class OutgoingMail(models.Model):
    """One e-mail waiting in the outbox or already settled."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    # The code of its notification kind, or "account".
    kind = models.CharField(max_length=24)
    to = models.EmailField(_("address"))
    # The recipient, null if the e-mail is about an account.
    player = models.ForeignKey(
        "games.Player", null=True, on_delete=models.CASCADE, related_name="outgoing_mail"
    )
    # The person who caused it, so that what one person can have sent is limited.
    sender = models.ForeignKey(
        "games.Player", null=True, on_delete=models.SET_NULL, related_name="caused_mail"
    )
    # The notice it is about, null if the e-mail is about an account. It is not sent once the notice
    # has been read.
    notice = models.OneToOneField(
        "games.Notification", null=True, on_delete=models.CASCADE, related_name="outgoing_mail"
    )
    # Blank for a notice: its words are chosen when the e-mail is sent.
    subject = models.CharField(max_length=120)
    # Erased as soon as the e-mail is settled.
    text = models.TextField()
    created_at = models.DateTimeField()
    # When to send it or try again, null once it was sent or given up.
    due_at = models.DateTimeField(null=True, db_index=True)
    # End of the lease of the worker sending it.
    claimed_until = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)
    # The last error, for operators.
    last_error = models.CharField(db_column="fault", max_length=200, blank=True)

    class Meta:
        app_label = "games"
        db_table = "games_letter"
        verbose_name_plural = "outgoing mail"
        ordering = ["-created_at"]
        indexes = [
            models.Index(fields=["to", "created_at"], name="letters_to_an_address"),
            models.Index(fields=["sender", "created_at"], name="letters_of_a_sender"),
            models.Index(fields=["created_at"], name="letters_by_age"),
        ]

    def __str__(self) -> str:
        return self.subject
