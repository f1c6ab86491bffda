"""People at the tables, with or without an account, and what the site has to tell them."""

import uuid
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.players.names import likeness_of, looks_of


class Player(models.Model):
    """Someone with a nickname. A guest is known by a signed session only, see :mod:`.identity`.

    Nicknames need be unlike only around one table, and unlike those of members (players with a
    ``user``). ``likeness`` is what a nickname looks like, see :mod:`.names`. ``email`` is confirmed
    by a letter; ``email_asked`` has been sent one. :mod:`games.mail` writes both.

    ``muted_until`` and ``suspended_until`` repeat what a :class:`Sanction` says, so that nobody has
    to be asked for it. ``epoch`` is counted on to end all sessions, see :mod:`.identity`. Whoever
    has left for good, or has become one with a member, has ``left_at``: the row stays for the games
    they played. ``operator``: the member who answers for a program that plays under this name; it
    has no account, and its name ends with :data:`games.players.names.BOT`. ``days_off``: the days
    on which no deadline comes nearer, the oldest first, as :mod:`games.play.daysoff` reads them.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    nickname = models.CharField(_("nickname"), max_length=24)
    likeness = models.CharField(max_length=120, editable=False, db_index=True)
    email = models.EmailField(_("e-mail for reminders"), blank=True)
    email_asked = models.EmailField(_("e-mail not yet confirmed"), blank=True)
    watches_unnamed = models.BooleanField(_("watches without a name"), default=False)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL
    )
    operator = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="bots"
    )
    operator_id: uuid.UUID | None
    days_off = models.JSONField(default=list, editable=False)
    muted_until = models.DateTimeField(_("may not write until"), null=True, blank=True)
    suspended_until = models.DateTimeField(_("may not play until"), null=True, blank=True)
    epoch = models.PositiveIntegerField(default=0, editable=False)
    left_at = models.DateTimeField(null=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.nickname

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.likeness = likeness_of(self.nickname)
        if "nickname" in (kwargs.get("update_fields") or ()):
            kwargs["update_fields"] = {*kwargs["update_fields"], "likeness"}
        is_new_guest = self._state.adding and not self.owns_name
        super().save(*args, **kwargs)
        written = kwargs.get("update_fields") or ("nickname", "user")
        if not is_new_guest and {"nickname", "user"} & set(written):
            self._claim_looks()

    def get_absolute_url(self) -> str:
        """A member's page; "" for guests, who have none. Slashes in a name are its own."""
        if self.user_id is None:
            return ""
        return reverse("games:profile", args=["~"]).replace("~", quote(self.nickname, safe=""))

    @property
    def owns_name(self) -> bool:
        """Nobody else is called so: members and programs, as long as they are here."""
        return self.user_id is not None or (self.operator_id is not None and self.left_at is None)

    def _claim_looks(self) -> None:
        """Nobody else may be called like a member, nor like a program; the database refuses what
        is not free."""
        wanted = looks_of(self.nickname) if self.owns_name else frozenset()
        known = set(self.looks.values_list("look", flat=True))
        self.looks.filter(look__in=known - wanted).delete()
        for look in sorted(wanted - known):
            MemberLook.objects.create(look=look, player=self)


class MemberLook(models.Model):
    """One way the name of a member or a program looks; the database lets no two have one alike."""

    look = models.CharField(max_length=120, primary_key=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="looks")

    def __str__(self) -> str:
        return self.look


class Telling(models.Model):
    """What is told a player, and how; without a row the defaults hold. See
    :mod:`games.players.services.tellings`, which alone reads ``chosen``.

    ``chosen``: the channels by kind; a kind that is missing is told as by default. ``sounds`` is
    the switch over all sounds, ``volume`` theirs in per cent. Mail leaves in the ``mail_hours`` (0
    to 23) of the day in ``zone`` (a name of the IANA's, "" for UTC); none chosen: at any time.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="telling")
    chosen = models.JSONField(default=dict)
    sounds = models.BooleanField(_("Sounds"), default=True)
    volume = models.PositiveSmallIntegerField(_("Volume"), default=60)
    mail_hours = models.JSONField(_("Hours of the day"), default=list)
    zone = models.CharField(_("Time zone"), max_length=64, blank=True)

    def __str__(self) -> str:
        return f"{self.player_id}"


class Notice(models.Model):
    """One thing the site tells a player: an invitation, a reminder, a game that ended unseen.

    What concerns no room has a ``path`` instead. ``pushed_at`` is when it was handed to the
    player's browsers, or found not to be wanted there (:mod:`games.push`).
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
    pushed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]
        indexes = [
            models.Index(
                fields=["created_at"],
                condition=models.Q(read_at=None, pushed_at=None),
                name="notices_to_be_pushed",
            )
        ]

    def __str__(self) -> str:
        return self.text

    def get_absolute_url(self) -> str:
        """Its room, which reads it, or a page that does and leads to ``path``."""
        if self.room:
            return reverse("games:room", args=[self.room.code])
        return reverse("games:notice", args=[self.pk])


class Block(models.Model):
    """``player`` wants nothing to do with ``other``. What follows from it holds both ways, see
    :mod:`games.players.services.blocks`."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocks")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocked_by")
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["-created_at"]
        constraints = [models.UniqueConstraint(fields=["player", "other"], name="blocked_once")]

    def __str__(self) -> str:
        return f"{self.player} · {self.other}"


class Sanction(models.Model):
    """What a moderator has decided about a player, who is told ``words``; kept for the record."""

    class Kind(models.TextChoices):
        WARNING = "warning", _("Warning")
        MUTE = "mute", _("May not write")
        SUSPENSION = "suspension", _("May not play")
        RENAME = "rename", _("Renamed")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    words = models.CharField(max_length=300, blank=True)
    until = models.DateTimeField(null=True)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.player}"
