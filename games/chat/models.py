"""The chat of a room, deleted with it. Only :mod:`games.chat.services` writes these tables.

:mod:`games.chat.terms.channels` decides who reads and writes in which channel.
"""

from django.db import models

MAX_TEXT_LENGTH = 300


class ChatChannel(models.TextChoices):
    """The audience of a message."""

    ROOM = "room", "everyone, while no game is in progress"
    PLAYERS = "players", "players of a game"
    SPECTATORS = "watchers", "spectators of a game"
    TEAM = "team", "members of a team"


class Chat(models.Model):
    """The chat of one room.

    The row is created when it is first needed. A room without one has an open chat with stamp 1.
    """

    room = models.OneToOneField(
        "games.Room", on_delete=models.CASCADE, primary_key=True, related_name="chat"
    )
    # Whether people may write. The host can switch the chat off.
    open = models.BooleanField(default=True)
    # Grows by one with every change that anyone in the room can see.
    stamp = models.PositiveIntegerField(default=1)

    class Meta:
        app_label = "games"
        db_table = "games_chat"

    def __str__(self) -> str:
        return str(self.room)


class Message(models.Model):
    """One message: a typed text or a ready phrase."""

    chat = models.ForeignKey(Chat, on_delete=models.CASCADE, related_name="messages")
    channel = models.CharField(max_length=8, choices=ChatChannel.choices)
    # The room's current game when the message was sent. Who may read the message depends on who
    # held the seats of this game.
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="+")
    # The team's seat for messages to a team, otherwise null.
    seat = models.ForeignKey("games.Seat", null=True, on_delete=models.SET_NULL, related_name="+")
    # Null once the author's account is deleted.
    author = models.ForeignKey(
        "games.Player", null=True, on_delete=models.SET_NULL, related_name="messages"
    )
    text = models.CharField(max_length=MAX_TEXT_LENGTH, blank=True)
    # Name of a phrase in ``games.chat.terms.message_text.READY_PHRASES``; ``text`` is empty then.
    phrase = models.CharField(max_length=12, blank=True)
    # Chosen by the page, so that a form sent twice makes one message.
    key = models.CharField(max_length=64)
    sent_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        db_table = "games_message"
        ordering = ["id"]
        indexes = [
            models.Index(fields=["chat", "channel", "-id"], name="newest_of_a_channel"),
            models.Index(fields=["sent_at"], name="messages_by_age"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["author", "key"], name="message_key_once"),
        ]

    def __str__(self) -> str:
        return self.text or self.phrase


class Mute(models.Model):
    """``player`` does not want to see messages by ``other``, who does not learn of it."""

    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="mutes")
    other = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="+")

    class Meta:
        app_label = "games"
        db_table = "games_mute"
        constraints = [models.UniqueConstraint(fields=["player", "other"], name="muted_once")]

    def __str__(self) -> str:
        return f"{self.player} · {self.other}"
