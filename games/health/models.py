"""When each of the worker's loops last reported. Read and written by
:mod:`games.health.services`."""

from django.db import models


class LoopHeartbeat(models.Model):
    """The latest heartbeat of one loop, or of the site as a whole."""

    # The same for all workers, whichever of them runs the loop.
    loop = models.CharField(max_length=16, primary_key=True)
    seen_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        db_table = "games_lifesign"

    def __str__(self) -> str:
        return self.loop
