"""Figures on rated games, visible to moderators only. Written by :mod:`games.fairplay.services`."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class PendingGame(models.Model):
    """A finished rated game waiting to be measured. The row is deleted when that is done."""

    game = models.OneToOneField(
        "games.Game", on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    # When the game ended, which is its place in the queue.
    asked_at = models.DateTimeField(db_index=True)
    # End of the lease of the worker measuring the game, null while no worker has it.
    claimed_until = models.DateTimeField(null=True)
    # Number of times a worker has claimed it. After a few it is given up.
    failures = models.PositiveSmallIntegerField(default=0)

    class Meta:
        app_label = "games"
        db_table = "games_pendinggame"

    def __str__(self) -> str:
        return str(self.game_id)


class PageAbsence(models.Model):
    """A span of time in which a player's page of a running rated game was hidden. The row is
    deleted when the game is measured."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="+")
    # When the page became visible again.
    until = models.DateTimeField(db_index=True)
    # Milliseconds up to ``until``.
    length = models.PositiveIntegerField()

    class Meta:
        app_label = "games"
        db_table = "games_pageabsence"

    def __str__(self) -> str:
        return f"{self.player_id} {self.length} ms"


class MeasuredGame(models.Model):
    """One player's turns in one rated game, the data that the figures are computed from."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="+")
    ladder = models.ForeignKey("games.Ladder", on_delete=models.CASCADE, related_name="+")
    # The player's rating before the game.
    points = models.FloatField()
    # For each turn with something to find: move number, difficulty, found (0 or 1), milliseconds of
    # thought, milliseconds of these with the page hidden. The last two are null if unknown.
    turns = models.JSONField()
    ended_at = models.DateTimeField(db_index=True)

    class Meta:
        app_label = "games"
        db_table = "games_measuredgame"
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="measured_once_a_player")
        ]
        indexes = [models.Index(fields=["player", "ladder", "-ended_at"], name="latest_measured")]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.game_id}"


class PlayerSignals(models.Model):
    """The figures on one player's latest rated games on one ladder.

    Each is a number of standard deviations from the expected value, null if there are too few
    turns. See :mod:`games.fairplay.terms.statistics`.
    """

    player = models.ForeignKey(
        "games.Player", on_delete=models.CASCADE, related_name="+", verbose_name=_("player")
    )
    ladder = models.ForeignKey(
        "games.Ladder", on_delete=models.CASCADE, related_name="+", verbose_name=_("ladder")
    )
    # How many games the figures are computed from.
    games = models.PositiveSmallIntegerField(_("rated games"))
    # How much more often than expected the player found rare best plays.
    finds = models.FloatField(_("rare plays found"), null=True)
    # How much less than usual thinking time followed difficulty.
    thinking_time = models.FloatField(_("thinking time"), db_column="thought", null=True)
    # How much more often the page was hidden before hard finds than on other turns.
    page_hidden = models.FloatField(_("page left"), db_column="leaves", null=True)
    # The highest of the three, by which moderators sort and filter.
    highest = models.FloatField(_("highest figure"), default=0.0, db_index=True)
    updated_at = models.DateTimeField(_("updated"), db_index=True)

    class Meta:
        app_label = "games"
        db_table = "games_playersignals"
        verbose_name = _("fair-play signals of a player")
        verbose_name_plural = _("fair-play signals")
        default_permissions = ("view",)
        ordering = ["-highest", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["player", "ladder"], name="signals_once_a_ladder")
        ]

    def __str__(self) -> str:
        return f"{self.player.shown_name}, {self.ladder}"


class FindRate(models.Model):
    """How often players of one ladder and one rating band found rare best plays, beside how often
    the shipped curve expects it. It identifies no player."""

    ladder = models.ForeignKey("games.Ladder", on_delete=models.CASCADE, related_name="+")
    # The lowest rating of the band.
    band = models.IntegerField()
    # Turns with a rare best play.
    turns = models.PositiveIntegerField(default=0)
    found = models.PositiveIntegerField(default=0)
    # The sum of the curve's probabilities for these turns.
    expected = models.FloatField(default=0.0)

    class Meta:
        app_label = "games"
        db_table = "games_findrate"
        constraints = [
            models.UniqueConstraint(fields=["ladder", "band"], name="find_rate_once_a_band")
        ]

    def __str__(self) -> str:
        return f"{self.ladder} {self.band}: {self.found} of {self.turns}"
