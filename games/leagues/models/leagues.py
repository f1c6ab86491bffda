"""Leagues, their seasons and divisions, who plays in them, and their games."""

from django.db import models

from games.pairing.leagues import LeagueResult
from games.play.models import PlannedGames


class League(PlannedGames):
    """One league, open to everyone. The row is the lock for all its seasons and its ladder.

    The days for a turn are among the options of the games.
    """

    code = models.CharField(max_length=12, unique=True)
    title = models.CharField(max_length=80)
    # What its founder tells everyone, in their own words.
    about = models.TextField(max_length=2000, blank=True)
    # Null once the founder's row is deleted.
    founder = models.ForeignKey(
        "games.Player", null=True, on_delete=models.SET_NULL, related_name="founded_leagues"
    )
    # Days from the start of a season to its end.
    season_days = models.PositiveSmallIntegerField()
    # Days from the end of a season to the start of the next one.
    break_days = models.PositiveSmallIntegerField()
    # Decides all lots.
    seed = models.PositiveBigIntegerField()
    # The key of the form that made the league, so that a form sent twice makes one league.
    key = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField()
    # From then on no season starts, and no one challenges anyone. Null while it is open.
    closed_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"
        db_table = "games_league"
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.title


class Season(models.Model):
    """A season of a league. There is always one that is open for sign-ups."""

    class Stage(models.TextChoices):
        OPEN = "open"
        RUNNING = "running"
        OVER = "over"

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    number = models.PositiveSmallIntegerField()
    stage = models.CharField(max_length=7, choices=Stage.choices, default=Stage.OPEN)
    # While it is open, when it will start; afterwards, when it has started.
    starts_at = models.DateTimeField()
    # When games that still go on are settled by their scores. Null until it starts.
    ends_at = models.DateTimeField(null=True)
    # When its last game ended or was settled.
    ended_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"
        db_table = "games_leagueseason"
        ordering = ["number"]
        indexes = [models.Index(fields=["stage", "starts_at"], name="seasons_to_start")]
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="league_season_once"),
        ]

    def __str__(self) -> str:
        return f"{self.league} {self.number}"


class Division(models.Model):
    """A division of a season that has started."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    # 1 is the strongest division.
    number = models.PositiveSmallIntegerField()
    # When the rooms of its games were opened; null until then.
    opened_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"
        db_table = "games_leaguedivision"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="league_division_once"),
        ]

    def __str__(self) -> str:
        return f"{self.season} {self.number}"


class LeagueEntry(models.Model):
    """Someone who has signed up for a season, or plays in it."""

    class Move(models.TextChoices):
        """Where a player's standing leads after a season."""

        UP = "up"
        STAY = "stay"
        DOWN = "down"

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="entries")
    # Null for players whose row is deleted.
    player = models.ForeignKey(
        "games.Player", null=True, on_delete=models.SET_NULL, related_name="league_entries"
    )
    # Of those without a player.
    name = models.CharField(max_length=40, blank=True)
    # At sign-up. It places newcomers.
    rating = models.PositiveSmallIntegerField(default=0)
    # Null until the season starts.
    division = models.ForeignKey(
        Division, null=True, on_delete=models.CASCADE, related_name="entries"
    )
    # The line in the final standings of the division, from 0. Null until the season is over.
    line = models.PositiveSmallIntegerField(null=True)
    # What that line means; "" until the season is over.
    moves = models.CharField(max_length=4, choices=Move.choices, blank=True, default="")
    entered_at = models.DateTimeField()
    # When the player gave up during the season. All games that went on then are lost.
    left_at = models.DateTimeField(null=True)
    # When the founder removed the player during the season. None of their games counts.
    removed_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"
        db_table = "games_leagueentry"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="enters_a_season_once"),
        ]

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        return self.name or (self.player.shown_name if self.player else "")


class LeagueBan(models.Model):
    """A player who was removed from a league, and may not come back until the founder allows it."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="bans")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="league_bans")
    banned_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        db_table = "games_leagueban"
        ordering = ["banned_at"]
        constraints = [
            models.UniqueConstraint(fields=["league", "player"], name="league_ban_once"),
        ]

    def __str__(self) -> str:
        return f"{self.league} – {self.player}"


class LeagueGame(models.Model):
    """A game of a division, with a room once it has been opened."""

    class Result(models.TextChoices):
        NONE = ""
        FIRST = "first"
        SECOND = "second"
        DRAW = "draw"
        # Annulled by a moderator: it counts for no one.
        VOID = "void"

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="games")
    # The one who starts, in seat 0, and the other, in seat 1.
    first = models.ForeignKey(LeagueEntry, on_delete=models.CASCADE, related_name="started_games")
    second = models.ForeignKey(LeagueEntry, on_delete=models.CASCADE, related_name="other_games")
    game = models.OneToOneField(
        "games.Game", null=True, on_delete=models.SET_NULL, related_name="league_game"
    )
    result = models.CharField(max_length=6, choices=Result.choices, blank=True, default=Result.NONE)
    # The first player's score less the second's.
    difference = models.SmallIntegerField(default=0)
    # Whether the loser ran out of time, gave up or left.
    forfeited = models.BooleanField(default=False)
    # Whether the season ended before the game, so that its scores decided.
    unfinished = models.BooleanField(default=False)

    class Meta:
        app_label = "games"
        db_table = "games_leaguegame"
        ordering = ["id"]
        indexes = [models.Index(fields=["division", "result"], name="league_games_to_play")]

    def __str__(self) -> str:
        return f"{self.first} – {self.second}"

    def to_result(self) -> LeagueResult:
        """Return the game as the standings see it. Call it only for a game with a result that
        counts: any other would look like a draw."""
        winners = {self.Result.FIRST: self.first_id, self.Result.SECOND: self.second_id}
        winner = winners.get(self.Result(self.result))
        return LeagueResult(self.first_id, self.second_id, winner, self.difference, self.forfeited)
