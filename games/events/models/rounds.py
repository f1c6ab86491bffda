"""Rounds that have been paired: tables, seats and byes."""

from collections.abc import Sequence

from django.db import models

from games.events.models.events import Entrant, Event
from games.pairing.event import PastRound, PlayedTable

SeatResult = tuple[int, int | None, int | None, bool]
"""An entrant at a table, with the score, the place and whether they were absent."""


def build_played_table(seats: Sequence[SeatResult]) -> PlayedTable:
    """Return a table as pairing and scoring see it, from its seats in the order of turns."""
    scores = tuple(score for _entrant, score, _place, _absent in seats if score is not None)
    places = tuple(place for _entrant, _score, place, _absent in seats if place is not None)
    return PlayedTable(
        players=tuple(entrant for entrant, *_result in seats),
        scores=scores if len(scores) == len(seats) else (),
        places=places if len(places) == len(seats) else (),
        absent=frozenset(entrant for entrant, _score, _place, absent in seats if absent),
    )


class EventRound(models.Model):
    """A round that has been paired."""

    class Stage(models.TextChoices):
        PAIRED = "paired"
        STARTED = "started"
        OVER = "over"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    stage = models.CharField(max_length=7, choices=Stage.choices, default=Stage.PAIRED)
    # About byes and the round as a whole: codes with values, see :mod:`games.pairing.reasons`.
    reasons = models.JSONField(default=list)
    paired_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    # While the round is played: when its clocks start at the latest. Once it is over: when the next
    # round starts by itself. Null if nothing is due.
    due_at = models.DateTimeField(null=True, db_index=True)

    class Meta:
        app_label = "games"
        db_table = "games_eventround"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="event_round_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.number}"

    def to_past_round(self) -> PastRound:
        """Return the round as pairing and scoring see it, with its prefetched rows."""
        return PastRound(
            tuple(table.to_played_table() for table in self.tables.all()),
            tuple(bye.entrant_id for bye in self.byes.all()),
        )


class EventTable(models.Model):
    """A table of a round, with a room if it is played here."""

    class Source(models.TextChoices):
        """Where a result came from."""

        NONE = ""
        GAME = "game"
        PLAYER = "player"
        DIRECTOR = "director"
        ABSENCE = "absence"

    round = models.ForeignKey(EventRound, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    division = models.CharField(max_length=40, blank=True)
    reasons = models.JSONField(default=list)
    # When the room was opened in an arena; null for tables that open with their round.
    opened_at = models.DateTimeField(null=True)
    # Whether the director has chosen who plays here.
    pinned = models.BooleanField(default=False)
    game = models.OneToOneField(
        "games.Game", null=True, on_delete=models.SET_NULL, related_name="event_table"
    )
    result_from = models.CharField(
        max_length=8, choices=Source.choices, blank=True, default=Source.NONE
    )

    class Meta:
        app_label = "games"
        db_table = "games_eventtable"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="event_table_once"),
        ]

    def __str__(self) -> str:
        return f"{self.round} table {self.number}"

    @property
    def has_result(self) -> bool:
        return self.result_from != self.Source.NONE

    def to_played_table(self) -> PlayedTable:
        """Return the table as pairing and scoring see it, with its prefetched seats."""
        seats = self.seats.all()
        return build_played_table(
            [(seat.entrant_id, seat.score, seat.place, seat.absent) for seat in seats]
        )


class EventSeat(models.Model):
    """An entrant at a table, in the order of turns: position 0 starts."""

    table = models.ForeignKey(EventTable, on_delete=models.CASCADE, related_name="seats")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField()
    score = models.SmallIntegerField(null=True)
    # The place at the table where it does not follow from the scores.
    place = models.PositiveSmallIntegerField(null=True)
    # True if the entrant forfeited because they did not appear.
    absent = models.BooleanField(default=False)

    class Meta:
        app_label = "games"
        db_table = "games_eventseat"
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["table", "position"], name="event_seat_once"),
            models.UniqueConstraint(fields=["table", "entrant"], name="one_seat_an_entrant"),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.entrant}"


class EventBye(models.Model):
    """An entrant who has a bye in a round."""

    round = models.ForeignKey(EventRound, on_delete=models.CASCADE, related_name="byes")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="byes")

    class Meta:
        app_label = "games"
        db_table = "games_eventbye"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entrant"], name="one_bye_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.round} {self.entrant}"
