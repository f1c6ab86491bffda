"""The rooms of a round: opened together, begun once the players are there, absences judged."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.common.independent_steps import do_each
from games.events.models import Entrant, Event, EventRound, EventTable
from games.events.services.acts import ActRecorder
from games.events.terms.reasons import read_reasons
from games.health.services import is_site_down
from games.play.models import Game, SeatMember
from games.play.services.locking import locked_room
from games.play.services.notifications import notify
from games.play.services.prepared_rooms import (
    PreparedRoom,
    PreparedSeat,
    begin_prepared_game,
    open_prepared_rooms,
)
from games.play.services.room_settings import RoomSettings
from games.play.services.turns import apply_seat_act
from games.players.models import Player
from games.rules.plays.acts import Forfeit, get_act_kind
from scrabble_site.shared.refusals import Conflict, Refusal

GRACE = timedelta(seconds=60)
"""How long after the start of a round the clocks start, even if not everyone is there."""

SEATED = ("seats__entrant__player", "seats__entrant__partners__player")
"""What is read with tables whose rooms are to be opened."""

FORFEIT_AFTER = timedelta(minutes=5)
"""Whoever has not appeared so long after the start of a round loses the game."""


def open_rooms_of_round(act: ActRecorder, found: EventRound, now: datetime) -> None:
    """Open a room for each table of a round, and tell the players that their game is ready."""
    tables = list(found.tables.prefetch_related(*SEATED))
    title = act.event.title
    open_rooms(act.event, tables, "event_game", now, title=title, round=found.number)


def open_rooms(
    event: Event, tables: Sequence[EventTable], kind: str, now: datetime, **notice: Any
) -> None:
    """Open a room for each of these tables, and send the players a notification of this kind."""
    wanted = [_prepare_room(event, table) for table in tables]
    games = open_prepared_rooms(wanted, now)
    for table, game in zip(tables, games, strict=True):
        table.game = game
    EventTable.objects.bulk_update(tables, ["game"])
    for one, game in zip(wanted, games, strict=True):
        for player in one.people:
            notify(player, game.room, kind, now, **notice)


def _prepare_room(event: Event, table: EventTable) -> PreparedRoom:
    prepared = (_prepare_seat(event, seat.entrant) for seat in table.seats.all())
    seats = tuple(seat for seat in prepared if seat.people or seat.computer_level is not None)
    people = [player for seat in seats for player in seat.people]
    replays = any(one.code == "knockout.replay" for one in read_reasons(table.reasons))
    watched = bool(people)
    settings = build_room_settings(event, len(seats), watched=watched, half_time=replays)
    return PreparedRoom(settings, seats, people[0] if people else _find_host(event))


def _prepare_seat(event: Event, entrant: Entrant) -> PreparedSeat:
    if entrant.player is None:
        return PreparedSeat(computer_level=entrant.computer_level)
    if event.shared_racks:
        return PreparedSeat(tuple(entrant.list_people()), entrant.name)
    return PreparedSeat((entrant.player,))


def _find_host(event: Event) -> Player:
    """Return a director or, if they have all left, an entrant, for a room of computer players."""
    of_event = Q(directed_events__event=event) | Q(event_entries__event=event)
    found = Player.objects.filter(of_event).order_by("directed_events", "pk").first()
    if found is None:
        raise Conflict("event.no_people")
    return found


def build_room_settings(
    event: Event, seats: int, *, watched: bool = True, half_time: bool = False
) -> RoomSettings:
    """Return the settings of a room with so many seats.

    Computer players take their time only if a person at the table watches them. ``half_time`` is
    for a drawn game of a knock-out that is played again.
    """
    rooms = RoomSettings.planned(
        event,
        seats,
        public=event.entry == Event.Entry.ANYONE,
        teams=event.shared_racks,
        racks=event.racks,
        title=event.title[:60],
        simulate_thinking=watched,
    )
    if not half_time:
        return rooms
    clock = rooms.options.clock.halved()
    return replace(rooms, options=replace(rooms.options, clock=clock))


def list_games_to_begin(now: datetime) -> list[str]:
    """Return the codes of rooms whose game can start: everyone is there, or the grace is over."""
    waiting = _list_tables(now).filter(game__status=Game.Status.WAITING, round__event__paused=False)
    rows = waiting.select_related("round", "game__room").prefetch_related("game__holders")
    return [
        table.game.room.code
        for table in rows
        if table.game is not None and (_is_due(table, now) or _is_complete(table))
    ]


def begin_due_games(now: datetime) -> list[str]:
    """Start these games. Returns the codes of the rooms that changed."""
    return do_each(list_games_to_begin(now), lambda code: begin_prepared_game(code, now))


def forfeit_absent_players(now: datetime) -> list[str]:
    """Let everyone lose who has not appeared five minutes after the start of their round.

    Of a team that shares a rack, one person is enough. If no one at a table has, all of them lose.
    Returns the codes of the rooms that changed.
    """
    limit = now - FORFEIT_AFTER
    late = Q(opened_at__lte=limit) | Q(opened_at=None, round__started_at__lte=limit)
    running = _list_tables(now).filter(
        late, round__event__paused=False, game__status=Game.Status.PLAYING
    )
    never_seen = SeatMember.objects.filter(
        game__event_table__in=running, seen_at=None, game__status=Game.Status.PLAYING
    )
    there = SeatMember.objects.filter(seat=OuterRef("seat"), seen_at__isnull=False)
    never_seen = never_seen.exclude(Exists(there))
    rows = never_seen.select_related("game__room", "seat").order_by("game", "pk")
    absent: dict[UUID, list[SeatMember]] = {}
    for member in rows:
        absent.setdefault(member.game_id, []).append(member)
    games = {some[0].game.room.code: some[0].game for some in absent.values()}
    return do_each(games, lambda code: _forfeit(games[code], now))


def _forfeit(game: Game, now: datetime) -> bool:
    """Let those who have not come to one table lose. Returns whether they do."""
    try:
        with locked_room(game.room.code):
            for number in sorted(_list_unseen_seats(game)):
                game.refresh_from_db()
                if game.status != Game.Status.PLAYING:
                    break
                apply_seat_act(
                    game.room.code,
                    number,
                    Forfeit("away"),
                    game_id=game.pk,
                    turn=game.turn_number,
                    now=now,
                )
    except Refusal:
        return False  # the game has moved on: the next time looks again
    return True


def list_absent_seats(game: Game) -> set[int]:
    """Return the numbers of the seats that have lost because no one of them came.

    The game ends as soon as one seat is left, who may not have come either.
    """
    forfeited = game.moves.filter(kind=get_act_kind(Forfeit)).exists()
    return _list_unseen_seats(game) if forfeited else set()


def _list_unseen_seats(game: Game) -> set[int]:
    """Return the numbers of the seats with people of whom no one has been in the room."""
    members = game.holders.values_list("seat__number", "seen_at")
    present = {number for number, seen_at in members if seen_at is not None}
    return {number for number, _seen_at in members} - present


def _list_tables(now: datetime) -> QuerySet[EventTable]:
    """Return the tables that are being played here, none while the site is down."""
    tables = EventTable.objects.filter(~is_site_down(now), round__event__on_boards=False)
    tables = tables.filter(result_from=EventTable.Source.NONE)
    return tables.filter(round__stage=EventRound.Stage.STARTED)


def _is_due(table: EventTable, now: datetime) -> bool:
    """Return whether the grace period of a table is over."""
    if table.opened_at is not None:
        return table.opened_at + GRACE <= now
    found = table.round
    return found.due_at is not None and found.due_at <= now


def _is_complete(table: EventTable) -> bool:
    """Return whether someone of every seat has been in the room."""
    assert table.game is not None
    members = table.game.holders.all()
    seen = {member.seat_id for member in members if member.seen_at is not None}
    return seen == {member.seat_id for member in members}
