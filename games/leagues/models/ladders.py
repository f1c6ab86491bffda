"""The ladder of a league: places, and challenges for them."""

from django.db import models

from games.leagues.models.leagues import League


class LadderPlace(models.Model):
    """A player's place on the ladder of a league. Its lock is the row of the league."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="ladder_places")
    player = models.ForeignKey(
        "games.Player", on_delete=models.CASCADE, related_name="ladder_places"
    )
    # 1 is the top. Not unique in the database, since a win changes several places at once.
    place = models.PositiveIntegerField()
    # Challenges declined or left without an answer since the player's last game on the ladder.
    declined = models.PositiveSmallIntegerField(default=0)
    joined_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        db_table = "games_ladderplace"
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["league", "player"], name="one_place_on_a_ladder"),
        ]

    def __str__(self) -> str:
        return f"{self.place} {self.player}"


class LadderChallenge(models.Model):
    """A challenge on a ladder, and the game that it led to."""

    class Stage(models.TextChoices):
        OPEN = "open"
        DECLINED = "declined"
        # Not answered in time, which counts as declined.
        EXPIRED = "expired"
        # Taken back, or one of the two has left the ladder.
        CANCELLED = "cancelled"
        PLAYING = "playing"
        OVER = "over"

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="challenges")
    # Both are null for players whose row is deleted.
    challenger = models.ForeignKey(
        "games.Player", null=True, on_delete=models.SET_NULL, related_name="ladder_challenges"
    )
    challenged = models.ForeignKey(
        "games.Player", null=True, on_delete=models.SET_NULL, related_name="ladder_defences"
    )
    stage = models.CharField(max_length=9, choices=Stage.choices, default=Stage.OPEN)
    game = models.OneToOneField(
        "games.Game", null=True, on_delete=models.SET_NULL, related_name="ladder_challenge"
    )
    # Whether the challenger has taken the place. Null until it is settled.
    won = models.BooleanField(null=True)
    made_at = models.DateTimeField()
    # When a challenge without an answer expires.
    answer_by = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"
        db_table = "games_ladderchallenge"
        ordering = ["-made_at"]
        indexes = [models.Index(fields=["stage", "answer_by"], name="challenges_to_expire")]

    def __str__(self) -> str:
        return f"{self.challenger} – {self.challenged}"
