"""Who may read what in a room, and where somebody may write: the one place that decides it.

While a game goes on, its players and those who watch are apart: nothing a watcher writes reaches
a player, and players talk among themselves. Before and after it the room is one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.chat.models import Channel, Message
from games.play.models import Game, Holder

GOING = (Game.Status.STARTING, Game.Status.PLAYING, Game.Status.FINAL_CHALLENGE)

OF_PLAYERS = (Channel.ROOM, Channel.PLAYERS, Channel.TEAM)
OF_WATCHERS = (Channel.ROOM, Channel.WATCHERS)
"""What at most players, and at most watchers, may have to read."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody in the room: their seat (its id) in each game they sat in, and whose words they
    shall not see. ``playing``: they hold a seat of the game that is going on."""

    player: Any = None
    seats: Mapping[Any, int] = field(default_factory=dict)
    playing: bool = False
    hidden: frozenset[Any] = frozenset()

    def may_read(self, message: Message) -> bool:
        if message.author_id in self.hidden and message.author_id is not None:
            return False
        seat = self.seats.get(message.game_id)
        match message.channel:
            case Channel.ROOM:
                return True
            case Channel.PLAYERS:
                return seat is not None
            case Channel.TEAM:
                return seat is not None and seat == message.seat_id
            case _:
                return seat is None and not self.playing

    @property
    def kinds(self) -> tuple[tuple[Channel, ...], ...]:
        """What may hold something for this reader: what players read, what watchers read."""
        if self.playing:
            return (OF_PLAYERS,)
        return (OF_PLAYERS, OF_WATCHERS) if self.seats else (OF_WATCHERS,)


def places_for(game: Game, holders: Iterable[Holder], player: Any) -> tuple[Channel, ...]:
    """Where somebody may write now, the usual place first; ``holders`` of the game."""
    sitting = list(holders)
    seat = next((one.seat_id for one in sitting if one.player_id == player), None)
    if seat is None:
        return (Channel.WATCHERS,) if game.status in GOING else (Channel.ROOM,)
    own = Channel.PLAYERS if game.status in GOING else Channel.ROOM
    members = [one for one in sitting if one.seat_id == seat]
    return (own, Channel.TEAM) if len(members) > 1 else (own,)
