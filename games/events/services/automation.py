"""Rounds that are paired and started without a director."""

from datetime import datetime

from django.db.models import Exists, OuterRef, Q

from games.common.independent_steps import do_each
from games.events.models import Event, EventRound
from games.events.services.acts import record_act
from games.events.services.arenas import start_arena
from games.events.services.rounds import pair_next_round, start_round
from games.health.services import is_site_down
from scrabble_site.shared.refusals import Conflict

Stage = EventRound.Stage


def run_due_events(now: datetime) -> list[str]:
    """Pair and start the rounds that are due. Returns the codes of the events that changed.

    A round that a director has paired is started as it is. An event whose round cannot be paired
    is paused, and the log says why.
    """
    return do_each(list_due_events(now), lambda code: _start_next(code, now))


def list_due_events(now: datetime) -> list[str]:
    """Return the codes of the events whose next round starts by itself now."""
    by_itself = Q(break_minutes__isnull=False) | Q(arena_minutes__isnull=False)
    automatic = Event.objects.filter(by_itself, paused=False)
    rounds = EventRound.objects.filter(event=OuterRef("pk"))
    first = Q(stage=Event.Stage.OPEN, starts_at__lte=now)
    next_one = Q(stage=Event.Stage.RUNNING) & Exists(
        rounds.filter(stage=Stage.OVER, due_at__lte=now)
    )
    due = automatic.filter(first | next_one).filter(~is_site_down(now))
    due = due.exclude(Exists(rounds.filter(stage=Stage.STARTED)))
    return list(due.values_list("code", flat=True))


def _start_next(code: str, now: datetime) -> bool:
    """Start the next round, or pause an event whose round cannot start. Returns True."""
    try:
        if Event.objects.filter(code=code, arena_minutes__isnull=False).exists():
            start_arena(code, None, now)
            return True
        if not EventRound.objects.filter(event__code=code, stage=Stage.PAIRED).exists():
            pair_next_round(code, None, now)
        start_round(code, None, now)
    except Conflict as refusal:
        with record_act(code, None, "hold", now) as act:
            act.update(act.event, paused=True)
            act.say(code=refusal.code, values=refusal.data)
    return True
