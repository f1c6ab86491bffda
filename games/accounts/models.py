"""Used device links. Unused links are signed tokens and are not stored."""

from django.db import models


class UsedDeviceLink(models.Model):
    """A device link that has been used. The primary key makes every link work only once."""

    # The random number inside the signed token.
    number = models.CharField(max_length=32, primary_key=True)
    # Rows older than a link can live are deleted when the next link is used.
    followed_at = models.DateTimeField(db_index=True)

    class Meta:
        app_label = "games"
        db_table = "games_followedlink"

    def __str__(self) -> str:
        return self.number
