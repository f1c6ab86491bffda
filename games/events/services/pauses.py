"""Pausing an event. Once it is resumed, everything that was due meanwhile is put off."""

from datetime import datetime

from games.events.models import EventRound, EventTable
from games.events.services.acts import ActRecorder, record_act, require_not_over
from games.players.models import Player


def set_paused(code: str, director: Player, *, paused: bool, now: datetime, key: str = "") -> None:
    """Pause the event, or resume it."""
    with record_act(code, director, "pause" if paused else "resume", now, key) as act:
        require_not_over(act.event)
        if act.event.paused and not paused:
            give_time_back(act, now)
        act.update(act.event, paused=paused)


def give_time_back(act: ActRecorder, now: datetime) -> None:
    """Put off everything that was due during a pause by its length: clocks, absences, the next
    round and the end of an arena."""
    event = act.event
    paused = event.acts.filter(kind__in=("pause", "hold"), undone_at=None).order_by("number").last()
    if paused is None:
        return
    away = now - paused.made_at
    if event.ends_at is not None and event.ends_at > paused.made_at:
        act.update(event, ends_at=event.ends_at + away)
    for one in event.rounds.exclude(started_at=None):
        if one.stage == EventRound.Stage.STARTED and one.started_at is not None:
            act.update(one, started_at=one.started_at + away)
        if one.due_at is not None:
            act.update(one, due_at=one.due_at + away)
    waiting = EventTable.objects.filter(round__event=event, result_from=EventTable.Source.NONE)
    for table in waiting.exclude(opened_at=None):
        assert table.opened_at is not None
        act.update(table, opened_at=table.opened_at + away)
