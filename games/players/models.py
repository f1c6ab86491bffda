"""People at the tables, with or without an account, and what the site has to tell them."""

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.players.names import likeness_of


class Player(models.Model):
    """Someone with a nickname. A guest is known by a signed session only, see :mod:`.identity`.

    Nicknames need be unlike only around one table, and unlike those of members (players with a
    ``user``). ``likeness`` is what a nickname looks like, see :mod:`.names`. ``email`` is confirmed
    by a letter; ``email_asked`` has been sent one. :mod:`games.mail` writes both.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    nickname = models.CharField(_("nickname"), max_length=24)
    likeness = models.CharField(max_length=120, editable=False, db_index=True)
    email = models.EmailField(_("e-mail for reminders"), blank=True)
    email_asked = models.EmailField(_("e-mail not yet confirmed"), blank=True)
    mail_turns = models.BooleanField(_("mail when it is my turn"), default=True)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL
    )
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.nickname

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.likeness = likeness_of(self.nickname)
        if "nickname" in (kwargs.get("update_fields") or ()):
            kwargs["update_fields"] = {*kwargs["update_fields"], "likeness"}
        super().save(*args, **kwargs)


class Notice(models.Model):
    """One thing the site tells a player: an invitation, a reminder, a game that ended unseen.

    What concerns no room has a ``path`` instead.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notices")
    room = models.ForeignKey(
        "games.Room", on_delete=models.CASCADE, related_name="notices", null=True, blank=True
    )
    path = models.CharField(max_length=200, blank=True)
    kind = models.CharField(max_length=24)
    text = models.CharField(max_length=240)
    created_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)
    mailed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.text

    def get_absolute_url(self) -> str:
        """Its room, which reads it, or a page that does and leads to ``path``."""
        if self.room:
            return reverse("games:room", args=[self.room.code])
        return reverse("games:notice", args=[self.pk])
