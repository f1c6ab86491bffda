"""Who is in a room just now: at its seats, and watching.

It is told apart from everything else in the room (:mod:`games.play.fragments`), a few seconds
late, and no board is drawn anew for it. How it is noted: :mod:`games.play.services.presence`.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from games.live.topics import Company
from games.play.chairs import AWAY_AFTER
from games.play.models import Holder
from games.play.services.presence import at_newest_tables
from games.players.badges import badge_of
from games.players.models import Player

MOST_NAMED = 40
"""Watchers that are listed by name; the others are counted."""


@dataclass(frozen=True, slots=True)
class Watcher:
    """``badge`` names them to the host's commands."""

    name: str
    badge: str


@dataclass(frozen=True, slots=True)
class PresenceView:
    """``away``: seconds since somebody of a seat was last here, 0 while one is, by seat; free
    seats and computer players are left out. ``members``: the same of each who shares a seat, by
    their numbers. ``guests``: watchers who go without a name."""

    away: Mapping[int, int]
    watchers: tuple[Watcher, ...] = ()
    guests: tuple[Watcher, ...] = ()
    more: int = 0
    """Watchers besides those listed."""
    members: Mapping[int, int] = field(default_factory=dict)

    @property
    def told(self) -> dict[str, int]:
        """All absences, as data for the page's script."""
        seats = {str(number): silence for number, silence in self.away.items()}
        return seats | {f"m{number}": silence for number, silence in self.members.items()}

    @property
    def watching(self) -> int:
        return len(self.watchers) + len(self.guests) + self.more


def look_at_presence(companies: Mapping[str, Company], now: datetime) -> dict[str, PresenceView]:
    """The presence in several rooms, by their codes."""
    seated: dict[str, list[Holder]] = defaultdict(list)
    for holder in at_newest_tables(list(companies)).select_related("seat"):
        seated[holder.code].append(holder)  # type: ignore[attr-defined]
    sitting = {code: {str(one.player_id) for one in held} for code, held in seated.items()}
    watching = {
        code: [viewer for viewer in company.seen if viewer not in sitting.get(code, ())]
        for code, company in companies.items()
    }
    names = _names({viewer for found in watching.values() for viewer in found[:MOST_NAMED]})
    return {
        code: _presence(code, company, seated.get(code, []), watching[code], names, now)
        for code, company in companies.items()
    }


def _names(viewers: set[str]) -> dict[str, str]:
    """Of those watchers who have a name and show it."""
    found = Player.objects.filter(pk__in=viewers, watches_unnamed=False)
    return {str(pk): name for pk, name in found.values_list("pk", "nickname")}


def _presence(
    code: str,
    company: Company,
    holders: list[Holder],
    watching: list[str],
    names: Mapping[str, str],
    now: datetime,
) -> PresenceView:
    away: dict[int, int] = {}
    silences = {holder.pk: _silence(holder, company, now) for holder in holders}
    for holder in holders:
        number, silence = holder.seat.number, silences[holder.pk]
        away[number] = min(silence, away.get(number, silence))
    sharing = Counter(holder.seat_id for holder in holders)
    listed = watching[:MOST_NAMED]
    named = sorted((names[one].casefold(), names[one], one) for one in listed if one in names)
    sitting = sum(1 for holder in holders if str(holder.player_id) in company.seen)
    return PresenceView(
        away,
        tuple(Watcher(name, badge_of(one, code)) for _key, name, one in named),
        tuple(Watcher("", badge_of(one, code)) for one in listed if one not in names),
        max(0, company.people - sitting - len(listed)),
        {one.pk: silences[one.pk] for one in holders if sharing[one.seat_id] > 1},
    )


def _silence(holder: Holder, company: Company, now: datetime) -> int:
    """Whole seconds of absence; a short one is none."""
    if company.seen.get(str(holder.player_id)):
        return 0
    if holder.seen_at is None:
        return 1
    silence = now - holder.seen_at
    return int(silence.total_seconds()) if silence > AWAY_AFTER else 0
