"""Secrets of a game: the bag, the racks, stored replies and exchanged letters.

While a game is being played, each seat may see its own secrets only; afterwards they are public.
:mod:`games.play.store` reads them, and so do the record pages once a game is over.
"""

from django.db import models


class GameSecret(models.Model):
    """The secret half of a game's rules state, except the racks."""

    game = models.OneToOneField("games.Game", on_delete=models.CASCADE, related_name="secret")
    # The random bytes that the seed of the bag is made from.
    secret = models.BinaryField()
    # The bag in its current order and the other secret parts of the rules state, as JSON.
    state = models.JSONField(db_column="hidden", default=dict)

    class Meta:
        app_label = "games"
        db_table = "games_gamesecret"

    def __str__(self) -> str:
        return "secret"


class Rack(models.Model):
    """The tiles of one seat, in tile notation (``AB?[CH]``)."""

    seat = models.OneToOneField("games.Seat", on_delete=models.CASCADE, related_name="rack")
    tiles = models.CharField(max_length=64, blank=True)

    class Meta:
        app_label = "games"
        db_table = "games_rack"

    def __str__(self) -> str:
        return "rack"


class ConditionalMove(models.Model):
    """A move stored in advance, to be played if the turn before it matches a guess."""

    seat = models.ForeignKey("games.Seat", on_delete=models.CASCADE, related_name="replies")
    # The player who stored the reply. Null once that player's row has been deleted.
    player = models.ForeignKey("games.Player", null=True, on_delete=models.SET_NULL)
    # The reply that has to be played first. Null for one that can be played at the seat's next
    # turn.
    after = models.ForeignKey(
        "self", null=True, on_delete=models.CASCADE, related_name="later_replies"
    )
    # The turn number at which it was stored, or at which the reply it comes ``after`` was played.
    # Once the seat has moved after that turn, the reply is out of date.
    turn = models.PositiveIntegerField()
    # The turn that the player expects from the seat before.
    guess = models.JSONField()
    # The answer: the act to play if the guess was right.
    act = models.JSONField()
    # Where plays may be challenged, a reply normally lets the play stand. With this set it is made
    # only if the words of that play are valid.
    only_if_valid = models.BooleanField(db_column="if_good", default=False)

    class Meta:
        app_label = "games"
        db_table = "games_reply"
        ordering = ["id"]

    def __str__(self) -> str:
        return "reply"


class MoveSecret(models.Model):
    """The parts of a move that are secret until the game is over."""

    move = models.OneToOneField("games.Move", on_delete=models.CASCADE, related_name="secret")
    # The complete act, including which letters were exchanged.
    act = models.JSONField()
    # The rack from which the move was made, in tile notation.
    rack = models.CharField(max_length=64, blank=True)
    # The racks of all seats before the move, by seat number. Empty for moves of earlier releases.
    racks = models.JSONField(default=list)

    class Meta:
        app_label = "games"
        db_table = "games_movesecret"

    def __str__(self) -> str:
        return "move secret"
