"""What a seat that may be shared shows besides: its members, and who may still come."""

from typing import Any

from games.play.gameview import MemberView
from games.play.models import Seat
from games.play.perspective.gathering import Gathered


def see_team(seen: Gathered, row: Seat) -> dict[str, Any]:
    """Fields of a :class:`games.play.gameview.SeatView`."""
    held = [(holder, holder.player) for holder in row.holders.all()]
    host = seen.room.host_id
    members = [
        MemberView(holder.pk, player.nickname, player.get_absolute_url(), player.pk == host)
        for holder, player in held
    ]
    expected = [guest for guest in seen.guests if guest.seat_id == row.pk]
    return {
        "roomy": row.number in seen.chairs.roomy,
        "team": row.team,
        "members": tuple(members),
        "invited": tuple(guest.player.nickname for guest in expected if not guest.left),
        "gone": tuple(guest.player.nickname for guest in expected if guest.left),
    }
