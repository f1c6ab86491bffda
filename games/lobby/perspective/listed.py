"""A cache for the entries of the lobby's lists: only rooms that have changed are loaded again.

A cached entry is valid for the stamp of its room, by the rule of :mod:`games.common.latest_cache`.
Presence changes without a new stamp and is therefore queried every time.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import connection
from django.utils.translation import get_language

from games.common.latest_cache import LatestCache
from games.lobby.perspective.entries import EntrySide, LobbyEntry, build_entries
from games.play.models import SeatMember
from games.play.terms.seating import was_present

MAX_CACHED = 1024
"""Entries kept, about 2 kB each: both lists in several languages."""


class ListedRoom(NamedTuple):
    """A room of a list, with what identifies its cached entry."""

    # Id of the room's newest game.
    game: UUID
    # The room's stamp.
    stamp: int
    # Name of the dictionary. It is shown, and may change without a new stamp.
    dictionary: str


_memory = LatestCache[LobbyEntry](MAX_CACHED)
forget_listed = _memory.forget
"""Empty the cache, for tests that write rows without the services."""


def read_listed_rooms(tables: Iterable[ListedRoom], now: datetime) -> dict[str, LobbyEntry]:
    """Return the entries of these rooms, by code."""
    wanted = {
        table.game: ((table.game, table.dictionary, get_language()), table.stamp)
        for table in tables
    }
    known = {game: entry for game, place in wanted.items() if (entry := _memory.get_at(*place))}
    read = build_entries(wanted.keys() - known.keys(), None, set(), now)
    if not connection.in_atomic_block:  # a transaction may still be rolled back
        for game, entry in read.items():
            _memory.put(*wanted[game], entry)
    presence = _load_presence(known, now) if known else {}
    entries = [
        *read.values(),
        *(_update_presence(entry, presence[game]) for game, entry in known.items()),
    ]
    return {entry.code: entry for entry in entries}


SeatPresence = Mapping[int, bool]
"""Whether a holder of a seat (by number) is in the room now; only seats held by people."""


def _load_presence(games: Iterable[UUID], now: datetime) -> Mapping[UUID, SeatPresence]:
    holders = SeatMember.objects.order_by().filter(game__in=list(games))
    found: defaultdict[UUID, dict[int, bool]] = defaultdict(dict)
    for game, seat, seen_at in holders.values_list("game", "seat__number", "seen_at"):
        found[game][seat] = found[game].get(seat, False) or was_present(seen_at, now)
    return found


def _update_presence(entry: LobbyEntry, presence: SeatPresence) -> LobbyEntry:
    sides = tuple(_update_side(side, presence.get(side.seat, True)) for side in entry.sides)
    return entry if sides == entry.sides else replace(entry, sides=sides)


def _update_side(side: EntrySide, here: bool) -> EntrySide:
    return side if side.here == here else replace(side, here=here)
