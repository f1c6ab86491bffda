"""The data behind members' pages. Written only by :mod:`games.people.services`."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class PlayedGame(models.Model):
    """Statistics of one player in one finished game, so that no page has to replay thousands of
    games.

    Every member of a team gets the team's figures.
    """

    class Result(models.TextChoices):
        WON = "won", _("won")
        LOST = "lost", _("lost")
        DRAWN = "drawn", _("drawn")
        ANNULLED = "annulled", _("annulled")

    class Versus(models.TextChoices):
        """What kinds of opponents there were at the end of the game."""

        MEMBERS = "members", _("members")
        GUESTS = "guests", _("guests")
        COMPUTERS = "computers", _("computers")
        MIXED = "mixed", _("mixed opponents")
        NOBODY = "nobody", _("no opponent")

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="played")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="played")
    seat = models.PositiveSmallIntegerField()
    ended_at = models.DateTimeField()
    # The ladder's key, copied so that results can be grouped without reading games.
    variant = models.CharField(max_length=16)
    language = models.CharField(max_length=16)
    speed = models.CharField(max_length=16)
    versus = models.CharField(max_length=12, choices=Versus.choices)
    result = models.CharField(max_length=12, choices=Result.choices)
    # 1 is the best. Seats that are level share a place.
    place = models.PositiveSmallIntegerField()
    # The final score.
    score = models.IntegerField()
    plays = models.PositiveIntegerField(default=0)
    bingos = models.PositiveIntegerField(default=0)
    # The score of the highest-scoring play, its word and the number of its move.
    best_score = models.IntegerField(default=0)
    best_word = models.CharField(max_length=64, blank=True)
    best_move = models.PositiveIntegerField(default=0)
    # True once the row is part of a ``ResultTotal``. The database default is for rows written by
    # earlier releases.
    totalled = models.BooleanField(default=False, db_default=False)

    class Meta:
        app_label = "games"
        db_table = "games_playedgame"
        constraints = [
            models.UniqueConstraint(fields=["player", "game"], name="played_once"),
        ]
        indexes = [
            models.Index(fields=["player", "-ended_at", "-id"], name="games_of_a_page"),
            models.Index(fields=["player", "-best_score", "-id"], name="best_plays"),
            # All that a page of results adds up, so that no row is read for it.
            models.Index(
                fields=[
                    *("player", "result", "variant", "language", "speed", "versus"),
                    *("score", "bingos"),
                ],
                name="tallies_of_a_page",
            ),
            models.Index(
                fields=["player", "id"],
                condition=models.Q(totalled=False),
                name="games_not_totalled",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.result} {self.score}"


class ResultTotal(models.Model):
    """Sums over a player's games of one kind with one result, so that no page has to add up
    thousands of games.

    Only games that are ``totalled`` are included. A player's totals are these rows plus the few
    games that are not; see :mod:`games.people.services.result_totals`.
    """

    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="totals")
    variant = models.CharField(max_length=16)
    language = models.CharField(max_length=16)
    speed = models.CharField(max_length=16)
    versus = models.CharField(max_length=12, choices=PlayedGame.Versus.choices)
    result = models.CharField(max_length=12, choices=PlayedGame.Result.choices)
    games = models.PositiveIntegerField()
    # The sum and the maximum of the final scores.
    points = models.BigIntegerField()
    highest = models.IntegerField()
    bingos = models.PositiveIntegerField()

    class Meta:
        app_label = "games"
        db_table = "games_resulttotal"
        constraints = [
            models.UniqueConstraint(
                fields=["player", "variant", "language", "speed", "versus", "result"],
                name="total_once_a_kind",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.result} {self.games}"


class PlayedWord(models.Model):
    """A word formed by a seat in a finished game, for finding games by word.

    Words that were challenged off the board are left out. Each word is stored once per game and
    seat.
    """

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="words")
    seat = models.PositiveSmallIntegerField()
    word = models.CharField(max_length=64)

    class Meta:
        app_label = "games"
        db_table = "games_playedword"
        constraints = [
            models.UniqueConstraint(fields=["word", "game", "seat"], name="word_once_a_seat"),
        ]

    def __str__(self) -> str:
        return self.word


class Visibility(models.TextChoices):
    """Who may see something."""

    ALL = "all", _("everyone")
    MEMBERS = "members", _("members")
    FOLLOWED = "followed", _("people I follow")
    NOBODY = "nobody", _("no one")


class PrivacySettings(models.Model):
    """What a member shows to whom. Without a row the defaults apply."""

    player = models.OneToOneField("games.Player", on_delete=models.CASCADE, related_name="privacy")
    profile = models.CharField(
        _("Who can see my profile"),
        max_length=12,
        choices=Visibility.choices,
        default=Visibility.ALL,
    )
    online = models.CharField(
        _("Who can see when I'm online"),
        max_length=12,
        choices=Visibility.choices,
        default=Visibility.ALL,
    )

    class Meta:
        app_label = "games"
        db_table = "games_privacy"

    def __str__(self) -> str:
        return f"{self.player_id}: {self.profile}, {self.online}"


class Follow(models.Model):
    """``follower`` wants to see when ``followed`` is online."""

    follower = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="follows")
    followed = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="followers")
    created_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        db_table = "games_follow"
        constraints = [
            models.UniqueConstraint(fields=["follower", "followed"], name="followed_once")
        ]

    def __str__(self) -> str:
        return f"{self.follower_id} → {self.followed_id}"


class MemberPresence(models.Model):
    """When a member last had a live page open. Updated rarely, to save writes."""

    player = models.OneToOneField("games.Player", on_delete=models.CASCADE, related_name="presence")
    seen_at = models.DateTimeField(db_index=True)

    class Meta:
        app_label = "games"
        db_table = "games_presence"

    def __str__(self) -> str:
        return f"{self.player_id}: {self.seen_at}"
