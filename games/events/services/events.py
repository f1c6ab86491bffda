"""Making events, changing their plan, pausing and ending them."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from games.common.form_keys import SAME_FORM_WITHIN
from games.events.models import Event, EventDirector, EventRound, EventTable
from games.events.services.acts import ActRecorder, record_act, require_not_over
from games.events.services.details import build_detail_columns
from games.events.services.imports import import_division
from games.events.store.event_state import read_plan, write_plan
from games.events.terms.method_settings import build_round_plan
from games.events.terms.settings import (
    ARENA_MINUTES,
    MAX_ROUNDS,
    OFFERED_METHODS,
    EventSettings,
)
from games.pairing.checks import METHODS_FOR_BIG_TABLES
from games.pairing.event import Method, ScoringSettings
from games.play.models.rooms import new_code
from games.play.services.locking import write_transaction
from games.play.services.rack_visibility import require_rack_policy
from games.players.models import Player
from games.players.services.sanctions import require_may_play
from games.rules.equipment.json_codec import encode
from games.rules.positions.variants import get_variant
from scrabble_site.shared.refusals import Conflict, InvalidRequest

MAX_OPEN_EVENTS = 20
"""How many events that are not over one player may direct."""
SEED_BITS = 62


def create_event(director: Player, chosen: EventSettings, key: str, now: datetime) -> Event:
    """Make an event that its director alone directs. A form sent twice makes one event.

    Raises ``InvalidRequest`` for settings out of range, and ``Conflict`` for a director of too many
    events.
    """
    columns = _build_columns(chosen)
    require_may_play(director, now)
    with write_transaction():
        # Two forms of one player, sent at the same moment, are handled one after the other.
        director = Player.objects.select_for_update(no_key=True).get(pk=director.pk)
        directed = Event.objects.filter(directors__player=director)
        if key:
            same = directed.filter(key=key, created_at__gt=now - SAME_FORM_WITHIN).first()
            if same is not None:
                return same
        going_on = directed.exclude(stage__in=(Event.Stage.OVER, Event.Stage.CANCELLED))
        if going_on.count() >= MAX_OPEN_EVENTS:
            raise Conflict("event.many", n=MAX_OPEN_EVENTS)
        event = Event.objects.create(
            code=new_code(),
            seed=secrets.randbits(SEED_BITS),
            key=key,
            created_at=now,
            **columns,
        )
        EventDirector.objects.create(event=event, player=director)
        import_division(event, chosen.division, now)
    return event


def _build_columns(chosen: EventSettings) -> dict[str, Any]:
    rooms = chosen.room_settings
    require_methods_for(rooms.seats, [one.method for one in chosen.plan])
    is_arena = chosen.arena_minutes is not None
    if is_arena != any(one.method is Method.ARENA for one in chosen.plan):
        raise InvalidRequest("event.arena")
    if is_arena and (chosen.on_boards or len(chosen.plan) > 1):
        raise InvalidRequest("event.arena_on_boards")
    if chosen.boards and (rooms.seats != 2 or is_arena or chosen.division):
        raise InvalidRequest("event.team_boards")
    alone = get_variant(rooms.variant).team_size < 2 or chosen.on_boards
    if chosen.shared_racks and (chosen.boards or alone):
        raise InvalidRequest("event.shared_racks")
    if not 1 <= len(chosen.plan) <= MAX_ROUNDS:
        raise InvalidRequest("event.rounds")
    if rooms.lexicon.current_revision_id is None:
        raise InvalidRequest("room.lexicon_empty")
    require_rack_policy(rooms.racks, rated=rooms.rated)
    if rooms.rated and (chosen.on_boards or not rooms.is_timed):
        raise InvalidRequest("rated.no_clock")
    return {
        **build_detail_columns(chosen),
        "on_boards": chosen.on_boards,
        **rooms.planned_columns(),
        "racks": rooms.racks,
        "table_size": rooms.seats,
        "plan": write_plan(chosen.plan),
        "scoring": encode(chosen.scoring),
        "prize_places": chosen.prize_places,
        "divisions": list(chosen.divisions),
        "break_minutes": None if chosen.arena_minutes else chosen.break_minutes,
        "arena_minutes": chosen.arena_minutes,
        "boards": chosen.boards,
        "shared_racks": chosen.shared_racks,
    }


def set_paused(code: str, director: Player, *, paused: bool, now: datetime, key: str = "") -> None:
    """Pause the event, or go on with it."""
    with record_act(code, director, "pause" if paused else "resume", now, key) as act:
        require_not_over(act.event)
        if act.event.paused and not paused:
            _give_time_back(act, now)
        act.update(act.event, paused=paused)


def _give_time_back(act: ActRecorder, now: datetime) -> None:
    """Put off by the length of a pause what was due meanwhile: clocks, absences, the next round and
    the end of an arena."""
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


def extend_event(code: str, director: Player, rounds: int, now: datetime, key: str = "") -> None:
    """Add rounds like the last one, or leave out rounds that are not paired yet.

    An event that is over because its last round has been played goes on with another one.
    """
    with record_act(code, director, "extend", now, key) as act:
        event = act.event
        if event.arena_minutes is not None:
            raise Conflict("event.arena")
        paired = event.rounds.count()
        if event.stage == Event.Stage.OVER and rounds > paired:
            act.update(event, stage=Event.Stage.RUNNING, ended_at=None)
        require_not_over(event)
        if not max(paired, 1) <= rounds <= MAX_ROUNDS:
            raise InvalidRequest("event.rounds")
        plan = [*event.plan, *[event.plan[-1]] * max(0, rounds - len(event.plan))][:rounds]
        act.update(event, plan=plan)
        act.say(n=rounds)


def extend_arena(code: str, director: Player, minutes: int, now: datetime, key: str = "") -> None:
    """Let an arena take so many minutes in all. One that has started ends earlier or later."""
    with record_act(code, director, "extend_arena", now, key) as act:
        event = act.event
        require_not_over(event)
        if event.arena_minutes is None or minutes not in ARENA_MINUTES:
            raise InvalidRequest("event.arena_minutes")
        if event.ends_at is not None:
            more = timedelta(minutes=minutes - event.arena_minutes)
            act.update(event, ends_at=event.ends_at + more)
        act.update(event, arena_minutes=minutes)
        act.say(n=minutes)


def change_plan(
    code: str,
    director: Player,
    methods: Sequence[str],
    settings: Mapping[str, object],
    now: datetime,
    key: str = "",
) -> None:
    """Choose how the rounds that are not paired yet will be paired, in their order.

    ``settings`` are those of all methods by name; each round takes what belongs to its own.
    """
    with record_act(code, director, "plan", now, key) as act:
        event = act.event
        require_not_over(event)
        paired = event.rounds.count()
        if len(methods) != len(event.plan) - paired or not set(methods) <= set(OFFERED_METHODS):
            raise InvalidRequest("form.text")
        require_methods_for(event.table_size, methods)
        left = [build_round_plan(Method(method), settings) for method in methods]
        act.update(event, plan=write_plan([*read_plan(event)[:paired], *left]))


def change_scoring(
    code: str,
    director: Player,
    scoring: ScoringSettings,
    prize_places: int,
    now: datetime,
    key: str = "",
) -> None:
    """Choose what results are worth, also those that are in already."""
    with record_act(code, director, "scoring", now, key) as act:
        require_not_over(act.event)
        act.update(act.event, scoring=encode(scoring), prize_places=prize_places)


def require_methods_for(table_size: int, methods: Iterable[str]) -> None:
    """Raise ``InvalidRequest`` for methods that cannot seat so many players at a table."""
    if table_size > 2 and not {Method(one) for one in methods} <= METHODS_FOR_BIG_TABLES:
        raise InvalidRequest("event.two_seats")


def end_event(code: str, director: Player, now: datetime, key: str = "") -> None:
    """End the event with the standings as they are. Raises ``Conflict`` while a round goes on."""
    with record_act(code, director, "end", now, key) as act:
        event = act.event
        require_not_over(event)
        unfinished = event.rounds.exclude(stage=EventRound.Stage.OVER).first()
        if unfinished is not None:
            raise Conflict("event.round_open", n=unfinished.number)
        played = event.rounds.exists()
        stage = Event.Stage.OVER if played else Event.Stage.CANCELLED
        act.update(event, stage=stage, ended_at=now)
