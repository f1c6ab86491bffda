"""Events, who directs them, who takes part, and the log of what was done."""

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.urls import reverse

from games.play.models import PlannedGames
from games.play.models.rooms import RACKS_HIDDEN
from games.players.models import Player


class Event(PlannedGames):
    """One event, reached by its link. The row is the lock for everything in the event."""

    class Stage(models.TextChoices):
        OPEN = "open"
        RUNNING = "running"
        OVER = "over"
        CANCELLED = "cancelled"

    class Entry(models.TextChoices):
        """Who may enter without a director: anyone, those with the link, members of the club that
        lists the event, or no one."""

        ANYONE = "anyone"
        LINK = "link"
        CLUB = "club"
        DIRECTOR = "director"

    code = models.CharField(max_length=12, unique=True)
    title = models.CharField(max_length=80)
    # What the director tells everyone, in their own words.
    about = models.TextField(max_length=2000, blank=True)
    # Whether it is played on real boards, with results entered by hand.
    on_boards = models.BooleanField(default=False)
    # When spectators see the racks; see :attr:`games.play.models.Room.racks`.
    racks = models.CharField(max_length=8, default=RACKS_HIDDEN, db_default=RACKS_HIDDEN)
    # Seats at a full table.
    table_size = models.PositiveSmallIntegerField(default=2)
    # A :class:`games.pairing.event.RoundPlan` for each round, as JSON.
    plan = models.JSONField(default=list)
    # :class:`games.pairing.event.ScoringSettings` as JSON, without the table's size.
    scoring = models.JSONField(default=dict)
    prize_places = models.PositiveSmallIntegerField(default=3)
    # Names of the divisions, the strongest first; empty without divisions.
    divisions = models.JSONField(default=list)
    # The lowest rating of each division but the last, in which everyone else is; null if directors
    # choose the divisions of players.
    division_floors = models.JSONField(null=True)
    # Boards of a match if teams meet teams; 0 if players are paired one by one.
    boards = models.PositiveSmallIntegerField(default=0, db_default=0)
    # Minutes for which an arena pairs whoever is free; null for an event with rounds.
    arena_minutes = models.PositiveSmallIntegerField(null=True)
    # Whether the people of a team share a rack, so that an entrant may be several people.
    shared_racks = models.BooleanField(default=False, db_default=False)
    # When an arena that has started stops pairing.
    ends_at = models.DateTimeField(null=True)
    entry = models.CharField(max_length=8, choices=Entry.choices, default=Entry.ANYONE)
    # The most entrants; null for any number.
    places = models.PositiveSmallIntegerField(null=True)
    # Whether entrants confirm before the start that they are there. Others are not paired.
    checks_in = models.BooleanField(default=False)
    starts_at = models.DateTimeField(null=True)
    # Minutes between two rounds, after which the next one starts by itself, as the first does at
    # ``starts_at``; null if a director starts every round.
    break_minutes = models.PositiveSmallIntegerField(null=True)
    stage = models.CharField(max_length=9, choices=Stage.choices, default=Stage.OPEN)
    # While it is paused, nothing is paired or started, by directors either, and no absence is
    # judged.
    paused = models.BooleanField(default=False)
    # Decides all lots.
    seed = models.PositiveBigIntegerField()
    # Grows by one with every change that anyone can see.
    stamp = models.PositiveIntegerField(default=1)
    # The key of the form that made the event, so that a form sent twice makes one event.
    key = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"
        db_table = "games_event"
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["entry", "stage", "starts_at"], name="events_to_list")]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("games:event", args=[self.code])

    @property
    def is_over(self) -> bool:
        return self.stage in (self.Stage.OVER, self.Stage.CANCELLED)


class EventDirector(models.Model):
    """A player who may direct an event."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="directors")
    player = models.ForeignKey(
        "games.Player", on_delete=models.CASCADE, related_name="directed_events"
    )

    class Meta:
        app_label = "games"
        db_table = "games_eventdirector"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="directs_an_event_once"),
        ]

    def __str__(self) -> str:
        return str(self.player)


class Entrant(models.Model):
    """Someone who takes part in an event, or did."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entrants")
    # Null for computer players, for people known only by name, as at real boards, and for players
    # whose row is deleted.
    player = models.ForeignKey(
        "games.Player", null=True, on_delete=models.SET_NULL, related_name="event_entries"
    )
    # Of those without a player, and of teams that share a rack.
    name = models.CharField(max_length=40, blank=True)
    # The level of a computer player; null for a person.
    computer_level = models.PositiveSmallIntegerField(null=True)
    # At the start of the event.
    rating = models.PositiveSmallIntegerField(default=0)
    # The place in a seeding made by hand, which precedes all ratings.
    seed = models.PositiveSmallIntegerField(null=True)
    team = models.CharField(max_length=40, blank=True)
    division = models.CharField(max_length=40, blank=True)
    # The first round that the entrant plays.
    first_round = models.PositiveSmallIntegerField(default=1)
    # The first round that the entrant no longer plays.
    withdrawn_from = models.PositiveSmallIntegerField(null=True)
    # Numbers of the rounds that the entrant asked to miss.
    sits_out = models.JSONField(default=list)
    # The first round whose results count as lost by forfeit, because the entrant cheated.
    voided_from = models.PositiveSmallIntegerField(null=True)
    # Half points and spread that the director has taken away.
    penalty_half_points = models.PositiveSmallIntegerField(default=0)
    penalty_spread = models.PositiveSmallIntegerField(default=0)
    # Whether a director has entered a member who has yet to say that they will play.
    unconfirmed = models.BooleanField(default=False)
    checked_in_at = models.DateTimeField(null=True)
    entered_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        db_table = "games_evententrant"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="enters_an_event_once"),
        ]

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        return self.name or (self.player.shown_name if self.player else "")

    def list_people(self) -> list[Player]:
        """Return the player and those who share the rack, in the order in which they came."""
        first = [] if self.player is None else [self.player]
        return [*first, *(partner.player for partner in self.partners.all())]


class EntrantPartner(models.Model):
    """Someone who shares the rack of an entrant."""

    # Copied from the entrant, so that nobody is in two teams of an event.
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="+")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="partners")
    player = models.ForeignKey(
        "games.Player", on_delete=models.CASCADE, related_name="shared_entries"
    )
    joined_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        db_table = "games_entrantpartner"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="shares_one_rack_an_event"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant}: {self.player}"


class EventAct(models.Model):
    """One act in an event, public, with everything needed to undo it."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="acts")
    number = models.PositiveIntegerField()
    # One of the kinds in :mod:`games.events.perspective.wording`.
    kind = models.CharField(max_length=24)
    # The arguments of its sentence.
    data = models.JSONField(default=dict)
    # The rows that it changed, each before and after; see :mod:`games.events.services.acts`.
    changes = models.JSONField(default=list, encoder=DjangoJSONEncoder)
    # Null for acts of the site and for players whose row is deleted.
    actor = models.ForeignKey("games.Player", null=True, on_delete=models.SET_NULL)
    # Chosen by the page, so that an act sent twice is carried out once.
    key = models.CharField(max_length=64, blank=True)
    made_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "games"
        db_table = "games_eventact"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="event_act_once"),
            models.UniqueConstraint(
                fields=["event", "key"], condition=~models.Q(key=""), name="event_act_key_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.number} {self.kind}"
