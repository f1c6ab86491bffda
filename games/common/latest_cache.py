"""The one rule of all caches in a process's memory, and the class that most of them use.

**Each entry records what it was made from, and every reader checks that this is still current.** So
entries are never cleared and need no invalidation message. In full:

1. The key or the stamp of an entry holds everything that its value depends on: the row's stamp, the
   turn, the players, the language. A reader takes these from the database (or from what it is about
   to show) and uses an entry only if they are the same. Otherwise it makes a new value.
2. Every write that anyone can see gives the room a new stamp, in the same transaction.
3. A value enters a cache only once the rows it was made from are committed.
4. An older value never replaces a newer one.
5. Every cache is bounded, and drops what was used longest ago.

So a cache may be emptied at any time. It costs a reading or a rendering, never a wrong page.

These caches are on the path of a move, in the order in which it meets them:

- :mod:`games.play.store.snapshots`: a room's rows, used at the stamp of the room's row. An older
  entry is brought up to date where the stamp grew by moves alone.
- :mod:`games.play.perspective.move_list`: the list of moves, continued while players, language and
  the last move in it are the same.
- :mod:`games.live.state_cache`: what each audience of a topic sees, used at the topic's stamp.
- :mod:`games.common.fragment_rendering`: the HTML of a part, used while every field that its
  template has read is equal, in the same language.
- :mod:`games.templatetags.cached_pieces`: the HTML of a tile or a move, by the item and the
  language.

Others follow the same rule beside that path: :mod:`games.lobby.perspective.listed` keeps the rooms
of the lobby's lists at the room's stamp, :mod:`games.templatetags.people` and
:mod:`games.templatetags.fields` the HTML of such a room and of a form's choice, by all that is in
it and the language, :mod:`games.lobby.perspective.entries` the mark of a player by the id.
:mod:`games.lobby.forms.summary` keeps the words of all options for a room by language.
:mod:`games.play.perspective.series` keeps the results of earlier games by the game and who plays
it, :mod:`games.play.perspective.game_previews` pictures of boards by game and turn.
:mod:`games.duplicate.store.turn_states` keeps the state of a duplicate game by the turn. At the
game's stamp :mod:`games.duplicate.services.games` keeps its row,
:mod:`games.duplicate.perspective.standings` its standings,
:mod:`games.duplicate.perspective.views` what everyone sees of it, and
:mod:`games.duplicate.live.fragments` parts that many of its players see.
:mod:`games.play.perspective.board_and_racks` and :mod:`games.play.perspective.board_thumbnails`
keep what follows from a board's layout, which never changes, and
:mod:`games.lobby.perspective.featured_game` the sample board that is shown while no one plays.
:mod:`games.clubs.perspective.season_tables` keeps the places of a club's event at its stamp, and
:mod:`games.events.perspective.shared_parts` the rows and standings of an event.
"""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class LatestCache(Generic[T]):
    """Values by key, each with a stamp; those used last are kept. Threads share it."""

    def __init__(self, max_size: int) -> None:
        self._max_size = max_size
        self._entries: OrderedDict[Hashable, tuple[int, T]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> T | None:
        """Return the newest value, whatever its stamp: compare it with the rows before use."""
        with self._lock:
            if key not in self._entries:
                return None
            self._entries.move_to_end(key)
            return self._entries[key][1]

    def get_at(self, key: Hashable, stamp: int) -> T | None:
        """Return the value of exactly this stamp."""
        with self._lock:
            known = self._entries.get(key)
            if known is None or known[0] != stamp:
                return None
            self._entries.move_to_end(key)
            return known[1]

    def put(self, key: Hashable, stamp: int, thing: T) -> None:
        """Keep a value, unless a newer one is kept."""
        with self._lock:
            if key not in self._entries or self._entries[key][0] <= stamp:
                self._entries[key] = stamp, thing
                self._entries.move_to_end(key)
            while len(self._entries) > self._max_size:
                self._entries.popitem(last=False)

    def forget(self) -> None:
        with self._lock:
            self._entries.clear()
