"""The lobby's lists: rooms that wait and games to watch, which all see alike, and one's own.

Which rooms these are is found by an index (``Room.stage`` and ``Room.seen_at``), so the lobby
costs the same however many rooms there are.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import OuterRef, Subquery

from games.lobby.filters import Offer, fits, offer
from games.lobby.perspective.entries import Entry, see_entries
from games.lobby.perspective.ringing import by_urgency, tell_pages
from games.lobby.perspective.standings import Standing, look_at_standings
from games.play.models import Game, Room
from games.play.perspective import EarlierGame, look_at_ended
from games.players.models import Notice, Player

MOST_ENTRIES = 36
MOST_MINE = 8
"""Of one's own games in the lobby; the others have a page of their own."""
LOOKED_AT = 10 * MOST_ENTRIES
"""Rooms among which those of a list are chosen."""
MOST_ENDED = 6
MOST_NOTICES = 8

LISTED_FOR = timedelta(days=1)
"""How long a room stays in its list after the last of those who sit in it was seen there."""

STAGES_WAITING = (Room.Stage.WAITING, Room.Stage.OPEN)
"""Whoever begins alone waits, too."""


@dataclass(frozen=True, slots=True)
class Lists:
    """What all see alike; equal when nothing in it has changed."""

    rooms: tuple[Entry, ...]
    live: tuple[Entry, ...]

    @property
    def all(self) -> tuple[Entry, ...]:
        return self.rooms + self.live

    def offers(self, chosen: Mapping[str, str]) -> tuple[Offer, ...]:
        """What a filter may choose among."""
        return offer((entry.facets for entry in self.all), chosen)

    def hidden(self, chosen: Mapping[str, str], own: Iterable[str]) -> set[str]:
        """The codes of what somebody does not see: their own rooms, which stand elsewhere, and
        what does not fit their filter."""
        return {x.code for x in self.all if not fits(x.facets, chosen)} | set(own)


@dataclass(frozen=True, slots=True)
class Own:
    """What is one player's alone. ``mine``: the first of the open games, those before the others
    that wait for the player; ``standings``: all of them, in this order."""

    mine: tuple[Entry, ...] = ()
    ended: tuple[EarlierGame, ...] = ()
    notices: tuple[Notice, ...] = ()
    standings: tuple[Standing, ...] = ()

    @property
    def invitations(self) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.mine if entry.invited)

    @property
    def codes(self) -> set[str]:
        return {standing.code for standing in self.standings}

    @property
    def others(self) -> int:
        """Open games that the lobby does not show."""
        return len(self.standings) - len(self.shown)

    @property
    def shown(self) -> tuple[Entry, ...]:
        """Those that the lobby shows."""
        return self.mine[:MOST_MINE]

    @property
    def waiting(self) -> list[Entry]:
        """Games that wait for the player's turn: what is due soonest, then what waits longest."""
        return by_urgency(self.mine)

    @property
    def turns(self) -> int:
        return len(self.waiting)

    @property
    def told(self) -> dict[str, Any]:
        """What the player's pages count and ring for."""
        return tell_pages(self.waiting, self.invitations, self.notices)

    @property
    def news(self) -> int:
        """What the bell counts."""
        return len(self.invitations) + len(self.notices)


def look_at_lists(now: datetime) -> Lists:
    """Rooms that wait, the newest first, and games to watch, those moved in last first."""
    waiting, live = _listed(STAGES_WAITING, now), _listed((Room.Stage.PLAYING,), now)
    entries = see_entries(_on_table([*waiting, *live]), None, set(), now)
    found = {entry.code: entry for entry in entries.values()}
    return Lists(
        tuple(found[code] for code in waiting if code in found),
        tuple(found[code] for code in live if code in found),
    )


def look_at_own(player: Player | None, now: datetime) -> Own:
    """What concerns one player; nothing for somebody who has not done anything yet."""
    if player is None:
        return Own()
    standings = look_at_standings(player, now)
    mine = see_mine(player, standings[:MOST_ENTRIES], now, drawn=MOST_MINE)
    ended = tuple(look_at_ended(player, MOST_ENDED))
    return Own(mine, ended, _news(player), tuple(standings))


def see_mine(
    player: Player, standings: Sequence[Standing], now: datetime, *, drawn: int
) -> tuple[Entry, ...]:
    """One's own games as they stand, in this order; so many of the first with their boards."""
    games = [one.game for one in standings]
    invited = {one.game for one in standings if one.invited}
    entries = see_entries(games, player, invited, now, glances=frozenset(games[:drawn]))
    return tuple(entries[one.game] for one in standings if one.game in entries)


def look_at_lobby(player: Player | None, now: datetime) -> dict[str, Any]:
    """All of it for one person, their own rooms left out of the others'."""
    lists, own = look_at_lists(now), look_at_own(player, now)
    codes = own.codes
    return {
        "rooms": [entry for entry in lists.rooms if entry.code not in codes],
        "live": [entry for entry in lists.live if entry.code not in codes],
        "mine": list(own.mine),
        "ended": list(own.ended),
        "notices": list(own.notices),
    }


def _news(player: Player) -> tuple[Notice, ...]:
    """What the player has not read yet, newest first; ``ended``: the game whose end one tells.
    Invitations are told of by themselves."""
    unread = player.notices.filter(read_at=None).exclude(kind="invitation")
    ended = Game.objects.filter(room=OuterRef("room"), ended_at=OuterRef("created_at"))
    told = unread.annotate(ended=Subquery(ended.values("pk")[:1]))
    return tuple(told.select_related("room")[:MOST_NOTICES])


def _listed(stages: Sequence[Room.Stage], now: datetime) -> list[str]:
    """The codes of the rooms at these stages that somebody was in last, in a steady order."""
    found = Room.objects.filter(
        public=True, locked=False, stage__in=stages, seen_at__gt=now - LISTED_FOR
    )
    newest = found.order_by("-seen_at").values_list("pk", "code", "host")[:LOOKED_AT]
    listed = [(pk, code) for pk, code, _host in _share(newest)]
    return [code for _pk, code in sorted(listed[:MOST_ENTRIES], reverse=True)]


def _share(rooms: Iterable[tuple[int, str, Any]]) -> Iterator[tuple[int, str, Any]]:
    """No host takes more than a few lines of a list, so that there is room for everybody's."""
    most = settings.AT_ONCE["rooms_of_host_listed"] if settings.LIMITED else LOOKED_AT
    lines: Counter[Any] = Counter()
    for room in rooms:
        lines[room[2]] += 1
        if lines[room[2]] <= most:
            yield room


def _on_table(codes: Sequence[str]) -> list[Any]:
    """The ids of the games on the tables of these rooms."""
    newest = Game.objects.filter(room=OuterRef("pk")).order_by("-number").values("pk")[:1]
    found = Room.objects.filter(code__in=codes)
    return list(found.annotate(newest=Subquery(newest)).values_list("newest", flat=True))
