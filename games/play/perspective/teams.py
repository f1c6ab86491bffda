"""The additional fields of a seat in a room with teams: its name, and who may still join."""

from typing import Any

from games.play.models import Seat
from games.play.perspective.masking import MaskedSnapshot


def build_team_fields(masked: MaskedSnapshot, row: Seat) -> dict[str, Any]:
    """Return the team fields of a :class:`games.play.perspective.viewdata.SeatView`."""
    expected = [guest for guest in masked.guests if guest.seat_id == row.pk]
    return {
        "with_free_place": row.number in masked.seating.with_free_place,
        "team": row.team,
        "invited": tuple(guest.player.shown_name for guest in expected if not guest.left),
        "departed": tuple(guest.player.shown_name for guest in expected if guest.left),
    }
