"""The settings of a room, and of the rooms that events, clubs and leagues will open."""

from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from games.play.models import PlannedGames, Room
from games.play.models.rooms import RACKS_HIDDEN
from games.rules.positions.variants import Options, get_variant
from lexicon.models import Lexicon


@dataclass(frozen=True, slots=True)
class RoomSettings:
    """The settings that a host chooses when opening a room. They are fixed once a game starts."""

    variant: str
    edition: str
    lexicon: Lexicon
    seats: int
    options: Options
    public: bool = True
    rated: bool = False
    title: str = ""
    allow_computer_errors: bool = True
    simulate_thinking: bool = True
    start_when_full: bool = False
    teams: bool = False
    late_members: bool = False
    racks: str = RACKS_HIDDEN

    @classmethod
    def of(cls, room: Room) -> Self:
        """Return the settings of a room; ``room`` comes with its dictionary."""
        variant = get_variant(room.variant)
        columns = {name: getattr(room, name) for name in _COLUMNS}
        return cls(
            **columns,
            seats=room.seats_total,
            options=variant.options(**room.options),
            title=room.title if room.named else "",
            teams=room.has_teams,
        )

    def columns(self) -> dict[str, Any]:
        """Return the columns of a room with these settings, except for its title."""
        return {name: getattr(self, name) for name in _COLUMNS} | {
            "seats_total": self.seats,
            "options": asdict(self.options),
            "team_size": get_variant(self.variant).team_size if self.teams else 1,
        }

    @classmethod
    def planned(cls, games: PlannedGames, seats: int, **others: Any) -> Self:
        """Return the settings of the rooms in which planned games are played.

        ``games`` come with their dictionary; ``others`` are the settings that they do not have.
        """
        return cls(
            variant=games.variant,
            edition=games.edition,
            lexicon=games.lexicon,
            seats=seats,
            options=get_variant(games.variant).options(**games.options),
            rated=games.rated,
            **others,
        )

    def planned_columns(self) -> dict[str, Any]:
        """Return the columns of :class:`PlannedGames` with these settings."""
        return {
            "variant": self.variant,
            "edition": self.edition,
            "lexicon": self.lexicon,
            "options": asdict(self.options),
            "rated": self.rated,
        }

    @property
    def is_timed(self) -> bool:
        """True if games with these settings have a clock."""
        return get_variant(self.variant).is_timed(self.options)


_CONVERTED = {"seats", "options", "title", "teams"}
"""Settings that the room's row stores in another form."""

_COLUMNS = [field.name for field in fields(RoomSettings) if field.name not in _CONVERTED]
"""Settings stored in a column of the same name. A new field of the class is included
automatically."""
