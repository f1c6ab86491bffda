"""What watchers see of racks while a game goes on: nothing, unless the room has settled it.

Players see no rack but their own, and nobody who may still sit down sees any: so while a chair is
free, or somebody is invited to the table, racks stay hidden whatever was chosen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.play import store
from games.play.gameview import RacksView, RackTileView, RoomView
from games.play.models.rooms import RACKS_OPEN
from games.play.perspective.gathering import Gathered
from games.play.perspective.parts import see_rack
from games.play.scenes import Line
from games.play.services.racks import policies_for

SHORT = ("hidden", "open", "1", "2", "3", "5", "10", "20")
"""Policies that a room's menu lists, besides the one that holds."""

Racks = Mapping[int, tuple[RackTileView, ...]]


def racks_for_watchers(seen: Gathered) -> Racks:
    """The racks that whoever has no seat may see, by seat. One that is shown late is as it was."""
    room, game = seen.room, seen.game
    chairs = seen.chairs
    if not game.running or chairs.free or chairs.offered or chairs.expected:
        return {}
    if room.racks == RACKS_OPEN:
        return _open_racks(seen) if not _awaited(seen) else {}
    if not room.racks_after:
        return {}
    number = move_before(seen.record, room.racks_after)
    racks = store.racks_before(game, number) if number else []
    return {seat: see_rack(rack, seen.tile_set) for seat, rack in enumerate(racks)}


def move_before(record: Sequence[Line], turns: int) -> int:
    """The number of the move that was made when so many turns began to be taken, 0 for none yet:
    the racks before it lay so that many turns ago."""
    taken = 0
    for told in reversed(record):
        taken += told.took_turn
        if taken == turns:
            return told.number
    return 0


def show_racks(watched: RoomView, racks: Racks) -> RoomView:
    """What all see, with these racks beside the seats' names."""
    if not racks:
        return watched
    seats = tuple(replace(seat, rack=racks.get(seat.number)) for seat in watched.seats)
    return replace(watched, seats=seats)


def see_racks(seen: Gathered, racks: Racks) -> RacksView:
    """What is settled; everybody in the room may know it."""
    room = seen.room
    choices = tuple(one for one in policies_for(room, seen.game) if one in (*SHORT, room.racks))
    if room.racks != RACKS_OPEN:
        return RacksView(room.racks, bool(racks), choices)
    agreed = tuple(holder.player.nickname for holder in seen.holders if holder.shows_rack)
    return RacksView(room.racks, bool(racks), choices, agreed, _awaited(seen))


def see_own_consent(seen: Gathered, seat: int, racks: RacksView) -> RacksView:
    """The same with what may be said by those at a seat."""
    if racks.policy != RACKS_OPEN or seen.outcome is not None:
        return racks
    said = {holder.shows_rack for holder in seen.seats[seat].holders.all()}
    return replace(racks, may_agree=False in said, may_revoke=True in said)


def _awaited(seen: Gathered) -> tuple[str, ...]:
    return tuple(holder.player.nickname for holder in seen.holders if not holder.shows_rack)


def _open_racks(seen: Gathered) -> Racks:
    numbers = range(len(seen.seats))
    return {number: see_rack(seen.rack_of(number), seen.tile_set) for number in numbers}
