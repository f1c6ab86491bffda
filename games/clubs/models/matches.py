"""Matches between two clubs over a number of boards."""

from django.db import models

from games.clubs.models.clubs import Club
from games.play.models import PlannedGames


class ClubMatch(PlannedGames):
    """A match that one club has offered another. The row is the lock for everything in it."""

    class Stage(models.TextChoices):
        OFFERED = "offered"
        AGREED = "agreed"
        STARTED = "started"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"

    home = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="home_matches")
    away = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="away_matches")
    boards = models.PositiveSmallIntegerField()
    # When the clubs mean to play; a director starts the match. Null if they agree otherwise.
    starts_at = models.DateTimeField(null=True)
    stage = models.CharField(max_length=9, choices=Stage.choices, default=Stage.OFFERED)
    # Played as an event of one round; null before it starts.
    event = models.OneToOneField(
        "games.Event", null=True, on_delete=models.SET_NULL, related_name="club_match"
    )
    # The key of the form that made the match.
    key = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        db_table = "games_clubmatch"
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["home", "key"], condition=~models.Q(key=""), name="club_match_key_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.home} – {self.away}"

    @property
    def is_open(self) -> bool:
        """Whether the match can still be played."""
        return self.stage in (self.Stage.OFFERED, self.Stage.AGREED)


class ClubMatchPlayer(models.Model):
    """A member who is ready to play for one of the clubs of a match."""

    match = models.ForeignKey(ClubMatch, on_delete=models.CASCADE, related_name="players")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    # Null for players whose row is deleted.
    player = models.ForeignKey(
        "games.Player", null=True, on_delete=models.SET_NULL, related_name="club_matches"
    )
    # Those who have a board, once the match has started.
    entrant = models.OneToOneField(
        "games.Entrant", null=True, on_delete=models.SET_NULL, related_name="club_match_player"
    )
    signed_up_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        db_table = "games_clubmatchplayer"
        ordering = ["signed_up_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["match", "player"], name="plays_for_one_club"),
        ]

    def __str__(self) -> str:
        return f"{self.match}: {self.player}"
