"""The chat of a club, which its members write and read."""

from django.db import models

from games.chat.models import MAX_TEXT_LENGTH
from games.clubs.models.clubs import Club


class ClubMessage(models.Model):
    """One message to the club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="messages")
    # Null once the author's row is deleted.
    author = models.ForeignKey(
        "games.Player", null=True, on_delete=models.SET_NULL, related_name="club_messages"
    )
    text = models.CharField(max_length=MAX_TEXT_LENGTH)
    # Chosen by the page, so that a form sent twice makes one message.
    key = models.CharField(max_length=64)
    sent_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        db_table = "games_clubmessage"
        ordering = ["id"]
        indexes = [
            models.Index(fields=["club", "-id"], name="newest_of_a_club"),
            models.Index(fields=["sent_at"], name="club_messages_by_age"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["author", "key"], name="club_message_key_once"),
        ]

    def __str__(self) -> str:
        return self.text
