"""Links to another device that were followed; the links themselves are signed, not stored."""

from django.db import models


class FollowedLink(models.Model):
    """A link is good once: its number is here as soon as somebody has gone on by it."""

    number = models.CharField(max_length=32, primary_key=True)
    followed_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.number
