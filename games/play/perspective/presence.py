"""Who is in a room now, at its seats and watching.

Presence is sent separately from the room's state (:mod:`games.play.live.fragments`) and a few
seconds late, so that arrivals do not render boards again. :mod:`games.play.services.presence`
records it.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from games.common.generated_names import translate_name
from games.live.topics import Audience
from games.play.models import SeatMember
from games.play.services.presence import list_current_holders
from games.play.terms.seating import AWAY_AFTER
from games.players.models import Player
from games.players.terms.badges import create_badge

MAX_NAMED_SPECTATORS = 40
"""Spectators listed individually; the others are only counted."""


@dataclass(frozen=True, slots=True)
class Spectator:
    """One spectator in the list of a room."""

    # As stored; empty for spectators without a name.
    nickname: str
    # Identifies the spectator in the host's commands without revealing the player's id.
    badge: str

    @property
    def name(self) -> str:
        return translate_name(self.nickname)


@dataclass(frozen=True, slots=True)
class PresenceView:
    """Who is in a room now."""

    # By seat number, seconds since one of its holders was last here; 0 while one is here. Free
    # seats and computer players are left out.
    away: Mapping[int, int]
    spectators: tuple[Spectator, ...] = ()
    # Spectators who are not listed by name.
    guests: tuple[Spectator, ...] = ()
    # Number of further spectators.
    more: int = 0
    # Like ``away`` for each member of a shared seat, by member number.
    members: Mapping[int, int] = field(default_factory=dict)

    @property
    def away_by_seat(self) -> dict[str, int]:
        """Return all absences as data for the page's script."""
        seats = {str(number): silence for number, silence in self.away.items()}
        return seats | {f"m{number}": silence for number, silence in self.members.items()}

    @property
    def watching(self) -> int:
        return len(self.spectators) + len(self.guests) + self.more


def build_presence_views(
    audiences: Mapping[str, Audience], now: datetime
) -> dict[str, PresenceView]:
    """Return who is in each of several rooms, by code."""
    seated: dict[str, list[SeatMember]] = defaultdict(list)
    for holder in list_current_holders(list(audiences)).select_related("seat"):
        seated[holder.code].append(holder)  # type: ignore[attr-defined]
    sitting = {code: {str(one.player_id) for one in held} for code, held in seated.items()}
    watching = {
        code: [viewer for viewer in audience.viewers if viewer not in sitting.get(code, ())]
        for code, audience in audiences.items()
    }
    names = _load_spectator_names(
        {viewer for found in watching.values() for viewer in found[:MAX_NAMED_SPECTATORS]}
    )
    return {
        code: _build_presence_view(code, audience, seated.get(code, []), watching[code], names, now)
        for code, audience in audiences.items()
    }


def _load_spectator_names(viewers: set[str]) -> dict[str, str]:
    """Return the names of those viewers (ids) who have one and show it while watching."""
    found = Player.objects.filter(pk__in=viewers, hidden_as_spectator=False)
    return {str(pk): name for pk, name in found.values_list("pk", "nickname")}


def _build_presence_view(
    code: str,
    audience: Audience,
    holders: list[SeatMember],
    watching: list[str],
    names: Mapping[str, str],
    now: datetime,
) -> PresenceView:
    away: dict[int, int] = {}
    silences = {holder.pk: _seconds_away(holder, audience, now) for holder in holders}
    for holder in holders:
        number, silence = holder.seat.number, silences[holder.pk]
        away[number] = min(silence, away.get(number, silence))
    sharing = Counter(holder.seat_id for holder in holders)
    listed = watching[:MAX_NAMED_SPECTATORS]
    named = sorted((names[one].casefold(), names[one], one) for one in listed if one in names)
    sitting = sum(1 for holder in holders if str(holder.player_id) in audience.viewers)
    return PresenceView(
        away,
        tuple(Spectator(name, create_badge(one, code)) for _key, name, one in named),
        tuple(Spectator("", create_badge(one, code)) for one in listed if one not in names),
        max(0, audience.people - sitting - len(listed)),
        {one.pk: silences[one.pk] for one in holders if sharing[one.seat_id] > 1},
    )


def _seconds_away(holder: SeatMember, audience: Audience, now: datetime) -> int:
    """Return the whole seconds of a holder's absence; absences up to ``AWAY_AFTER`` are 0."""
    if audience.viewers.get(str(holder.viewer)):  # type: ignore[attr-defined]
        return 0
    if holder.seen_at is None:
        return 1
    silence = now - holder.seen_at
    return int(silence.total_seconds()) if silence > AWAY_AFTER else 0
