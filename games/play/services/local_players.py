"""People who play on another player's device, which they pass on at every turn.

Each of them is a guest with a seat and a name, but without a browser. So records, statistics and
ratings know them apart from the owner of the device. :mod:`games.play.store.shared_device` decides
whose tiles the device shows.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from games.common.client_addresses import get_current_address
from games.common.names import clean_nickname, list_confusable_keys
from games.common.rate_limits import enforce_rate_limit
from games.play.models import Room, SeatMember
from games.play.services.locking import bump_stamp, locked_room, locked_snapshot
from games.play.services.naming import generate_guest_name, require_free_name
from games.play.services.seats import take_seat
from games.play.store.shared_device import (
    find_device_seat,
    find_holding_seat,
    find_uncovered_seat,
    is_covered_again,
)
from games.play.store.snapshots import RoomSnapshot
from games.players.models import Player
from games.rules.equipment.errors import RuleError
from scrabble_site.shared.refusals import Conflict, Forbidden, InvalidRequest


def list_local_players(owner: Player) -> QuerySet[Player]:
    """Return the people who have played on a player's device."""
    theirs = SeatMember.objects.filter(game__room__device_owner=owner).exclude(player=owner)
    return Player.objects.filter(pk__in=theirs.values("player"), user=None)


def list_names_of_last_game(owner: Player) -> list[str]:
    """Return the names of the others who played when the device was passed on last."""
    room = Room.objects.filter(device_owner=owner).order_by("-created_at").first()
    if room is None:
        return []
    held = SeatMember.objects.filter(game__room=room, game__number=1).exclude(player=owner)
    return list(held.order_by("seat__number").values_list("player__nickname", flat=True))


def seat_local_players(room: Room, owner: Player, names: Sequence[str], now: datetime) -> None:
    """Turn a new room into a game on one device, and seat these people on its other seats.

    Whoever has played on the device under the same name is the same person. Raises
    ``InvalidRequest`` for names that are not allowed or look alike. Call it in a transaction.
    """
    keys = [list_confusable_keys(name) for name in names]
    for number, name in enumerate(names, 1):
        if any(keys[number - 1] & before for before in keys[: number - 1]):
            raise InvalidRequest("nickname.at_table", name=name)
        take_seat(room.code, _get_or_create_local_player(owner, name), number, now)
    with locked_room(room.code) as locked:
        locked.device_owner, locked.locked = owner, True
        locked.save(update_fields=["device_owner", "locked"])
        bump_stamp(locked)


def uncover_tiles(code: str, player_id: str, seat: int, game_id: str) -> None:
    """Show a seat's tiles on the device, since the person there has it in their hands.

    Raises ``Forbidden`` for other devices, and ``Conflict`` if the turn is another seat's by now.
    """
    with locked_snapshot(code) as snapshot:
        room, state = snapshot.room, snapshot.state
        if room.device_owner_id is None or str(room.device_owner_id) != player_id:
            raise Forbidden("seat.not_yours")
        if state is None or state.outcome is not None or str(snapshot.game.pk) != game_id:
            raise Conflict("game.moved_on")
        if find_device_seat(state) != seat:
            raise Conflict("game.moved_on")
        if find_uncovered_seat(room, snapshot.game, state, snapshot.record) == seat:
            return
        _store_uncovered(room, [str(snapshot.game.pk), seat, len(snapshot.record), False])


def cover_tiles(code: str, player_id: UUID) -> bool:
    """Cover the tiles on a player's device, because its page is loaded again.

    Returns whether they were uncovered.
    """
    room = Room.objects.filter(code=code, device_owner=player_id).only("uncovered").first()
    if room is None or not room.uncovered or is_covered_again(room):
        return False
    with locked_room(code) as room:
        _store_uncovered(room, [*room.uncovered[:3], True] if room.uncovered else None)
    return True


def find_acting_seat(snapshot: RoomSnapshot, player_id: str | UUID) -> int | None:
    """Return the seat for which a player may act.

    On a shared device this is also one whose tiles were covered in this turn after its person had
    seen them: a move that waited there for the connection may arrive after the page was loaded
    again.
    """
    room, owner = snapshot.room, snapshot.room.device_owner_id
    if owner is None or str(owner) != str(player_id) or not snapshot.game.running:
        return snapshot.seat_of(player_id)
    return find_holding_seat(room, snapshot.game, snapshot.state, snapshot.record)


@contextmanager
def keep_covered_tiles_secret(room: Room) -> Iterator[None]:
    """Replace the refusal of a move while its player's tiles are covered, because the reason could
    reveal them."""
    try:
        yield
    except RuleError as error:
        if room.device_owner_id is None or not is_covered_again(room):
            raise
        raise Forbidden("device.covered") from error


def is_repeated_on_device(snapshot: RoomSnapshot, player_id: str | UUID, key: str) -> bool:
    """Return whether a shared device sends a move again: by now another seat may be to move."""
    owner = snapshot.room.device_owner_id
    if owner is None or str(owner) != str(player_id) or not key:
        return False
    return any(line.key == key for line in snapshot.record)


def find_person_to_credit(snapshot: RoomSnapshot, seat: int, player: Player) -> Player:
    """Return who makes a move: on a shared device the person at the seat, not its owner."""
    if snapshot.room.device_owner_id is None:
        return player
    holders = snapshot.seats[seat].holders.all()
    return next((holder.player for holder in holders), player)


def erase_local_names(player: Player, **_signal: Any) -> None:
    """Forget the names of those who played on the device of a player who leaves for good."""
    for local in list_local_players(player):
        local.nickname = generate_guest_name()
        local.save(update_fields=["nickname"])


def export_local_names(player: Player, **_signal: Any) -> dict[str, Any]:
    """Return the names of those who played on a player's device."""
    names = list_local_players(player).order_by("nickname").values_list("nickname", flat=True)
    return {"one_device": list(names)} if names else {}


def _get_or_create_local_player(owner: Player, name: str) -> Player:
    name = clean_nickname(name)
    if not name:
        raise InvalidRequest("nickname.unreadable")
    known = list_local_players(owner).filter(nickname=name).first()
    if known is not None:
        return known
    require_free_name(name)
    enforce_rate_limit("guests", address=get_current_address())
    return Player.objects.create(nickname=name)


def _store_uncovered(room: Room, uncovered: list[Any] | None) -> None:
    room.uncovered = uncovered
    room.save(update_fields=["uncovered"])
    bump_stamp(room)
