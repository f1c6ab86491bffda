"""The talk of a room, kept with it. Written by :mod:`games.chat.services` alone.

Who reads and who writes in which channel: :mod:`games.chat.channels`.
"""

from django.db import models

TEXT_MOST = 300


class Channel(models.TextChoices):
    """To whom something is said."""

    ROOM = "room", "everybody, while no game goes on"
    PLAYERS = "players", "those who sit in a game"
    WATCHERS = "watchers", "those who watch a game"
    TEAM = "team", "those who hold one seat together"


class Chat(models.Model):
    """The talk of one room. ``stamp`` grows by one with everything that somebody there can see.

    ``open``: people may write. Made at the first need: a room without one has stamp 1 and is open.
    """

    room = models.OneToOneField(
        "games.Room", on_delete=models.CASCADE, primary_key=True, related_name="chat"
    )
    open = models.BooleanField(default=True)
    stamp = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return str(self.room)


class Message(models.Model):
    """One thing somebody said: a text, or a ready phrase by its name (:mod:`games.chat.wording`).

    ``game`` is the one on the table when it was said, ``seat`` the team's. ``key`` makes it land
    once. Who has no author any more was somebody whose account is gone.
    """

    chat = models.ForeignKey(Chat, on_delete=models.CASCADE, related_name="messages")
    channel = models.CharField(max_length=8, choices=Channel.choices)
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="+")
    seat = models.ForeignKey("games.Seat", null=True, on_delete=models.SET_NULL, related_name="+")
    author = models.ForeignKey(
        "games.Player", null=True, on_delete=models.SET_NULL, related_name="messages"
    )
    text = models.CharField(max_length=TEXT_MOST, blank=True)
    phrase = models.CharField(max_length=12, blank=True)
    key = models.CharField(max_length=64)
    sent_at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["chat", "channel", "-id"], name="newest_of_a_channel")]
        constraints = [
            models.UniqueConstraint(fields=["author", "key"], name="message_key_once"),
        ]

    def __str__(self) -> str:
        return self.text or self.phrase


class Mute(models.Model):
    """``player`` does not want to read what ``other`` writes."""

    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="mutes")
    other = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "other"], name="muted_once")]

    def __str__(self) -> str:
        return f"{self.player} · {self.other}"
