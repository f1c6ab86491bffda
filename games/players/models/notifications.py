"""Notifications, and a player's choice of them."""

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.players.models.players import Player


class NotificationSettings(models.Model):
    """A player's choice of notifications and channels. Without a row, the defaults apply.

    Only :mod:`games.players.services.notification_settings` reads ``chosen``.
    """

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, related_name="notification_settings"
    )
    # Channels by kind of event. A kind that is missing uses its defaults.
    chosen = models.JSONField(default=dict)
    # Switches all sounds on or off.
    sounds = models.BooleanField(_("Sounds"), default=True)
    # The volume of sounds in per cent.
    volume = models.PositiveSmallIntegerField(_("Volume"), default=60)
    # The hours of the day, 0 to 23, in which e-mail is sent. Empty for any time.
    mail_hours = models.JSONField(_("Hours of the day"), default=list)
    # The time zone of ``mail_hours``, as an IANA name; blank for that of the browser.
    zone = models.CharField(_("Time zone"), max_length=64, blank=True)
    # The address ("email") from which mail bounced, and the "kinds" switched off because of it.
    # Null again once the player saves the settings.
    bounced = models.JSONField(null=True, editable=False)

    class Meta:
        app_label = "games"
        db_table = "games_telling"

    def __str__(self) -> str:
        return f"{self.player_id}"


class Notification(models.Model):
    """A message from the site to a player: an invitation, a reminder, the result of a game.

    ``kind`` and ``data`` become a text only when it is read, see
    :mod:`games.players.services.notifications`.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notices")
    room = models.ForeignKey(
        "games.Room", on_delete=models.CASCADE, related_name="notices", null=True, blank=True
    )
    # The page that it leads to, if it does not belong to a room.
    path = models.CharField(max_length=200, blank=True)
    kind = models.CharField(max_length=24)
    # Codes, figures and ids of people. Null for notices of earlier releases.
    data = models.JSONField(null=True)
    # The text of a notice that an earlier release created; otherwise blank.
    text = models.CharField(max_length=240, blank=True)
    created_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)
    mailed_at = models.DateTimeField(null=True, blank=True)
    # When it was sent to the player's browsers, or found to be unwanted there (:mod:`games.push`).
    pushed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        app_label = "games"
        db_table = "games_notice"
        ordering = ["-created_at"]
        indexes = [
            models.Index(
                fields=["created_at"],
                condition=models.Q(read_at=None, pushed_at=None),
                name="notices_to_be_pushed",
            ),
            models.Index(fields=["created_at"], name="notices_by_age"),
            models.Index(fields=["player", "-created_at"], name="notices_of_a_player"),
            models.Index(
                fields=["player", "-created_at"],
                condition=models.Q(read_at=None),
                name="unread_notices",
            ),
        ]

    def __str__(self) -> str:
        return self.text or self.kind

    def get_absolute_url(self) -> str:
        """Return its room, or a page that marks it as read and redirects to ``path``."""
        if self.room:
            return reverse("games:room", args=[self.room.code])
        return reverse("games:notice", args=[self.pk])
