"""Views of one place at the table, and of the tiles on its rack."""

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class RackTileView:
    """One tile on a rack; a blank has face ``"?"`` and value 0."""

    face: str
    value: int
    blank: bool


class PersonView(NamedTuple):
    """Somebody's name, and the address of their page: "" for guests and computer players."""

    name: str
    page: str


@dataclass(frozen=True, slots=True)
class MemberView:
    """Somebody who holds a seat, by a ``number`` of theirs for as long as they hold it."""

    number: int
    name: str
    page: str = ""
    host: bool = False


@dataclass(frozen=True, slots=True)
class SeatView:
    """One place at the table, taken or free.

    ``tiles`` is the number of tiles on the rack; ``rack`` is filled only where this viewer may
    see it (own seat, racks open by room option, or the game is over). In a room with teams
    ``members`` share the seat, under the name ``team`` if they chose one; it keeps places for
    those ``invited`` and for those who have left and may come back (``gone``).
    """

    number: int
    names: tuple[str, ...]
    taken: bool
    mine: bool
    host: bool
    to_move: bool
    in_play: bool
    score: int
    safe_points: int | None
    tiles: int
    rack: tuple[RackTileView, ...] | None
    accepted: bool
    turns_owed: int
    computer: str | None
    delta: int | None
    """Change of the score by the last move (both seats can change in Qwibble)."""
    kept_for: str = ""
    """Who is invited to this free seat: it is kept for them."""
    open_to_me: bool = False
    """The viewer may sit down here, or join the team."""
    tells_tiles: bool = False
    """The bag is empty and the rack no longer full: everyone counts what is left on it."""
    wants_rematch: bool = False
    rating: str = ""
    """What the ratings of those who sit here are, where the game is rated."""
    people: tuple[PersonView, ...] = ()
    """Those of ``names``, with their pages."""
    roomy: bool = False
    """The team that sits here has a place left."""
    team: str = ""
    members: tuple[MemberView, ...] = ()
    invited: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    off: str = ""
    """Days off of those who sit here, in words: no deadline comes nearer meanwhile."""

    @property
    def name(self) -> str:
        return self.team or " & ".join(self.names)

    @property
    def awaits_guests(self) -> bool:
        return bool(self.kept_for or self.invited)

    @property
    def initials(self) -> str:
        return self.name[:2].upper()
