"""When each of the worker's loops was last heard of. Written and read by
:mod:`games.health.services`."""

from django.db import models


class LifeSign(models.Model):
    """One loop, whichever worker runs it."""

    loop = models.CharField(max_length=16, primary_key=True)
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.loop
