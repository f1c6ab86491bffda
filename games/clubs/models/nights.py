"""Club nights as rules, the events that came of them, and seasons."""

from django.db import models

from games.clubs.models.clubs import Club
from games.play.models import PlannedGames


class ClubNight(PlannedGames):
    """A club night that recurs: a weekday and a time of day where the club is.

    The rule is stored, not the starts that follow from it, so that a night begins at the same time
    of day in summer and in winter. ``due_at`` is computed anew whenever the rule or the zone
    changes.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="nights")
    title = models.CharField(max_length=49)
    # 0 is Monday.
    weekday = models.PositiveSmallIntegerField()
    begins_at = models.TimeField()
    # 1 for every week, 2 for every other week; counted from ``first_day``.
    every_weeks = models.PositiveSmallIntegerField(default=1)
    # 1 to 4, or -1 for the last such weekday of each month; null for a night by weeks.
    week_of_month = models.SmallIntegerField(null=True)
    first_day = models.DateField()
    # Null for a night without an end.
    last_day = models.DateField(null=True)
    # How many days before it begins a night becomes an event that members can enter.
    days_before = models.PositiveSmallIntegerField(default=5)
    # Whether people from outside the club see the event, and may enter it.
    guests = models.BooleanField(default=False)
    on_boards = models.BooleanField(default=False)
    table_size = models.PositiveSmallIntegerField(default=2)
    # One of :class:`games.pairing.event.Method`.
    method = models.CharField(max_length=16)
    rounds = models.PositiveSmallIntegerField()
    # Minutes between two rounds; null if directors start each round.
    break_minutes = models.PositiveSmallIntegerField(null=True)
    # When the worker looks at the night next; null if no night is left. It follows from the rule.
    due_at = models.DateTimeField(null=True, db_index=True)
    # The key of the form that made the night.
    key = models.CharField(max_length=64, blank=True)

    class Meta:
        app_label = "games"
        db_table = "games_clubnight"
        ordering = ["weekday", "begins_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "key"], condition=~models.Q(key=""), name="club_night_key_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club}: {self.title}"


class ClubEvent(models.Model):
    """An event of a club, or a day on which a club night is left out."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="events")
    # Null for an event that a director added to the club.
    night = models.ForeignKey(
        ClubNight, null=True, on_delete=models.SET_NULL, related_name="occurrences"
    )
    # The day where the club is.
    day = models.DateField()
    # Null for a night that is left out.
    event = models.OneToOneField(
        "games.Event", null=True, on_delete=models.CASCADE, related_name="club_event"
    )

    class Meta:
        app_label = "games"
        db_table = "games_clubevent"
        ordering = ["day", "id"]
        constraints = [
            models.UniqueConstraint(fields=["night", "day"], name="club_night_once_a_day"),
        ]

    def __str__(self) -> str:
        return f"{self.club} {self.day}"


class ClubSeason(models.Model):
    """A season: the club's events between two days, added up."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    title = models.CharField(max_length=60)
    first_day = models.DateField()
    last_day = models.DateField()
    # How many of a player's best events count; null for all of them.
    best = models.PositiveSmallIntegerField(null=True)
    # Points for the first place, the second and so on. Everyone further down gets ``attendance``.
    points = models.JSONField(default=list)
    attendance = models.PositiveSmallIntegerField(default=1)
    # The key of the form that made the season.
    key = models.CharField(max_length=64, blank=True)

    class Meta:
        app_label = "games"
        db_table = "games_clubseason"
        ordering = ["-first_day", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "key"], condition=~models.Q(key=""), name="club_season_key_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club}: {self.title}"
