"""Uploaded games. Only :mod:`games.uploads.services` writes this table."""

import uuid

from django.db import models
from django.urls import reverse

MAX_TITLE_LENGTH = 120
MAX_NAME_LENGTH = 60


class UploadedGame(models.Model):
    """A record as its owner sent it. Its id shares one space with the ids of games played here."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="uploads")
    owner_id: uuid.UUID
    # The record in GCG, in UTF-8.
    text = models.TextField()
    # SHA-256 of the text in hexadecimal, so that an owner has the same record only once.
    digest = models.CharField(max_length=64)
    # Size of the text in bytes.
    size = models.PositiveIntegerField()
    title = models.CharField(max_length=MAX_TITLE_LENGTH)
    # Names of the seats, in order.
    names = models.JSONField(default=list)
    variant = models.CharField(max_length=16)
    # Named by the record or chosen by the owner.
    tile_set = models.CharField(max_length=16)
    layout = models.CharField(max_length=16)
    # The dictionary, named by the record or chosen by the owner; null for none.
    revision = models.ForeignKey(
        "lexicon.Revision", null=True, on_delete=models.SET_NULL, related_name="+"
    )
    # Whether everyone who knows the URL may see it. Otherwise only the owner may.
    shared = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        db_table = "games_upload"
        constraints = [
            models.UniqueConstraint(fields=["owner", "digest"], name="uploaded_once"),
        ]
        indexes = [
            models.Index(fields=["owner", "-created_at"], name="uploads_of_a_player"),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("games:record", args=[self.pk])
