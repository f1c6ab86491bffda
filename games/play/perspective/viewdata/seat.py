"""Views of one seat, its holders and the tiles on its rack."""

from dataclasses import dataclass
from typing import NamedTuple

from games.players.models import Player


@dataclass(frozen=True, slots=True)
class RackTileView:
    """One tile on a rack; a blank has face ``"?"`` and value 0."""

    face: str
    value: int
    blank: bool


class PersonView(NamedTuple):
    """A player's name, and the URL of their page ("" for guests and computer players)."""

    name: str
    page: str

    @classmethod
    def of(cls, player: Player) -> "PersonView":
        """Return a player as pages name them."""
        return cls(player.shown_name, player.get_absolute_url())


@dataclass(frozen=True, slots=True)
class MemberView:
    """One holder of a seat."""

    # Id of the holder row, valid as long as the player has the seat.
    number: int
    name: str
    page: str = ""
    host: bool = False


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat, taken or free."""

    number: int
    # Names of the holders or of the computer player.
    names: tuple[str, ...]
    taken: bool
    # Whether it is the viewer's own seat.
    mine: bool
    host: bool
    to_move: bool
    in_play: bool
    score: int
    safe_points: int | None
    # Number of tiles on the rack.
    tiles: int
    # Set only if this viewer may see it: open by the room's policy, or the game is over.
    rack: tuple[RackTileView, ...] | None
    accepted: bool
    # Whether it has voted against the play that waits for the others.
    rejected: bool
    turns_owed: int
    computer: str | None
    # Change of the score by the last move (in Qwibble both seats can change).
    delta: int | None
    # Name of the player for whom a free seat is kept.
    reserved_for: str = ""
    # Whether the viewer may sit down here or join the team.
    open_to_me: bool = False
    # Whether the bag is empty and the rack no longer full, so that its tile count is shown.
    shows_tile_count: bool = False
    wants_rematch: bool = False
    # Ratings of the holders, in a rated game.
    rating: str = ""
    # The same people as ``names``, with their pages.
    people: tuple[PersonView, ...] = ()
    # Whether the team has a place left.
    with_free_place: bool = False
    # Name that the team has chosen.
    team: str = ""
    members: tuple[MemberView, ...] = ()
    # Ids of the open invitations to the seat or its team.
    invitations: tuple[int, ...] = ()
    # Names of invited players, and of members who have left and may come back.
    invited: tuple[str, ...] = ()
    departed: tuple[str, ...] = ()
    # Days off of the holders, in words; they extend the deadline.
    off: str = ""

    @property
    def name(self) -> str:
        return self.team or " & ".join(self.names)

    @property
    def awaits_guests(self) -> bool:
        return bool(self.reserved_for or self.invited)

    @property
    def initials(self) -> str:
        return self.name[:2].upper()
