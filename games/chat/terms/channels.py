"""Decide who may read and write in which channel of a room. No other code decides this.

During a game, players and spectators are kept apart: players never see what spectators write, and
spectators do not see what players write. Before and after a game everyone shares one channel.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.chat.models import ChatChannel, Message
from games.play.models import Game, SeatMember

RUNNING_STATUSES = (Game.Status.STARTING, Game.Status.PLAYING, Game.Status.FINAL_CHALLENGE)

PLAYER_CHANNELS = (ChatChannel.ROOM, ChatChannel.PLAYERS, ChatChannel.TEAM)
SPECTATOR_CHANNELS = (ChatChannel.ROOM, ChatChannel.SPECTATORS)
"""All channels that players may be able to read, and all that spectators may."""


@dataclass(frozen=True, slots=True)
class ChatReader:
    """A reader of a room's chat; without arguments, a stranger."""

    player: Any = None
    # Id of the reader's seat in each game they have played, by the game's id.
    seats: Mapping[Any, int] = field(default_factory=dict)
    # Whether the reader has a seat in a game that is running.
    playing: bool = False
    # Authors whose messages the reader must not see.
    hidden: frozenset[Any] = frozenset()

    def may_read(self, message: Message) -> bool:
        """Return whether this reader may see a message."""
        if message.author_id in self.hidden and message.author_id is not None:
            return False
        seat = self.seats.get(message.game_id)
        match message.channel:
            case ChatChannel.ROOM:
                return True
            case ChatChannel.PLAYERS:
                return seat is not None
            case ChatChannel.TEAM:
                return seat is not None and seat == message.seat_id
            case _:
                # Players never see what spectators wrote during their game, nor any spectators'
                # messages while they play: these could contain advice.
                return seat is None and not self.playing

    @property
    def kinds(self) -> tuple[tuple[ChatChannel, ...], ...]:
        """Return the groups of channels that may contain messages for this reader."""
        if self.playing:
            return (PLAYER_CHANNELS,)
        return (PLAYER_CHANNELS, SPECTATOR_CHANNELS) if self.seats else (SPECTATOR_CHANNELS,)


def list_writable_channels(
    game: Game, holders: Iterable[SeatMember], player: Any
) -> tuple[ChatChannel, ...]:
    """Return the channels a player may write in now, the usual one first.

    ``holders`` are those of ``game``.
    """
    sitting = list(holders)
    seat = next((holder.seat_id for holder in sitting if holder.player_id == player), None)
    if seat is None:
        return (ChatChannel.SPECTATORS,) if game.status in RUNNING_STATUSES else (ChatChannel.ROOM,)
    own = ChatChannel.PLAYERS if game.status in RUNNING_STATUSES else ChatChannel.ROOM
    members = [holder for holder in sitting if holder.seat_id == seat]
    return (own, ChatChannel.TEAM) if len(members) > 1 else (own,)
