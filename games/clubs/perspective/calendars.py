"""The nights ahead: on a club's page, and in the calendars that other programs read."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from games.clubs.models import Club, ClubEvent
from games.clubs.store.club_rules import read_rule
from games.clubs.terms.calendar_feed import CalendarEntry
from games.clubs.terms.recurrence import find_day, find_start, list_days
from games.events.models import Event
from games.players.models import Player

AHEAD = timedelta(weeks=26)
"""How far ahead calendars show nights. Programs read them again every few hours or days."""
BEHIND = timedelta(weeks=4)
NIGHT_LENGTH = timedelta(hours=3)
"""How long a night takes in calendars, which ask for an end."""
SHOWN_AHEAD = timedelta(weeks=5)


@dataclass(frozen=True, slots=True)
class NightView:
    """One night of a club."""

    title: str
    day: date
    begins: datetime
    # The event's page, "" before the night is an event.
    url: str
    left_out: bool
    # What names the night in a form that leaves it out; "" for other events of the club.
    night: str
    uid: str


def list_nights_ahead(club: Club, now: datetime) -> list[NightView]:
    """Return the nights and events of the next weeks, the next one first."""
    today = find_day(now, club.zone)
    nights = _list_nights(club, today, today + SHOWN_AHEAD)
    return [one for one in nights if one.begins > now or one.url]


def list_club_entries(club: Club, now: datetime, site: str) -> list[CalendarEntry]:
    """Return the entries of a club's calendar. ``site`` is the address of the site."""
    today = find_day(now, club.zone)
    return [
        CalendarEntry(
            uid=f"{one.uid}@{site.split('://')[-1]}",
            title=f"{club.title}: {one.title}",
            begins=one.begins,
            ends=one.begins + NIGHT_LENGTH,
            url=site + (one.url or club.get_absolute_url()),
            place=club.place,
            cancelled=one.left_out,
        )
        for one in _list_nights(club, today - BEHIND, today + AHEAD)
    ]


def list_entries_of_player(player: Player, now: datetime, site: str) -> list[CalendarEntry]:
    """Return the entries of all clubs of a player, in order."""
    clubs = Club.objects.filter(members__player=player).order_by("pk")
    entries = [entry for club in clubs for entry in list_club_entries(club, now, site)]
    return sorted(entries, key=lambda entry: (entry.begins, entry.uid))


def _list_nights(club: Club, first: date, last: date) -> list[NightView]:
    stored = list(club.events.filter(day__range=(first, last)).select_related("event", "night"))
    known = {(one.night_id, one.day): one for one in stored}
    views = [*_list_planned(club, known, first, last), *_list_others(club, stored)]
    return sorted(views, key=lambda one: (one.begins, one.uid))


def _list_planned(
    club: Club, known: dict[tuple[int | None, date], ClubEvent], first: date, last: date
) -> Iterator[NightView]:
    """Yield the nights that follow from the rules, as events where they are events."""
    for night in club.nights.all():
        night.club = club
        rule = read_rule(night)
        for day in list_days(rule, first, last):
            found = known.pop((night.pk, day), None)
            event = found.event if found else None
            begins = event.starts_at if event and event.starts_at else find_start(rule, day)
            yield NightView(
                title=night.title,
                day=day,
                begins=begins,
                url=_get_url(event),
                left_out=found is not None and _is_called_off(event),
                night=f"{night.pk}",
                uid=f"night-{night.pk}-{day.isoformat()}",
            )


def _list_others(club: Club, stored: list[ClubEvent]) -> Iterator[NightView]:
    """Yield the events that no night of today's rules explains."""
    planned = {night.pk: read_rule(night) for night in club.nights.select_related("club")}
    for one in stored:
        rule = planned.get(one.night_id) if one.night_id else None
        if one.event is None or (rule and one.day in list_days(rule, one.day, one.day)):
            continue
        begins = one.event.starts_at or one.event.created_at
        yield NightView(
            title=one.event.title,
            day=one.day,
            begins=begins,
            url=_get_url(one.event),
            left_out=_is_called_off(one.event),
            night="",
            uid=f"event-{one.event.code}",
        )


def _get_url(event: Event | None) -> str:
    return event.get_absolute_url() if event is not None else ""


def _is_called_off(event: Event | None) -> bool:
    return event is None or event.stage == Event.Stage.CANCELLED
