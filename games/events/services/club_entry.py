"""Who may enter an event for club members. The clubs domain registers the check, since events may
not import clubs."""

from collections.abc import Callable

from games.events.models import Event
from games.players.models import Player

MembershipCheck = Callable[[Event, Player], bool]
"""Returns whether a player is a member of a club that lists the event."""

_checks: list[MembershipCheck] = []


def register_membership_check(check: MembershipCheck) -> None:
    if check not in _checks:
        _checks.append(check)


def may_enter_as_member(event: Event, player: Player) -> bool:
    """Return whether a player may enter an event that is for members of its club only."""
    return any(check(event, player) for check in _checks)
