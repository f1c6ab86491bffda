""" "Play now": a seat at the first table that waits and fits, or a table of one's own."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from uuid import UUID

from django.db import transaction

from games.common.refusals import Refusal, Unsuitable
from games.lobby.filters import facets_of, fits
from games.play.chairs import AWAY_AFTER, chairs_of, seats_of
from games.play.models import Holder, Room
from games.play.services import rooms, seats
from games.play.services.locking import current_game, one_at_a_time
from games.play.services.naming import introduce
from games.play.services.rooms import RoomWishes
from games.players.models import Player

MOST_TRIED = 100
"""Waiting rooms that are looked through."""


def play_now(
    visitor: UUID,
    nickname: str,
    chosen: Mapping[str, str],
    wishes: RoomWishes | None,
    now: datetime,
) -> Room:
    """Sit down in the room that has waited longest of those that fit a filter and have somebody
    in them, or open one as wished, which starts once it is full.

    Of two who do so at the same moment one opens the room and the other sits down there. Whoever
    waits in a room of their own already comes back to it. Raises ``Unsuitable`` where no room can
    be as chosen.
    """
    with one_at_a_time("play now"):
        player = introduce(visitor, nickname)
        for room in _waiting_for(player, chosen, now):
            if _sits_down(room, player, now):
                _leave_own(player)
                return room
        own = [room for room in _own_waiting(player) if fits(facets_of(room), chosen)]
        if own:
            return own[0]
        if wishes is None:
            raise Unsuitable("pairing.none")
        _leave_own(player)
        rooms.make_way(player)
        return rooms.open_room(player, wishes, now)


def _waiting_for(player: Player, chosen: Mapping[str, str], now: datetime) -> Iterator[Room]:
    """Rooms this player might sit down in, those that have waited longest first."""
    waiting = Room.objects.filter(
        public=True, locked=False, stage=Room.Stage.WAITING, seen_at__gt=now - 2 * AWAY_AFTER
    )
    sits = Holder.objects.filter(player=player, over=False).values("game__room")
    others = waiting.exclude(host=player).exclude(pk__in=sits).select_related("lexicon", "host")
    for room in others.order_by("pk")[:MOST_TRIED]:
        if fits(facets_of(room), chosen) and not room.is_closed_to(player.pk):
            yield room


def _sits_down(room: Room, player: Player, now: datetime) -> bool:
    """Take the first seat that is open to anybody; not where something stands against it."""
    game = current_game(room)
    for number in chairs_of(game, seats_of(game), now).open:
        try:
            with transaction.atomic():
                seats.sit(room.code, player, number, now)
        except Refusal:
            return False
        return True
    return False


def _own_waiting(player: Player) -> list[Room]:
    """Rooms that "Play now" has opened for this player, in which they still wait alone."""
    mine = Room.objects.filter(host=player, starts_full=True, stage=Room.Stage.WAITING)
    shared = Holder.objects.exclude(player=player).values("game__room")
    return list(mine.exclude(pk__in=shared).select_related("lexicon"))


def _leave_own(player: Player) -> None:
    """Who has found another table waits no longer at an empty one."""
    for room in _own_waiting(player):
        room.delete()
