"""An uploaded game. Written by :mod:`games.uploads.services` alone."""

import uuid

from django.db import models
from django.urls import reverse

LONGEST_TITLE = 120
LONGEST_NAME = 60


class Upload(models.Model):
    """A record as its owner sent it, in UTF-8, and what belongs to it.

    It is its owner's alone until it is ``shared``; its id is in the same address space as those of
    games played here. ``digest`` is the SHA-256 of the text: nobody keeps the same one twice.
    ``names`` are those of the seats in their order. ``tile_set`` and ``revision`` (the dictionary,
    if any) were named by the record or chosen by the owner. ``size`` is the text's, in bytes.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="uploads")
    owner_id: uuid.UUID
    text = models.TextField()
    digest = models.CharField(max_length=64)
    size = models.PositiveIntegerField()
    title = models.CharField(max_length=LONGEST_TITLE)
    names = models.JSONField(default=list)
    variant = models.CharField(max_length=16)
    tile_set = models.CharField(max_length=16)
    layout = models.CharField(max_length=16)
    revision = models.ForeignKey(
        "lexicon.Revision", null=True, on_delete=models.SET_NULL, related_name="+"
    )
    shared = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    class Meta:
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
