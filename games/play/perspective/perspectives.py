"""The perspectives of a room, each shared by viewers who see the same, and their views."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from django.utils.translation import get_language

from games.play.perspective.actions import list_acting_hosts
from games.play.perspective.masking import MaskedSnapshot
from games.play.perspective.viewdata import RoomView
from games.play.store.shared_device import find_device_seat, find_uncovered_seat
from scrabble_site.shared.refusals import Forbidden

SPECTATOR_PERSPECTIVE = "watch"
"""The perspective of viewers without a seat or an invitation."""
REMOVED_PERSPECTIVE = "removed"
"""The perspective of visitors whom the host has removed."""
OUTSIDE_PERSPECTIVE = "outside"
"""The perspective of visitors from whom a table of a swapped match is kept until it is over."""
CLOSED_PERSPECTIVES = frozenset({REMOVED_PERSPECTIVE, OUTSIDE_PERSPECTIVE})
"""The perspectives that see nothing of the room."""
INVITED_PERSPECTIVE = "invited"
"""The perspective of spectators with an invitation. They may sit down or decline."""

COVERED_PERSPECTIVE = "covered"
"""The perspective, with a seat's number, of a device that is being passed to the person there."""

BLOCKED_SUFFIX = "apart"
"""Suffix for players kept apart from a seat holder by a block: they are offered no seat."""

ViewBuilders = Mapping[str, Callable[[], RoomView]]
"""Functions that build views, by perspective."""


@dataclass(frozen=True, slots=True)
class RoomViews:
    """A room at one moment: its perspectives and their views."""

    stamp: int
    # Prepares the views by perspective in the active language.
    prepare: Callable[[], ViewBuilders]
    # Perspectives by player id.
    perspectives: Mapping[str, str]
    # Visitors whom the host has removed. They see nothing.
    removed: frozenset[str] = frozenset()
    # Whether only players with a perspective of their own may see the room now.
    kept_from_others: bool = False
    # Players without a seat who are kept apart from a seat holder.
    blocked: frozenset[str] = frozenset()
    # What ``prepare`` returned, by language.
    _prepared: dict[str | None, ViewBuilders] = field(default_factory=dict)

    @property
    def views(self) -> ViewBuilders:
        """Return the views by perspective in the active language.

        They are built on demand, since most have no viewer.
        """
        language = get_language()
        if language not in self._prepared:
            self._prepared[language] = self.prepare()
        return self._prepared[language]

    def perspective_of(self, player: str) -> str:
        """Return the perspective of a player (an id); unknown ids and ``""`` are spectators."""
        if player in self.removed:
            return REMOVED_PERSPECTIVE
        if self.kept_from_others and player not in self.perspectives:
            return OUTSIDE_PERSPECTIVE
        perspective = self.perspectives.get(player, SPECTATOR_PERSPECTIVE)
        return perspective + BLOCKED_SUFFIX if player in self.blocked else perspective

    def view_of(self, player: str) -> RoomView:
        """Return a player's view. Raises ``Forbidden`` for visitors who may not see the room."""
        perspective = self.perspective_of(player)
        if perspective == REMOVED_PERSPECTIVE:
            raise Forbidden("room.removed")
        if perspective == OUTSIDE_PERSPECTIVE:
            raise Forbidden("match.hidden")
        return self.views[perspective]()


def assign_perspectives(masked: MaskedSnapshot) -> dict[str, str]:
    """Return the perspectives of all who are not mere spectators, by player id."""
    owner = masked.room.device_owner_id
    if owner is not None and masked.state is not None and masked.outcome is None:
        return {str(owner): _name_device_perspective(masked)}
    perspectives: dict[str, str] = {}
    for seat in masked.seats:
        hosts = list_acting_hosts(masked, seat.number)
        for holder in seat.holders.all():
            kind = "host" if holder.player_id in hosts else "seat"
            perspectives[str(holder.player_id)] = f"{kind}{seat.number}"
    for guest in masked.seating.reserved.values():
        perspectives.setdefault(str(guest.pk), INVITED_PERSPECTIVE)
    for player, number in masked.seating.team_places.items():
        perspectives.setdefault(str(player), name_team_perspective(masked, player, number))
    return perspectives


def _name_device_perspective(masked: MaskedSnapshot) -> str:
    """Return the perspective of a shared device: that of the seat whose tiles it shows, or the
    cover."""
    assert masked.state is not None, "the game has started"
    seat = find_uncovered_seat(masked.room, masked.game, masked.state, masked.record)
    if seat is not None:
        return f"seat{seat}"
    return f"{COVERED_PERSPECTIVE}{find_device_seat(masked.state)}"


def name_team_perspective(masked: MaskedSnapshot, player: object, number: int) -> str:
    return f"{'back' if player in masked.seating.departed else INVITED_PERSPECTIVE}{number}"
