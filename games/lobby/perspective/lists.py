"""The lobby's lists: waiting rooms and games to watch, the same for everyone, and own games.

Rooms are found through an index on ``Room.stage`` and ``Room.seen_at``, so the lobby costs the
same however many rooms there are.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import OuterRef, Subquery

from games.lobby.perspective.alerts import NewsItem, describe_alerts, list_news, sort_by_urgency
from games.lobby.perspective.entries import LobbyEntry, build_entries, get_player_mark
from games.lobby.perspective.featured_game import FeaturedGame, choose_featured_game
from games.lobby.perspective.listed import ListedRoom, read_listed_rooms
from games.lobby.perspective.open_games import OpenGame, list_open_games
from games.lobby.perspective.paces import PaceChoice, count_waiting
from games.lobby.terms.filters import FilterChoices, list_filter_choices, matches_filter
from games.play.models import Game, Room
from games.play.perspective import PastGame, list_latest_games
from games.players.models import Player
from games.players.services.blocks import list_blocked_players

MAX_ENTRIES = 36
MAX_OWN_GAMES = 8
"""A player's own games shown in the lobby; "My games" lists all of them."""
MAX_SCANNED_ROOMS = 10 * MAX_ENTRIES
"""Rooms loaded to fill a list, since some are dropped by the limit per host."""
MAX_ENDED = 6
MAX_NOTICES = 8

LISTED_FOR = timedelta(days=1)
"""How long a room stays listed after a seat holder was last seen in it."""

STAGES_WAITING = (Room.Stage.WAITING, Room.Stage.OPEN)
"""A running game with a seat open to anyone (``OPEN``) is still listed as waiting."""


@dataclass(frozen=True, slots=True)
class LobbyLists:
    """The lists that are the same for everyone who reads the same language."""

    rooms: tuple[LobbyEntry, ...]
    live: tuple[LobbyEntry, ...]
    # Differs whenever the lists do; the same in every language.
    mark: Hashable
    # The game that the lobby shows as a large board.
    featured: FeaturedGame | None = None

    @property
    def paces(self) -> list[PaceChoice]:
        """Return the common time controls with the rooms that wait at each."""
        return count_waiting(self.rooms)

    @property
    def all(self) -> tuple[LobbyEntry, ...]:
        return self.rooms + self.live

    def offers(self, chosen: Mapping[str, str]) -> tuple[FilterChoices, ...]:
        """Return the values that the filter offers."""
        return list_filter_choices((entry.facets for entry in self.all), chosen)

    def list_blocked_rooms(self, player: Any) -> frozenset[str]:
        """Return the codes of rooms with people whom a player (an id) is kept apart from."""
        blocked = list_blocked_marks(player)
        return frozenset(x.code for x in self.all if not blocked.isdisjoint(x.people))

    def hidden(self, chosen: Mapping[str, str], own: "PlayerLists") -> set[str]:
        """Return the codes of rooms that a player does not see in these lists.

        These are the player's own rooms (which are listed separately), rooms of people they are
        kept apart from, and rooms that do not match their filter.
        """
        misfits = {x.code for x in self.all if not matches_filter(x.facets, chosen)}
        closed = {x.code for x in self.all if not own.blocked.isdisjoint(x.people)}
        return misfits | own.codes | closed


@dataclass(frozen=True, slots=True)
class PlayerLists:
    """One player's own games and news."""

    # Open games that the lobby shows, and further ones that wait for the player.
    mine: tuple[LobbyEntry, ...] = ()
    ended: tuple[PastGame, ...] = ()
    notices: tuple[NewsItem, ...] = ()
    # All open games, in the order of ``mine``.
    open_games: tuple[OpenGame, ...] = ()
    # Marks of the people the player is kept apart from.
    blocked: frozenset[str] = frozenset()

    @property
    def invitations(self) -> tuple[LobbyEntry, ...]:
        return tuple(entry for entry in self.mine if entry.invited)

    @property
    def codes(self) -> set[str]:
        return {game.code for game in self.open_games}

    @property
    def others(self) -> int:
        """Return the number of open games that the lobby does not show."""
        return len(self.open_games) - len(self.listed_games)

    @property
    def listed_games(self) -> tuple[LobbyEntry, ...]:
        """Return the open games that the lobby shows."""
        return self.mine[:MAX_OWN_GAMES]

    @property
    def waiting(self) -> list[LobbyEntry]:
        """Return the games that wait for the player, the most urgent first."""
        return sort_by_urgency(self.mine)

    @property
    def turns(self) -> int:
        return len(self.waiting)

    @property
    def awaits_player(self) -> bool:
        """Return whether a turn or an invitation waits for the player."""
        return bool(self.turns or self.invitations)

    @property
    def has_games(self) -> bool:
        """Return whether the player plays or has played, so that nothing needs introducing."""
        return bool(self.mine or self.ended)

    @property
    def alerts(self) -> dict[str, Any]:
        """Return the events that the player's pages count and play a sound for."""
        return describe_alerts(self.waiting, self.invitations, self.notices)

    @property
    def news(self) -> int:
        """Return the number on the bell."""
        return len(self.invitations) + len(self.notices)


def build_lobby_lists(now: datetime) -> LobbyLists:
    """Return the lists of waiting rooms and of games to watch, the newest rooms first."""
    waiting, live = (
        _list_room_codes(STAGES_WAITING, now),
        _list_room_codes((Room.Stage.PLAYING,), now),
    )
    tables = _list_rooms([*waiting, *live])
    found = read_listed_rooms(tables, now)
    rooms = tuple(found[code] for code in waiting if code in found)
    running = tuple(found[code] for code in live if code in found)
    present = tuple(
        (entry.code, tuple(side.here for side in entry.sides)) for entry in (*rooms, *running)
    )
    return LobbyLists(rooms, running, (*sorted(tables), *present), choose_featured_game(running))


def build_player_lists(player: Player | None, now: datetime) -> PlayerLists:
    """Return one player's own lists; empty for ``None``, a visitor without a player."""
    if player is None:
        return PlayerLists()
    open_games = list_open_games(player, now)
    wanted = [
        one
        for number, one in enumerate(open_games[:MAX_ENTRIES])
        if number < MAX_OWN_GAMES or one.my_turn or one.invited
    ]
    mine = build_own_entries(player, wanted, now, previews=MAX_OWN_GAMES)
    ended = tuple(list_latest_games(player, MAX_ENDED))
    news = list_news(player, now, MAX_NOTICES)
    return PlayerLists(mine, ended, news, tuple(open_games), list_blocked_marks(player.pk))


def list_blocked_marks(player: Any) -> frozenset[str]:
    """Return the marks of people whom a player (an id) is kept apart from."""
    return frozenset(get_player_mark(other) for other in list_blocked_players(player))


def build_own_entries(
    player: Player, open_games: Sequence[OpenGame], now: datetime, *, previews: int
) -> tuple[LobbyEntry, ...]:
    """Return entries for a player's own games in the given order, the first ``previews`` of them
    with a preview of the board.
    """
    games = [one.game for one in open_games]
    invited = {one.game for one in open_games if one.invited}
    entries = build_entries(games, player, invited, now, previewed=frozenset(games[:previews]))
    return tuple(entries[one.game] for one in open_games if one.game in entries)


def build_lobby(player: Player | None, now: datetime) -> dict[str, Any]:
    """Return all lists for one player; their own rooms are not repeated among the others."""
    lists, own = build_lobby_lists(now), build_player_lists(player, now)
    hidden = lists.hidden({}, own)
    return {
        "rooms": [entry for entry in lists.rooms if entry.code not in hidden],
        "live": [entry for entry in lists.live if entry.code not in hidden],
        "mine": list(own.mine),
        "ended": list(own.ended),
        "notices": list(own.notices),
    }


def _list_room_codes(stages: Sequence[Room.Stage], now: datetime) -> list[str]:
    """Return the codes of the rooms at these stages that were visited last, the newest first."""
    found = Room.objects.filter(
        public=True, locked=False, stage__in=stages, seen_at__gt=now - LISTED_FOR
    )
    newest = found.order_by("-seen_at").values_list("pk", "code", "host")[:MAX_SCANNED_ROOMS]
    # Sorted by age rather than by visit, so that lines do not jump about while people watch.
    listed = [(pk, code) for pk, code, _host in _limit_per_host(newest)]
    return [code for _pk, code in sorted(listed[:MAX_ENTRIES], reverse=True)]


def _limit_per_host(rooms: Iterable[tuple[int, str, Any]]) -> Iterator[tuple[int, str, Any]]:
    """Yield at most a few rooms of each host, so that no host crowds out the others."""
    limit = (
        settings.CONCURRENCY_LIMITS["rooms_of_host_listed"]
        if settings.LIMITS_ENABLED
        else MAX_SCANNED_ROOMS
    )
    counts: Counter[Any] = Counter()
    for room in rooms:
        counts[room[2]] += 1
        if counts[room[2]] <= limit:
            yield room


def _list_rooms(codes: Sequence[str]) -> list[ListedRoom]:
    """Return the newest game of each of these rooms."""
    newest = Game.objects.filter(room=OuterRef("pk")).order_by("-number").values("pk")[:1]
    found = Room.objects.order_by().filter(code__in=codes).annotate(newest=Subquery(newest))
    rows = found.values_list("newest", "stamp", "lexicon__name")
    return [ListedRoom(*row) for row in rows if row[0] is not None]
