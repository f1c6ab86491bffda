"""Taking days off, and giving them back.

They apply to all of a player's games without a ticking clock at once.
:mod:`games.play.terms.days_off` defines them, and :mod:`games.rules.time.breaks` computes what they
do to a deadline.
"""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from datetime import time as clock_time
from zoneinfo import ZoneInfo

from django.db.models import F, Q

from games.play.models import Game, Room
from games.play.services.locking import write_transaction
from games.play.services.naming import list_open_rooms, lock_rooms
from games.play.services.schedule import replan_games
from games.play.terms.days_off import DaysOffPeriod, count_days_left, list_days_off
from games.players.models import Player
from games.rules.time.breaks import Break
from scrabble_site.shared.instants import to_ms
from scrabble_site.shared.refusals import Conflict, InvalidRequest

MAX_DAYS_AHEAD = timedelta(days=366)
"""How far ahead days off can be taken."""

MAX_ROOMS_AT_ONCE = 20
"""How many rooms are locked in one transaction."""


def take_days_off(player: Player, first: date, last: date, zone: str, now: datetime) -> list[str]:
    """Take the days from ``first`` to ``last`` off. Taking the same days again changes nothing.

    If ``first`` is today, they begin now. Raises ``InvalidRequest`` for impossible days, and
    ``Conflict`` if they overlap others or are too many. Returns the codes of the rooms where it
    shows.
    """
    where = parse_time_zone(zone)
    today = now.astimezone(where).date()
    if first < today:
        raise InvalidRequest("days_off.past")
    if last < first:
        raise InvalidRequest("days_off.order")
    if last > today + MAX_DAYS_AHEAD:
        raise InvalidRequest("days_off.far")
    off = Break(max(_midnight(first, where), to_ms(now)), _midnight(last + timedelta(1), where))

    def add(taken: list[DaysOffPeriod]) -> list[DaysOffPeriod]:
        if any((one.first, one.last) == (first, last) for one in taken):
            return taken
        if any(one.off.begin < off.end and off.begin < one.off.end for one in taken):
            raise Conflict("days_off.overlap")
        wanted = sorted([*taken, DaysOffPeriod(first, last, zone, off)])
        for year in (first.year, last.year):
            if count_days_left(wanted, year) < 0:
                raise Conflict("days_off.many", n=count_days_left(taken, year), year=year)
        # Earlier days no longer affect any turn.
        return [one for one in wanted if one.last.year >= today.year - 1]

    return _change_days_off(player, add, now)


def give_back_days_off(player: Player, first: date, now: datetime) -> list[str]:
    """Give back the rest of the days off that begin with ``first``; today counts as used.

    Giving them back again changes nothing. Returns the codes of the rooms where it shows.
    """

    def end(taken: list[DaysOffPeriod]) -> list[DaysOffPeriod]:
        return [
            left
            for one in taken
            if (left := _cut_off_past(one, now) if one.first == first else one)
        ]

    return _change_days_off(player, end, now)


def move_days_off(guest: Player, member: Player) -> None:
    """Add the days off of a guest to those of the member they have become.

    Call it in a transaction.
    """
    if guest.days_off:
        taken = [*list_days_off(member), *list_days_off(guest)]
        member.days_off = [one.to_json() for one in sorted(taken)]
        member.save(update_fields=["days_off"])


def parse_time_zone(zone: str) -> ZoneInfo:
    """Return a time zone by its name. Raises ``InvalidRequest`` for an unknown one."""
    try:
        return ZoneInfo(zone)
    except (ValueError, OSError, KeyError) as error:
        raise InvalidRequest("days_off.zone") from error


def _cut_off_past(one: DaysOffPeriod, now: datetime) -> DaysOffPeriod | None:
    """Return the part of some days off that cannot be given back, or ``None``."""
    instant, today = to_ms(now), now.astimezone(parse_time_zone(one.zone)).date()
    if instant <= one.off.begin:
        return None
    if instant >= one.off.end:
        return one
    return one._replace(last=today, off=Break(one.off.begin, instant))


def _midnight(day: date, zone: ZoneInfo) -> int:
    return to_ms(datetime.combine(day, clock_time(), zone))


def _change_days_off(
    player: Player, change: Callable[[list[DaysOffPeriod]], list[DaysOffPeriod]], now: datetime
) -> list[str]:
    """Save a player's days off, then replan the games whose deadlines they move.

    The games are replanned a few rooms at a time, but readers know the new days from the first
    transaction on. If the process ends before all are replanned, the referee replans the others
    when they would have been due.
    """
    with write_transaction():
        row = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        wanted = [one.to_json() for one in change(list_days_off(row))]
        if wanted == row.days_off:
            return []
        row.days_off = wanted
        row.save(update_fields=["days_off"])
    rooms = sorted(list_open_rooms(player))
    changed: list[str] = []
    # With all rooms locked at once, the other players' moves would have to wait.
    for start in range(0, len(rooms), MAX_ROOMS_AT_ONCE):
        changed += _replan_rooms(rooms[start : start + MAX_ROOMS_AT_ONCE], player, now)
    return changed


def _replan_rooms(rooms: list[int], player: Player, now: datetime) -> list[str]:
    """Replan a player's games with turns of days in these rooms, and return the rooms' codes."""
    with write_transaction():
        lock_rooms(Q(pk__in=rooms))
        going = [Game.Status.PLAYING, Game.Status.FINAL_CHALLENGE]
        games = Game.objects.filter(room__in=rooms, holders__player=player, status__in=going)
        # Days off do not stop a ticking clock.
        slow = [game for game in games.select_related("room") if "clock" not in (game.state or {})]
        replan_games(slow, now)
        touched = Room.objects.filter(pk__in=[game.room_id for game in slow])
        touched.update(stamp=F("stamp") + 1)
    return [game.room.code for game in slow]
