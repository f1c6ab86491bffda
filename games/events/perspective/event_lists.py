"""Lists of events: announced, going on, and over."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q, QuerySet

from games.events.models import Event
from games.players.models import Player
from games.rules.positions.variants import get_variant

MAX_LISTED = 50
LISTED_AFTER_END = timedelta(days=30)
"""How long an event that is over stays in the list."""


@dataclass(frozen=True, slots=True)
class EventListing:
    """One line of a list of events."""

    code: str
    title: str
    url: str
    stage: str
    variant: str
    variant_name: str
    dictionary: str
    starts_at: datetime | None
    entrants: int
    arena: bool
    # The round that is being played, and how many there are.
    round: int
    rounds: int


@dataclass(frozen=True, slots=True)
class EventLists:
    coming: tuple[EventListing, ...]
    running: tuple[EventListing, ...]
    over: tuple[EventListing, ...]


def list_public_events(now: datetime) -> EventLists:
    """Return the events that anyone may enter."""
    public = Event.objects.filter(entry=Event.Entry.ANYONE)
    over = public.filter(stage=Event.Stage.OVER, ended_at__gt=now - LISTED_AFTER_END)
    return EventLists(
        coming=_read(public.filter(stage=Event.Stage.OPEN).order_by("starts_at", "-created_at")),
        running=_read(public.filter(stage=Event.Stage.RUNNING).order_by("-created_at")),
        over=_read(over.order_by("-ended_at")),
    )


def list_own_events(player: Player) -> tuple[EventListing, ...]:
    """Return the events that a player directs or takes part in, the newest first."""
    theirs = Q(directors__player=player) | Q(entrants__player=player)
    theirs |= Q(entrants__partners__player=player)
    return _read(Event.objects.filter(theirs).order_by("-created_at"))


def _read(events: QuerySet[Event]) -> tuple[EventListing, ...]:
    there = ~Q(entrants__withdrawn_from=1) & Q(entrants__unconfirmed=False)
    staying = Count("entrants", filter=there, distinct=True)
    paired = Count("rounds", distinct=True)
    rows = events.select_related("lexicon").annotate(staying=staying, paired=paired).distinct()
    return tuple(
        EventListing(
            code=event.code,
            title=event.title,
            url=event.get_absolute_url(),
            stage=event.stage,
            variant=event.variant,
            variant_name=get_variant(event.variant).name,
            dictionary=event.lexicon.shown_name,
            starts_at=event.starts_at,
            entrants=event.staying,
            arena=event.arena_minutes is not None,
            round=event.paired,
            rounds=len(event.plan),
        )
        for event in rows[:MAX_LISTED]
    )
