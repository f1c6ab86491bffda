"""The additional fields of a seat in a room with teams: its members, and who may still join."""

from typing import Any

from games.play.models import Seat
from games.play.perspective.masking import MaskedSnapshot
from games.play.perspective.viewdata import MemberView


def build_team_fields(seen: MaskedSnapshot, row: Seat) -> dict[str, Any]:
    """Return the team fields of a :class:`games.play.perspective.viewdata.SeatView`."""
    held = [(holder, holder.player) for holder in row.holders.all()]
    host = seen.room.host_id
    members = [
        MemberView(holder.pk, player.nickname, player.get_absolute_url(), player.pk == host)
        for holder, player in held
    ]
    expected = [guest for guest in seen.guests if guest.seat_id == row.pk]
    return {
        "with_room": row.number in seen.seating.with_room,
        "team": row.team,
        "members": tuple(members),
        "invited": tuple(guest.player.nickname for guest in expected if not guest.left),
        "gone": tuple(guest.player.nickname for guest in expected if guest.left),
    }
