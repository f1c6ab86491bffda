"""Pairing rounds, taking a pairing back, and starting rounds."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.events.models import Entrant, Event, EventBye, EventRound, EventSeat, EventTable
from games.events.services.acts import ActRecorder, record_act, require_not_over
from games.events.services.rooms import GRACE, open_rooms_of_round
from games.events.store.event_state import (
    EventRows,
    build_event_state,
    load_event_rows,
    read_plan,
)
from games.events.store.team_state import build_team_state, seat_teams
from games.events.terms.reasons import write_reasons
from games.pairing.errors import MissingResultsError, PairingError
from games.pairing.event import Method
from games.pairing.pairings import pair_round
from games.pairing.rounds import PairedRound
from games.players.models import Player
from scrabble_site.shared.refusals import Conflict


def pair_next_round(
    code: str,
    director: Player | None,
    now: datetime,
    *,
    pinned: Sequence[Sequence[int]] = (),
    byes: Sequence[int] = (),
    key: str = "",
) -> EventRound:
    """Pair the next round. ``pinned`` tables and ``byes`` are the director's choice, by entrant.

    Raises ``Conflict`` with the reason if it cannot be paired: a round that has not started,
    missing results, too few players.
    """
    with record_act(code, director, "pair", now, key) as act:
        return _pair(act, pinned, byes, now)


def pair_again(
    code: str,
    director: Player,
    now: datetime,
    *,
    pinned: Sequence[Sequence[int]] = (),
    byes: Sequence[int] = (),
    key: str = "",
) -> EventRound:
    """Pair a round that has not started once more, and keep the ``pinned`` tables and ``byes``."""
    with record_act(code, director, "pair_again", now, key) as act:
        _delete_pairing(act)
        return _pair(act, pinned, byes, now)


def unpair_round(code: str, director: Player, now: datetime, key: str = "") -> None:
    """Take back the pairing of a round that has not started."""
    with record_act(code, director, "unpair", now, key) as act:
        act.say(n=_delete_pairing(act))


def start_round(code: str, director: Player | None, now: datetime, key: str = "") -> EventRound:
    """Start the round that is paired: open its rooms, or wait for results from real boards.

    Raises ``Conflict`` if no round is paired, or if someone who was paired has withdrawn since.
    """
    with record_act(code, director, "start_round", now, key) as act:
        event = act.event
        found = event.rounds.order_by("-number").first()
        if found is None or found.stage != EventRound.Stage.PAIRED:
            raise Conflict("event.no_pairing")
        _require_complete(event, found)
        due_at = None if event.on_boards else now + GRACE
        act.update(found, stage=EventRound.Stage.STARTED, started_at=now, due_at=due_at)
        if event.stage == Event.Stage.OPEN:
            act.update(event, stage=Event.Stage.RUNNING)
        act.say(n=found.number)
        if not event.on_boards:
            open_rooms_of_round(act, found, now)
    return found


def finish_round_if_complete(act: ActRecorder, found: EventRound, now: datetime) -> None:
    """End a round once all its tables have results, and the event after its last round."""
    event = act.event
    open_tables = found.tables.filter(result_from=EventTable.Source.NONE)
    if found.stage == EventRound.Stage.OVER:
        _settle_again(act, found)
        return
    if found.stage != EventRound.Stage.STARTED or open_tables.exists():
        return
    if event.ends_at is not None and now < event.ends_at:
        return  # an arena, in which others are paired
    due_at = None
    last = _is_last(event, found)
    if event.break_minutes is not None and not last:
        due_at = now + timedelta(minutes=event.break_minutes)
    act.update(found, stage=EventRound.Stage.OVER, ended_at=now, due_at=due_at)
    if last:
        act.update(event, stage=Event.Stage.OVER, ended_at=now)


def _settle_again(act: ActRecorder, found: EventRound) -> None:
    """Decide again whether a knock-out is over, after a correction in its last round. One that a
    director has ended stays over."""
    event = act.event
    if found.number >= len(event.plan) or event.rounds.filter(number__gt=found.number).exists():
        return
    if read_plan(event)[found.number].method != Method.KNOCKOUT:
        return
    if _is_last(event, found):
        act.update(event, stage=Event.Stage.OVER, ended_at=event.ended_at or found.ended_at)
    elif event.ended_at == found.ended_at:  # it ended with the round, by itself
        act.update(event, stage=Event.Stage.RUNNING, ended_at=None)


def _is_last(event: Event, found: EventRound) -> bool:
    return found.number >= len(event.plan) or _is_decided(event, found)


def _is_decided(event: Event, found: EventRound) -> bool:
    """Return whether a knock-out has its winner, although the plan has spare rounds for replays."""
    rows = load_event_rows(event)
    if len(rows.rounds) > found.number or read_plan(event)[found.number].method != Method.KNOCKOUT:
        return False
    try:
        return not pair_round(build_event_state(rows)).tables
    except PairingError:
        return False  # a director has to settle something first


def reopen_round(act: ActRecorder, found: EventRound) -> None:
    """Let a round go on whose last result was taken back. Raises ``Conflict`` if a later one has
    been paired."""
    if act.event.rounds.filter(number__gt=found.number).exists():
        raise Conflict("event.later_round")
    if found.stage == EventRound.Stage.OVER:
        act.update(found, stage=EventRound.Stage.STARTED, ended_at=None, due_at=None)
    if act.event.stage == Event.Stage.OVER:
        act.update(act.event, stage=Event.Stage.RUNNING, ended_at=None)


def _pair(
    act: ActRecorder, pinned: Sequence[Sequence[int]], byes: Sequence[int], now: datetime
) -> EventRound:
    rows = load_event_rows(act.event)
    _require_pairable(act.event, rows)
    try:
        paired = _pair_round(rows, pinned, byes, now)
    except MissingResultsError as error:
        raise Conflict("event.results_missing", names=_list_names(rows, error)) from error
    except PairingError as error:
        raise Conflict(f"pairing.{error.code}", names=_list_names(rows, error)) from error
    if not paired.tables:
        raise Conflict("event.too_few")
    return _store_round(act, rows, paired, {tuple(table) for table in pinned}, now)


def _pair_round(
    rows: EventRows, pinned: Sequence[Sequence[int]], byes: Sequence[int], now: datetime
) -> PairedRound:
    if not rows.event.boards:
        return pair_round(build_event_state(rows, now=now), pinned=pinned, pinned_byes=byes)
    if pinned or byes:
        raise Conflict("event.team_pins")
    teams = build_team_state(rows, now=now)
    return seat_teams(teams, pair_round(teams.state))


def _delete_pairing(act: ActRecorder) -> int:
    """Delete the round that has not started, and return its number."""
    last = act.event.rounds.order_by("-number").first()
    if last is None or last.stage != EventRound.Stage.PAIRED:
        raise Conflict("event.no_pairing")
    for table in last.tables.prefetch_related("seats"):
        for seat in table.seats.all():
            act.delete(seat)
        act.delete(table)
    for bye in last.byes.all():
        act.delete(bye)
    act.delete(last)
    return last.number


def _require_complete(event: Event, found: EventRound) -> None:
    """Raise ``Conflict`` with the names of those without whom a round cannot start."""
    if event.paused:
        raise Conflict("event.paused")
    gone = _list_gone(found)
    if gone:
        raise Conflict("event.gone", names=[one.shown_name for one in gone])
    playing = EventSeat.objects.filter(table__round__event=event, table__result_from="")
    playing = playing.filter(table__round__number__lt=found.number)
    names = [seat.entrant.shown_name for seat in playing.select_related("entrant__player")]
    if names:
        raise Conflict("event.results_missing", names=names)


def _require_pairable(event: Event, rows: EventRows) -> None:
    require_not_over(event)
    if event.paused:
        raise Conflict("event.paused")
    if event.arena_minutes is not None:
        raise Conflict("event.arena")
    if len(rows.rounds) >= len(event.plan):
        raise Conflict("event.last_round")
    last = rows.rounds[-1] if rows.rounds else None
    if last is not None and last.stage == EventRound.Stage.PAIRED:
        raise Conflict("event.not_started", n=last.number)


def _store_round(
    act: ActRecorder,
    rows: EventRows,
    paired: PairedRound,
    pinned: set[tuple[int, ...]],
    now: datetime,
) -> EventRound:
    event = act.event
    made = act.create(
        EventRound(
            event=event,
            number=paired.number,
            reasons=write_reasons(paired.reasons),
            paired_at=now,
        )
    )
    for one in paired.tables:
        table = act.create(
            EventTable(
                round=made,
                number=one.number,
                division=one.division,
                reasons=write_reasons(one.reasons),
                pinned=one.players in pinned,
            )
        )
        for position, player in enumerate(one.players):
            entrant = rows.get_entrant(player)
            act.create(EventSeat(table=table, entrant=entrant, position=position))
    for player in paired.byes:
        act.create(EventBye(round=made, entrant=rows.get_entrant(player)))
    act.say(n=paired.number)
    return made


def _list_gone(found: EventRound) -> list[Entrant]:
    seated = Entrant.objects.filter(seats__table__round=found).select_related("player")
    return list(seated.filter(withdrawn_from__lte=found.number))


def _list_names(rows: EventRows, error: PairingError) -> list[str]:
    names = rows.list_names()
    return [names[player] for player in error.players]
