"""The record of one game: seats, public state, moves. Secrets have tables of their own."""

import uuid

from django.db import models

from games.rules.bag import Scheme


class Game(models.Model):
    """One game in a room. ``state`` is the public half of the rules state (no rack, no bag).

    ``seed_hash`` is the SHA-256 of the bag's secret, ``contributions`` what each seat's pages added
    to it (hexadecimal, in seat order), ``scheme`` how the seed is made of them: see
    :mod:`games.rules.bag`.

    ``due_at`` is the next instant at which the referee has something to do here; from
    ``computer_at`` on a computer player is to act, and ``kept_waiting`` says that people were told
    that it is busy. ``claimed_until`` is the lease of the worker that thinks about it. ``failures``
    counts how often in a row the worker failed here.

    ``clock_since`` is the instant from which the running clock of the state counts: a column, so
    that the time of an outage is given back to all games at once. ``paused``: the seats that want
    the clocks to stand; they do once all have asked. ``deserted``: the seat to move, when the room
    was told that those who hold it have been away for long. ``replying``: the seats that have
    stored replies (:class:`games.play.models.secrets.Reply`), which is told to nobody.

    ``halts``: the pauses of the present turn: each one's first and last instant (``None`` while it
    goes on), and how long was thought before it; all in milliseconds.

    ``rated`` is settled at the deal. ``ratings`` is what is shown of it, by the player's id:
    "before" and, once the game has ended, "after" as text, and the "change" in points.
    """

    class Status(models.TextChoices):
        WAITING = "waiting"
        STARTING = "starting"
        PLAYING = "playing"
        FINAL_CHALLENGE = "final_challenge"
        OVER = "over"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    room = models.ForeignKey("games.Room", on_delete=models.CASCADE, related_name="games")
    number = models.PositiveIntegerField()
    revision = models.ForeignKey("lexicon.Revision", null=True, on_delete=models.PROTECT)
    status = models.CharField(max_length=16, choices=Status.choices, default=Status.WAITING)
    state = models.JSONField(null=True)
    outcome = models.JSONField(null=True)
    opening = models.JSONField(null=True)
    turn_number = models.PositiveIntegerField(default=0)
    scheme = models.PositiveSmallIntegerField(default=Scheme.MIXED)
    seed_hash = models.CharField(max_length=64, blank=True)
    contributions = models.JSONField(default=list)
    rematch_seats = models.JSONField(default=list)
    rated = models.BooleanField(default=False)
    ratings = models.JSONField(default=dict)
    due_at = models.DateTimeField(null=True, db_index=True)
    computer_at = models.DateTimeField(null=True, db_index=True)
    kept_waiting = models.BooleanField(default=False)
    claimed_until = models.DateTimeField(null=True)
    clock_since = models.DateTimeField(null=True)
    paused = models.JSONField(default=list)
    deserted = models.PositiveSmallIntegerField(null=True)
    replying = models.JSONField(default=list, editable=False)
    halts = models.JSONField(default=list, editable=False)
    failures = models.PositiveSmallIntegerField(default=0)
    reminders_sent = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    moved_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["room", "number"], name="game_number_once_in_a_room")
        ]
        indexes = [
            models.Index(
                fields=["-ended_at", "-id"],
                condition=models.Q(ended_at__isnull=False),
                name="games_that_ended",
            )
        ]

    def __str__(self) -> str:
        return f"{self.room} #{self.number}"

    @property
    def is_rematch(self) -> bool:
        """The start is not drawn: it has moved on from the game before."""
        return self.number > 1

    @property
    def running(self) -> bool:
        return self.status in (self.Status.PLAYING, self.Status.FINAL_CHALLENGE)


class Seat(models.Model):
    """A place at the table, held by one player, several (a team) or a computer player.

    ``team`` is the name a team has given itself, "" for that of its members. ``played_for`` names
    those whose seat a computer player took over during the game.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    computer_level = models.PositiveSmallIntegerField(null=True, blank=True)
    team = models.CharField(max_length=24, blank=True)
    played_for = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="seat_once")]

    def __str__(self) -> str:
        return f"{self.game} seat {self.number}"


class Holder(models.Model):
    """A player who holds a seat, alone or as the member of a team; at most one seat of a game.

    Whoever has left a team holds nothing any more, so that no query tells them its tiles; those
    with a seat in an ended game are who sat there when it ended.

    ``contribution`` is what the player's page has added to the seed of the bag, in hexadecimal.
    ``seen_at`` is when the player was last seen in the room, written rarely; ``away`` that the
    room has been told of a longer absence. ``shows_rack``: agrees that watchers see the rack,
    in the games that follow too.
    ``over`` repeats that the game has ended, so that a
    player's open games are found by an index.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="holders")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="holders")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="held_seats")
    contribution = models.CharField(max_length=32, blank=True)
    seen_at = models.DateTimeField(null=True)
    away = models.BooleanField(default=False)
    shows_rack = models.BooleanField(default=False)
    over = models.BooleanField(default=False)

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["player", "over", "-id"], name="games_of_a_player")]
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="one_seat_a_player"),
        ]

    def __str__(self) -> str:
        return str(self.player)


class Move(models.Model):
    """One applied act: who, what (public notation), what followed. ``key`` makes it land once.

    ``by_reply``: it had been stored before and was made by itself. ``spent``: the milliseconds that
    the turn took, ``None`` where nobody counted. ``halts``: when its time stood, as triples of why
    ("pause", "days_off"), the first and the last instant.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey("games.Player", null=True, on_delete=models.SET_NULL)
    kind = models.CharField(max_length=12)
    events = models.JSONField(default=list)
    key = models.CharField(max_length=64, blank=True)
    by_reply = models.BooleanField(default=False)
    spent = models.PositiveBigIntegerField(null=True)
    halts = models.JSONField(default=list)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="move_number_once"),
            models.UniqueConstraint(
                fields=["game", "seat", "key"],
                condition=~models.Q(key=""),
                name="move_key_once_a_seat",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"
