"""Names on the channel layer, in one place, and the audiences of a room."""

WATCHERS = "watch"
"""The audience of everybody without a seat."""

INVITED = "invited"
"""Watchers with an invitation by name: they may sit down or decline."""


def room_group(code: str) -> str:
    """The channel-layer group that every process with sockets in the room has joined."""
    return f"room.{code}"


def seat_audience(seat: int) -> str:
    """Everyone who holds the seat: one player, or a team."""
    return f"seat{seat}"
