"""Days off: taken for all of one's games without a ticking clock at once, and given back.

What they are and what they do to a deadline: :mod:`games.play.calendars` and
:mod:`games.rules.breaks`.
"""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from datetime import time as clock_time
from zoneinfo import ZoneInfo

from django.db.models import F, Q

from games.common.instants import to_ms
from games.common.refusals import Conflict, Unsuitable
from games.play.calendars import DaysOff, days_left, days_off_of
from games.play.models import Game, Room
from games.play.services.locking import writing
from games.play.services.naming import lock_rooms, open_rooms
from games.play.services.schedule import reschedule
from games.players.models import Player
from games.rules.breaks import Break

FARTHEST = timedelta(days=366)
"""How long before days off may be taken."""


def take_days(player: Player, first: date, last: date, zone: str, now: datetime) -> list[str]:
    """Take the days from ``first`` to ``last``; again changes nothing. They begin at once where
    ``first`` is today. Returns the rooms where that shows."""
    where = read_zone(zone)
    today = now.astimezone(where).date()
    if first < today:
        raise Unsuitable("days_off.past")
    if last < first:
        raise Unsuitable("days_off.order")
    if last > today + FARTHEST:
        raise Unsuitable("days_off.far")
    off = Break(max(_midnight(first, where), to_ms(now)), _midnight(last + timedelta(1), where))

    def add(taken: list[DaysOff]) -> list[DaysOff]:
        if any((one.first, one.last) == (first, last) for one in taken):
            return taken
        if any(one.off.begin < off.end and off.begin < one.off.end for one in taken):
            raise Conflict("days_off.overlap")
        wanted = sorted([*taken, DaysOff(first, last, zone, off)])
        for year in (first.year, last.year):
            if days_left(wanted, year) < 0:
                raise Conflict("days_off.many", n=days_left(taken, year), year=year)
        return [one for one in wanted if one.last.year >= today.year - 1]

    return _change(player, add, now)


def end_days(player: Player, first: date, now: datetime) -> list[str]:
    """Give back what is left of the days off that begin with ``first``; today is gone. Again
    changes nothing. Returns the rooms where that shows."""

    def end(taken: list[DaysOff]) -> list[DaysOff]:
        return [left for one in taken if (left := _rest(one, now) if one.first == first else one)]

    return _change(player, end, now)


def hand_over(guest: Player, member: Player) -> None:
    """A guest has become a member, who has both their days off now. In the caller's transaction."""
    if guest.days_off:
        taken = [*days_off_of(member), *days_off_of(guest)]
        member.days_off = [one.to_json() for one in sorted(taken)]
        member.save(update_fields=["days_off"])


def read_zone(zone: str) -> ZoneInfo:
    """Raises ``Unsuitable`` for a time zone nobody knows."""
    try:
        return ZoneInfo(zone)
    except (ValueError, OSError, KeyError) as error:
        raise Unsuitable("days_off.zone") from error


def _rest(one: DaysOff, now: datetime) -> DaysOff | None:
    """What of some days off cannot be given back."""
    instant, today = to_ms(now), now.astimezone(read_zone(one.zone)).date()
    if instant <= one.off.begin:
        return None
    if instant >= one.off.end:
        return one
    return one._replace(last=today, off=Break(one.off.begin, instant))


def _midnight(day: date, zone: ZoneInfo) -> int:
    return to_ms(datetime.combine(day, clock_time(), zone))


def _change(
    player: Player, change: Callable[[list[DaysOff]], list[DaysOff]], now: datetime
) -> list[str]:
    """Write somebody's days off, and plan anew the games in which that moves a deadline."""
    with writing():
        lock_rooms(Q(pk__in=open_rooms(player)))
        row = Player.objects.select_for_update().get(pk=player.pk)
        wanted = [one.to_json() for one in change(days_off_of(row))]
        if wanted == row.days_off:
            return []
        row.days_off = wanted
        row.save(update_fields=["days_off"])
        going = [Game.Status.PLAYING, Game.Status.FINAL_CHALLENGE]
        games = Game.objects.filter(holders__player=player, status__in=going)
        slow = [game for game in games.select_related("room") if "clock" not in (game.state or {})]
        for game in slow:
            reschedule(game, now)
        rooms = Room.objects.filter(pk__in=[game.room_id for game in slow])
        rooms.update(stamp=F("stamp") + 1)
        return [game.room.code for game in slow]
