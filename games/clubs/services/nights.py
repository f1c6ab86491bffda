"""Club nights: planning them, leaving a day out, and the events that the worker makes of them."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from django.db import IntegrityError, transaction

from games.clubs.models import Club, ClubEvent, ClubNight
from games.clubs.services.access import list_directors, require_club_director
from games.clubs.services.locking import lock_directors, locked_club
from games.clubs.services.notices import notify_club
from games.clubs.store.club_rules import read_rule
from games.clubs.terms.recurrence import find_day, find_next_day, find_start, list_days
from games.clubs.terms.settings import MAX_NIGHTS, NightSettings
from games.common.names import clean_title
from games.events.models import Event
from games.events.services.access import find_event, is_director
from games.events.services.directors import add_director
from games.events.services.events import create_event, require_methods_for
from games.events.terms.settings import OFFERED_METHODS, EventSettings, plan_rounds
from games.pairing.event import Method
from games.play.services.locking import write_transaction
from games.play.services.room_settings import RoomSettings
from games.players.models import Player
from games.players.services.sanctions import require_may_play
from scrabble_site.shared.refusals import Conflict, Forbidden, InvalidRequest, NotFound, Refusal

DAY = timedelta(days=1)
MAX_DAYS_BEFORE = 28
MAX_EVENT_ROUNDS = 30
DATE_LENGTH = len(" 2026-11-28")
MAX_EVENT_TITLE = 60


def plan_night(
    code: str, director: Player, chosen: NightSettings, now: datetime, key: str = ""
) -> ClubNight:
    """Plan a club night that recurs. A form sent twice plans one night.

    Raises ``InvalidRequest`` for settings out of range, and ``Conflict`` for a club with too many
    nights.
    """
    require_may_play(director, now)
    with locked_club(code) as club:
        require_club_director(club, director)
        same = club.nights.filter(key=key).first() if key else None
        if same is not None:
            return same
        if club.nights.count() >= MAX_NIGHTS:
            raise Conflict("club.many_nights", n=MAX_NIGHTS)
        night = _build_night(club, chosen, key)
        night.due_at = compute_due(night, find_day(now, club.zone) - DAY)
        if night.due_at is None:
            raise InvalidRequest("club.no_days")
        night.save()
    return night


def end_night(code: str, director: Player, night: int) -> None:
    """Let a club night recur no more. Events that have been made of it stay."""
    with locked_club(code) as club:
        require_club_director(club, director)
        get_night(club, night).delete()


def skip_night(code: str, director: Player, night: int, day: date) -> None:
    """Leave out one day of a club night. Leaving it out twice changes nothing.

    Raises ``Conflict`` if the day is an event already: its own page calls it off.
    """
    with locked_club(code) as club:
        require_club_director(club, director)
        found = get_night(club, night)
        if day not in list_days(read_rule(found), day, day):
            raise InvalidRequest("club.no_days")
        occurrence, _made = ClubEvent.objects.get_or_create(
            club=club, night=found, day=day, defaults={"event": None}
        )
        if occurrence.event_id is not None:
            raise Conflict("club.night_announced")


def add_event_to_club(code: str, director: Player, event_code: str) -> None:
    """Count an event for the club, as a director of both. Adding it twice changes nothing.

    Raises ``Forbidden`` for someone who does not direct the event, and ``Conflict`` for an event of
    another club.
    """
    with locked_club(code) as club:
        require_club_director(club, director)
        event = find_event(event_code)
        if not is_director(event, director):
            raise Forbidden("event.directors_only")
        day = find_day(event.starts_at or event.created_at, club.zone)
        try:
            with transaction.atomic():  # two clubs may add the event at the same moment
                added, _made = ClubEvent.objects.get_or_create(
                    event=event, defaults={"club": club, "day": day}
                )
        except IntegrityError:
            added = ClubEvent.objects.get(event=event)
        if added.club_id != club.pk:
            raise Conflict("club.event_taken")


def set_due_times(club: Club, now: datetime) -> None:
    """Compute again when the worker looks at the nights of a club, whose row is locked."""
    for night in club.nights.all():
        night.club = club
        night.due_at = compute_due(night, find_day(now, club.zone) - DAY)
        night.save(update_fields=["due_at"])


def run_due_nights(now: datetime) -> list[str]:
    """Make events of the nights that are due, and notify members. Returns the events' codes."""
    due = ClubNight.objects.filter(due_at__lte=now).values_list("club__code", "pk")
    return [event for code, pk in list(due) for event in _make_due_events(code, pk, now)]


def compute_due(night: ClubNight, after: date) -> datetime | None:
    """Return when the next night later than the day ``after`` becomes an event."""
    rule = read_rule(night)
    day = find_next_day(rule, after)
    return None if day is None else find_start(rule, day) - timedelta(days=night.days_before)


def get_night(club: Club, pk: int) -> ClubNight:
    """Return a night of this club. Raises ``NotFound``."""
    night: ClubNight | None = club.nights.select_related("lexicon").filter(pk=pk).first()
    if night is None:
        raise NotFound("club.no_night")
    night.club = club
    return night


def _make_due_events(code: str, pk: int, now: datetime) -> list[str]:
    """Make the events of one night whose time has come, unless another worker was faster.

    A night that began while no worker ran is left out.
    """
    made: list[str] = []
    try:
        with write_transaction():
            lock_directors(code)
            with locked_club(code) as club:
                night = get_night(club, pk)
                if night.due_at is None or night.due_at > now:
                    return []
                for day, starts_at in _list_due_days(night, now):
                    event = _make_event(club, night, day, starts_at, now)
                    ClubEvent.objects.create(club=club, night=night, day=day, event=event)
                    if event is not None:
                        made.append(event.code)
                night.due_at = _compute_later(night, now)
                night.save(update_fields=["due_at"])
    except NotFound:  # the club or the night is gone
        return []
    return made


def _list_due_days(night: ClubNight, now: datetime) -> Iterator[tuple[date, datetime]]:
    """Yield the days of a night, with its starts, that are due and neither made nor left out."""
    rule, notice = read_rule(night), timedelta(days=night.days_before)
    today = find_day(now, rule.zone)
    done = set(night.occurrences.values_list("day", flat=True))
    # A day more, since a day has 25 hours where summer time ends.
    for day in list_days(rule, today, today + notice + DAY):
        starts_at = find_start(rule, day)
        if day not in done and now < starts_at <= now + notice:
            yield day, starts_at


def _compute_later(night: ClubNight, now: datetime) -> datetime | None:
    """Return when the first night is due that is not due yet."""
    rule, notice = read_rule(night), timedelta(days=night.days_before)
    day: date | None = find_day(now, rule.zone) - DAY
    while day is not None and (day := find_next_day(rule, day)) is not None:
        due = find_start(rule, day) - notice
        if due > now:
            return due
    return None


def _make_event(
    club: Club, night: ClubNight, day: date, starts_at: datetime, now: datetime
) -> Event | None:
    """Make the event of one night, and notify the members.

    The first of the club's directors who may direct another event makes it; ``None`` if none may.
    """
    directors = list_directors(club)
    for director in directors:
        try:
            event = create_event(director, _build_settings(night, day, starts_at), "", now)
        except Refusal:
            continue
        for other in directors:
            if other.pk != director.pk:
                add_director(event.code, director, other.nickname, now)
        members = [one.player for one in club.members.select_related("player")]
        path = event.get_absolute_url()
        words = {"night": night.title, "day": day.isoformat()}
        notify_club(members, "club_night", club, now, path=path, **words)
        return event
    return None


def _build_settings(night: ClubNight, day: date, starts_at: datetime) -> EventSettings:
    return EventSettings(
        title=f"{night.title} {day.isoformat()}",
        about=night.club.about if night.guests else "",
        room_settings=RoomSettings.planned(night, night.table_size, public=night.guests),
        plan=plan_rounds(Method(night.method), night.rounds),
        on_boards=night.on_boards,
        entry=Event.Entry.ANYONE if night.guests else Event.Entry.CLUB,
        starts_at=starts_at,
        break_minutes=night.break_minutes,
    )


def _build_night(club: Club, chosen: NightSettings, key: str) -> ClubNight:
    title = clean_title(chosen.title)[: MAX_EVENT_TITLE - DATE_LENGTH].strip()
    rooms = chosen.room_settings
    if not title:
        raise InvalidRequest("club.no_title")
    if chosen.method not in OFFERED_METHODS or not 1 <= chosen.rounds <= MAX_EVENT_ROUNDS:
        raise InvalidRequest("event.rounds")
    require_methods_for(rooms.seats, [chosen.method])
    if not 1 <= chosen.days_before <= MAX_DAYS_BEFORE:
        raise InvalidRequest("club.days_before")
    if rooms.rated and (chosen.on_boards or not rooms.is_timed):
        raise InvalidRequest("rated.no_clock")
    return ClubNight(
        club=club,
        title=title,
        key=key,
        table_size=rooms.seats,
        **rooms.planned_columns(),
        **{
            name: getattr(chosen, name)
            for name in (
                *("weekday", "begins_at", "first_day", "last_day", "every_weeks", "week_of_month"),
                *("days_before", "guests", "on_boards", "method", "rounds", "break_minutes"),
            )
        },
    )
