"""Push subscriptions and the outbox of push messages. Written only by services."""

from django.db import models


class PushSubscription(models.Model):
    """One browser of a player, as its push service knows it."""

    player = models.ForeignKey(
        "games.Player", on_delete=models.CASCADE, related_name="subscriptions"
    )
    # SHA-256 of the endpoint, by which a session refers to it.
    endpoint_hash = models.CharField(db_column="mark", max_length=64, unique=True)
    # The URL to send to. Secret, because anyone who knows it can send to the browser.
    endpoint = models.CharField(max_length=1000)
    # The browser's public key and shared secret, with which messages are encrypted (RFC 8291).
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    # The host of the endpoint.
    service = models.CharField(max_length=253)
    # The player's session epoch when the browser subscribed. The subscription ends with those
    # sessions.
    epoch = models.IntegerField()
    created_at = models.DateTimeField()
    # Failures in a row, the first of them at ``failing_since``.
    failures = models.PositiveSmallIntegerField(default=0)
    failing_since = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"
        db_table = "games_subscription"
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.service


class OutgoingPush(models.Model):
    """A message for one browser: about a notice, or that it is the player's turn in a live game."""

    subscription = models.ForeignKey(
        PushSubscription, on_delete=models.CASCADE, related_name="pushes"
    )
    kind = models.CharField(max_length=24)
    # Null for a turn in a live game, in which case ``game`` and ``turn`` are set.
    notice = models.ForeignKey("games.Notification", null=True, on_delete=models.CASCADE)
    game = models.ForeignKey("games.Game", null=True, on_delete=models.CASCADE)
    turn = models.PositiveIntegerField(null=True)
    created_at = models.DateTimeField()
    # When to send it or try again, null once it was sent or given up.
    due_at = models.DateTimeField(null=True, db_index=True)
    # End of the lease of the worker sending it.
    claimed_until = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        app_label = "games"
        db_table = "games_push"
        ordering = ["created_at"]
        indexes = [models.Index(fields=["created_at"], name="pushes_by_age")]
        constraints = [
            models.UniqueConstraint(fields=["subscription", "notice"], name="notice_pushed_once"),
            models.UniqueConstraint(
                fields=["subscription", "game", "turn"], name="turn_pushed_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.subscription_id}"
