"""What a person's page is made of. Written by :mod:`games.people.services` alone."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class PlayedGame(models.Model):
    """One player's part in a game that has ended, in figures, so that nobody replays thousands of
    games to show a page.

    ``score`` is final. ``best_word`` and ``best_score`` are of the play that brought most,
    ``best_move`` its number. A team's figures are everybody's in it.
    """

    class Result(models.TextChoices):
        WON = "won", _("won")
        LOST = "lost", _("lost")
        DRAWN = "drawn", _("drawn")
        ANNULLED = "annulled", _("annulled")

    class Versus(models.TextChoices):
        """What kind of opponents there were, at the end of the game."""

        MEMBERS = "members", _("members")
        GUESTS = "guests", _("guests")
        COMPUTERS = "computers", _("computers")
        MIXED = "mixed", _("several kinds")
        NOBODY = "nobody", _("nobody")

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="played")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="played")
    seat = models.PositiveSmallIntegerField()
    ended_at = models.DateTimeField()
    variant = models.CharField(max_length=16)
    language = models.CharField(max_length=16)
    speed = models.CharField(max_length=16)
    versus = models.CharField(max_length=12, choices=Versus.choices)
    result = models.CharField(max_length=12, choices=Result.choices)
    place = models.PositiveSmallIntegerField()
    score = models.IntegerField()
    plays = models.PositiveIntegerField(default=0)
    bingos = models.PositiveIntegerField(default=0)
    best_score = models.IntegerField(default=0)
    best_word = models.CharField(max_length=64, blank=True)
    best_move = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "game"], name="played_once"),
        ]
        indexes = [
            models.Index(fields=["player", "-ended_at", "-id"], name="games_of_a_page"),
            models.Index(fields=["player", "-best_score", "-id"], name="best_plays"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.result} {self.score}"


class PlayedWord(models.Model):
    """A word that a seat made in a game that has ended, so that games are found by it. Words that
    were challenged away are none; each counts once a game and seat."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="words")
    seat = models.PositiveSmallIntegerField()
    word = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["word", "game", "seat"], name="word_once_a_seat"),
        ]

    def __str__(self) -> str:
        return self.word


class Openness(models.TextChoices):
    """To whom something is shown."""

    ALL = "all", _("everybody")
    MEMBERS = "members", _("members")
    FOLLOWED = "followed", _("those I follow")
    NOBODY = "nobody", _("nobody")


class Privacy(models.Model):
    """What a member shows, and to whom; without a row the defaults hold."""

    player = models.OneToOneField("games.Player", on_delete=models.CASCADE, related_name="privacy")
    profile = models.CharField(
        _("Who may see my page"), max_length=12, choices=Openness.choices, default=Openness.ALL
    )
    online = models.CharField(
        _("Who may see that I am here"),
        max_length=12,
        choices=Openness.choices,
        default=Openness.ALL,
    )

    def __str__(self) -> str:
        return f"{self.player_id}: {self.profile}, {self.online}"


class Follow(models.Model):
    """``follower`` wants to know when ``followed`` is here."""

    follower = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="follows")
    followed = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="followers")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["follower", "followed"], name="followed_once")
        ]

    def __str__(self) -> str:
        return f"{self.follower_id} → {self.followed_id}"


class Presence(models.Model):
    """When a member was last seen on any page that is live, noted rarely."""

    player = models.OneToOneField("games.Player", on_delete=models.CASCADE, related_name="presence")
    seen_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.player_id}: {self.seen_at}"
