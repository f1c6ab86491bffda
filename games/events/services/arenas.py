"""Arenas: one long round in which whoever is free gets a table, until the time is over.

A director, or the time of the start, opens the round. From then on the worker pairs those who wait
and opens their rooms at once. Its pairings are no acts: only results are in the log.
"""

from datetime import datetime, timedelta

from games.common.independent_steps import do_each
from games.events.models import Entrant, Event, EventRound, EventSeat, EventTable
from games.events.services.acts import record_act
from games.events.services.locking import locked_event
from games.events.services.rooms import SEATED, open_rooms
from games.events.store.event_state import EventRows, build_event_state, load_event_rows
from games.events.terms.reasons import write_reasons
from games.health.services import is_site_down
from games.pairing.pairings import FreePlayer, pair_free_players
from games.pairing.rounds import PairedTable
from games.players.models import Player
from scrabble_site.shared.instants import to_ms
from scrabble_site.shared.refusals import Conflict


def start_arena(code: str, director: Player | None, now: datetime, key: str = "") -> None:
    """Start an arena, whose time runs from now on.

    Raises ``Conflict`` if it has started already, is paused or has fewer players than a table.
    """
    with record_act(code, director, "start_arena", now, key) as act:
        event = act.event
        if event.stage != Event.Stage.OPEN or event.arena_minutes is None:
            raise Conflict("event.no_pairing")
        if event.paused:
            raise Conflict("event.paused")
        state = build_event_state(load_event_rows(event))
        if sum(player.plays_in(1) for player in state.players) < event.table_size:
            raise Conflict("event.too_few")
        stage = EventRound.Stage.STARTED
        act.create(EventRound(event=event, number=1, stage=stage, paired_at=now, started_at=now))
        ends_at = now + timedelta(minutes=event.arena_minutes)
        act.update(event, stage=Event.Stage.RUNNING, ends_at=ends_at)


def stop_arena(code: str, director: Player, now: datetime, key: str = "") -> None:
    """Stop pairing in an arena. It is over once the games still being played have ended."""
    with record_act(code, director, "stop_arena", now, key) as act:
        if not _is_running(act.event):
            raise Conflict("event.over")
        act.update(act.event, ends_at=now)


def run_arenas(now: datetime) -> list[str]:
    """Pair whoever is free, and end arenas whose time is over. Returns the codes of those that
    changed."""
    running = Event.objects.filter(stage=Event.Stage.RUNNING, ends_at__isnull=False, paused=False)
    codes = running.filter(~is_site_down(now)).values_list("code", flat=True)
    return do_each(codes, lambda code: _advance(code, now))


def _advance(code: str, now: datetime) -> bool:
    """Take the next step of an arena. Returns whether there was one."""
    with locked_event(code) as event:
        if event.paused or not _is_running(event):
            return False
        assert event.ends_at is not None
        rows = load_event_rows(event)
        if event.ends_at > now:
            return _pair_free(rows, now)
        if any(not table.has_result for table in rows.rounds[0].tables.all()):
            return False
    _finish(code, now)
    return True


def _finish(code: str, now: datetime) -> None:
    with record_act(code, None, "end", now) as act:
        found = act.event.rounds.get(number=1)
        open_tables = found.tables.filter(result_from=EventTable.Source.NONE)
        if not _is_running(act.event) or open_tables.exists():
            return
        act.update(found, stage=EventRound.Stage.OVER, ended_at=now)
        act.update(act.event, stage=Event.Stage.OVER, ended_at=now)


def _is_running(event: Event) -> bool:
    return event.stage == Event.Stage.RUNNING and event.ends_at is not None


def _pair_free(rows: EventRows, now: datetime) -> bool:
    free = _list_free(rows, now)
    if len(free) < rows.event.table_size:
        return False
    paired = pair_free_players(build_event_state(rows, now=now), free)
    if not paired:
        return False
    tables = _store_tables(rows, paired, now)
    open_rooms(rows.event, tables, "event_next_game", now, title=rows.event.title)
    rows.event.stamp += 1
    rows.event.save(update_fields=["stamp"])
    return True


def _store_tables(
    rows: EventRows, paired: tuple[PairedTable, ...], now: datetime
) -> list[EventTable]:
    found = rows.rounds[0]
    last = max((table.number for table in found.tables.all()), default=0)
    made = EventTable.objects.bulk_create(
        EventTable(
            round=found,
            number=last + number,
            reasons=write_reasons(one.reasons),
            opened_at=now,
        )
        for number, one in enumerate(paired, 1)
    )
    EventSeat.objects.bulk_create(
        EventSeat(table=table, entrant=rows.get_entrant(player), position=position)
        for table, one in zip(made, paired, strict=True)
        for position, player in enumerate(one.players)
    )
    tables = EventTable.objects.filter(pk__in=[table.pk for table in made]).order_by("number")
    return list(tables.prefetch_related(*SEATED))


def _list_free(rows: EventRows, now: datetime) -> list[FreePlayer]:
    """Return those who wait for a game, with the time since when they do."""
    found = rows.rounds[0]
    busy: set[int] = set()
    last_ends: dict[int, datetime] = {}
    for table in found.tables.select_related("game").prefetch_related("seats"):
        seated = {seat.entrant_id for seat in table.seats.all()}
        if not table.has_result:
            busy |= seated
        elif table.game is not None and table.game.ended_at is not None:
            last_ends |= dict.fromkeys(seated, table.game.ended_at)
    state = build_event_state(rows, now=now)
    playing = {one.id for one in state.players if one.plays_in(state.next_number)} - busy
    return [
        FreePlayer(one.pk, to_ms(last_ends.get(one.pk) or _get_arrival(one)))
        for one in rows.entrants
        if one.pk in playing and (one.player_id or one.computer_level)
    ]


def _get_arrival(entrant: Entrant) -> datetime:
    return entrant.checked_in_at or entrant.entered_at
