"""Browsers that may be told, and what waits to be told them. Written by services alone."""

from django.db import models


class Subscription(models.Model):
    """One browser of a player, as its push service knows it.

    ``mark`` stands for the endpoint, which is secret: whoever knows it may write there. The
    browser holds as long as the session that subscribed it, so it has that ``epoch``. ``service``
    is the endpoint's host. ``failures`` in a row began ``failing_since``.
    """

    player = models.ForeignKey(
        "games.Player", on_delete=models.CASCADE, related_name="subscriptions"
    )
    mark = models.CharField(max_length=64, unique=True)
    endpoint = models.CharField(max_length=1000)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    service = models.CharField(max_length=253)
    epoch = models.IntegerField()
    created_at = models.DateTimeField()
    failures = models.PositiveSmallIntegerField(default=0)
    failing_since = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.service


class Push(models.Model):
    """What one browser is to be told: a notice, or that a live game waits for its player's turn.

    ``due_at`` is when to send it or to try again, ``None`` once that is settled; ``claimed_until``
    the lease of the worker that sends it.
    """

    subscription = models.ForeignKey(Subscription, on_delete=models.CASCADE, related_name="pushes")
    kind = models.CharField(max_length=24)
    notice = models.ForeignKey("games.Notice", null=True, on_delete=models.CASCADE)
    game = models.ForeignKey("games.Game", null=True, on_delete=models.CASCADE)
    turn = models.PositiveIntegerField(null=True)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, db_index=True)
    claimed_until = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["created_at"]
        constraints = [
            models.UniqueConstraint(fields=["subscription", "notice"], name="notice_pushed_once"),
            models.UniqueConstraint(
                fields=["subscription", "game", "turn"], name="turn_pushed_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.subscription_id}"
