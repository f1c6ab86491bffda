"""Which racks spectators see during a game: none, unless the room's policy shows them.

Players see only their own rack. A spectator who may still sit down must not see any, so racks stay
hidden under every policy while a seat is free or a player is invited.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.play import store
from games.play.models.rooms import RACKS_OPEN
from games.play.perspective.board_and_racks import build_rack_view
from games.play.perspective.masking import MaskedSnapshot
from games.play.perspective.viewdata import RackTileView, RackVisibilityView, RoomView
from games.play.services.rack_visibility import list_policies
from games.play.store.snapshots import RecordedMove

OFFERED_POLICIES = ("hidden", "open", "1", "2", "3", "5", "10", "20")
"""Policies listed in a room's menu, in addition to the current one."""

RacksBySeat = Mapping[int, tuple[RackTileView, ...]]


def list_racks_for_spectators(masked: MaskedSnapshot) -> RacksBySeat:
    """Return the racks that spectators may see, by seat.

    Under a policy with a delay these are the racks of so many turns ago.
    """
    room, game = masked.room, masked.game
    seating = masked.seating
    if not game.running or seating.free or seating.has_open_seat or seating.team_places:
        return {}
    if room.racks == RACKS_OPEN:
        return _list_open_racks(masked) if not _list_awaited(masked) else {}
    if not room.racks_after:
        return {}
    number = find_move_turns_ago(masked.record, room.racks_after)
    racks = store.read_racks_before(game, number) if number else []
    return {seat: build_rack_view(rack, masked.tile_set) for seat, rack in enumerate(racks)}


def find_move_turns_ago(record: Sequence[RecordedMove], turns: int) -> int:
    """Return the number of the move that was made ``turns`` turns ago, or 0 if there is none.

    The racks before that move are the ones of so many turns ago.
    """
    taken = 0
    for move in reversed(record):
        taken += move.took_turn
        if taken == turns:
            return move.number
    return 0


def add_racks(spectator_view: RoomView, racks: RacksBySeat) -> RoomView:
    """Return the spectators' view with these racks at their seats."""
    if not racks:
        return spectator_view
    seats = tuple(replace(seat, rack=racks.get(seat.number)) for seat in spectator_view.seats)
    return replace(spectator_view, seats=seats)


def build_rack_visibility(masked: MaskedSnapshot, racks: RacksBySeat) -> RackVisibilityView:
    """Return the room's policy on racks and who has agreed, which everyone may see."""
    room = masked.room
    choices = tuple(
        one for one in list_policies(room, masked.game) if one in (*OFFERED_POLICIES, room.racks)
    )
    if room.racks != RACKS_OPEN:
        return RackVisibilityView(room.racks, bool(racks), choices)
    agreed = tuple(holder.player.shown_name for holder in masked.holders if holder.shows_rack)
    return RackVisibilityView(room.racks, bool(racks), choices, agreed, _list_awaited(masked))


def add_own_consent(
    masked: MaskedSnapshot, seat: int, racks: RackVisibilityView
) -> RackVisibilityView:
    """Add whether the holders of a seat may give or withdraw their consent."""
    if racks.policy != RACKS_OPEN or masked.outcome is not None:
        return racks
    consents = {holder.shows_rack for holder in masked.seats[seat].holders.all()}
    return replace(racks, may_agree=False in consents, may_revoke=True in consents)


def _list_awaited(masked: MaskedSnapshot) -> tuple[str, ...]:
    return tuple(holder.player.shown_name for holder in masked.holders if not holder.shows_rack)


def _list_open_racks(masked: MaskedSnapshot) -> RacksBySeat:
    numbers = range(len(masked.seats))
    return {number: build_rack_view(masked.rack_of(number), masked.tile_set) for number in numbers}
