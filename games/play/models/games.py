"""Games, their seats and their moves, as far as they are public."""

import uuid

from django.db import models

from games.rules.equipment.fair_shuffle import SeedScheme


class Game(models.Model):
    """One game in a room. The racks and the bag are in :mod:`games.play.models.secrets`."""

    class Status(models.TextChoices):
        WAITING = "waiting"
        STARTING = "starting"
        PLAYING = "playing"
        FINAL_CHALLENGE = "final_challenge"
        # Ended, but the other table of a swapped match still plays.
        HELD = "held"
        OVER = "over"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    room = models.ForeignKey("games.Room", on_delete=models.CASCADE, related_name="games")
    # Counts the games of a room from 1.
    number = models.PositiveIntegerField()
    # The dictionary revision that the game is played with. Null until the deal.
    revision = models.ForeignKey("lexicon.Revision", null=True, on_delete=models.PROTECT)
    status = models.CharField(max_length=16, choices=Status.choices, default=Status.WAITING)
    # The public half of the rules state, without racks and bag. Null until the deal.
    state = models.JSONField(null=True)
    # The winner, the scores and how the game ended. Null until it is over.
    outcome = models.JSONField(null=True)
    # The events of the deal, such as the draw for who starts. Null until the deal.
    opening = models.JSONField(null=True)
    # How many moves have been made.
    turn_number = models.PositiveIntegerField(default=0)
    # How the bag's seed is computed; see :mod:`games.rules.equipment.fair_shuffle`.
    scheme = models.PositiveSmallIntegerField(default=SeedScheme.MIXED)
    # SHA-256 of the bag's secret, shown before the deal so that anyone can check the bag
    # afterwards.
    seed_hash = models.CharField(max_length=64, blank=True)
    # What the players' pages added to the seed, in hexadecimal, in the order of the seats.
    contributions = models.JSONField(default=list)
    # Numbers of the seats that have asked for another game.
    rematch_seats = models.JSONField(default=list)
    # Settled at the deal: a room may allow rated games and still hold an unrated one.
    rated = models.BooleanField(default=False)
    # The rating changes as the table shows them, by player id: "before" and, once the game is over,
    # "after" as text, "change" in points, and "share" in per cent if less than the whole game
    # counted. If the game counted for nothing, "unchanged" says why.
    ratings = models.JSONField(default=dict)
    # When the referee has to look at this game next; null if nothing is planned.
    due_at = models.DateTimeField(null=True, db_index=True)
    # The earliest time at which a computer player may act; null if it is not a computer's turn.
    computer_at = models.DateTimeField(null=True, db_index=True)
    # True once the room shows that the computer players are busy.
    busy_shown = models.BooleanField(db_column="kept_waiting", default=False)
    # When the lease of the worker that computes this game's move expires.
    claimed_until = models.DateTimeField(null=True)
    # When the running clock of ``state`` was started. It is a column so that one statement can give
    # the time of an outage back to all games.
    clock_since = models.DateTimeField(null=True)
    # Numbers of the seats that want the clocks stopped. The clocks stop once every seat has asked.
    paused = models.JSONField(default=list)
    # The seat to move, once the room shows that everyone who holds it has been away for long.
    absent_seat = models.PositiveSmallIntegerField(db_column="deserted", null=True)
    # What the other players decide about that seat; see :mod:`games.play.services.absence`.
    absence = models.JSONField(null=True, editable=False)
    # Numbers of the seats that have stored replies. Never shown: others could draw conclusions.
    seats_with_replies = models.JSONField(db_column="replying", default=list, editable=False)
    # The pauses of the current turn as [begin, end, time thought before], in milliseconds. The end
    # of a pause that is still going on is null.
    pauses = models.JSONField(db_column="halts", default=list, editable=False)
    # How many times in a row the worker has failed at this game.
    failures = models.PositiveSmallIntegerField(default=0)
    # Counts the reminders sent during the current turn.
    reminders_sent = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    # When the time for the current turn began.
    moved_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"
        db_table = "games_game"
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
        """True if no one draws for the start, because it passes on from the game before."""
        return self.number > 1

    @property
    def running(self) -> bool:
        return self.status in (self.Status.PLAYING, self.Status.FINAL_CHALLENGE)

    @property
    def is_finished(self) -> bool:
        """True once no more moves are possible, whether or not the result is public yet."""
        return self.status in (self.Status.HELD, self.Status.OVER)


class Seat(models.Model):
    """A place at the table, held by one player, by several (a team) or by a computer player."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    # The level of the computer player (its code); null where people play.
    computer_level = models.PositiveSmallIntegerField(null=True, blank=True)
    # The name that the team has chosen; blank for the names of its members.
    team = models.CharField(max_length=24, blank=True)
    # The names of the people whom a computer player replaces while they are away.
    played_for = models.CharField(max_length=120, blank=True)

    class Meta:
        app_label = "games"
        db_table = "games_seat"
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="seat_once")]

    def __str__(self) -> str:
        return f"{self.game} seat {self.number}"

    @property
    def has_stand_in(self) -> bool:
        """True while a computer player replaces the people who hold the seat."""
        return self.computer_level is not None and bool(self.holders.all())


class SeatMember(models.Model):
    """A player who holds a seat, alone or as a member of a team.

    A player holds at most one seat of a game. The row is deleted when a player leaves a team, so no
    query can show them its tiles any more. The holders of a finished game are the players who held
    its seats at the end.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="holders")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="holders")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="held_seats")
    # What the player's page has added to the seed of the bag, in hexadecimal.
    contribution = models.CharField(max_length=32, blank=True)
    # When the player was last seen in the room. Updated rarely; see
    # :mod:`games.play.services.presence`.
    seen_at = models.DateTimeField(null=True)
    # True once the room shows the player as away.
    away = models.BooleanField(default=False)
    # True if the player agrees that spectators see the rack, in this game and in those that follow.
    shows_rack = models.BooleanField(default=False)
    # True once the game has ended. Repeated here so that an index finds a player's open games.
    game_over = models.BooleanField(db_column="over", default=False)
    # The key of the form "Find an opponent" that took the seat, so that a form sent twice takes
    # one seat; "" for other seats.
    key = models.CharField(max_length=64, blank=True, default="", db_default="")

    class Meta:
        app_label = "games"
        db_table = "games_holder"
        ordering = ["id"]
        indexes = [models.Index(fields=["player", "game_over", "-id"], name="games_of_a_player")]
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="one_seat_a_player"),
        ]

    def __str__(self) -> str:
        return str(self.player)


class Move(models.Model):
    """One applied act: who made it, what it was in public notation, and what followed."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    # Null for acts of the program and for players whose row has been deleted.
    player = models.ForeignKey("games.Player", null=True, on_delete=models.SET_NULL)
    # The name of the act's class in lower case, such as "play" or "exchange".
    kind = models.CharField(max_length=12)
    # The public events that followed from the act, as JSON.
    events = models.JSONField(default=list)
    # Chosen by the page that sent the act, so that an act sent twice is made only once.
    key = models.CharField(max_length=64, blank=True)
    # True if the act was stored in advance as a ``ConditionalMove``.
    by_reply = models.BooleanField(default=False)
    # How many milliseconds the turn took without its ``pauses``; null if no time was measured.
    spent = models.PositiveBigIntegerField(null=True)
    # When the time of the turn stood still, as [reason, begin, end] with the reason "pause" or
    # "days_off" and instants in milliseconds.
    pauses = models.JSONField(db_column="halts", default=list)
    made_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        db_table = "games_move"
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
