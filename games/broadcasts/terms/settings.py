"""What a scorekeeper chooses before a game begins."""

from dataclasses import dataclass

from games.events.models import EventTable
from games.rules.positions.options import Options
from lexicon.models import Lexicon

MAX_NAME_LENGTH = 40
MIN_SEATS, MAX_SEATS = 2, 4


@dataclass(frozen=True, slots=True)
class AnnotationSettings:
    """A game to be written down."""

    title: str
    # Names of the players, in the order of their turns.
    names: tuple[str, ...]
    variant: str
    edition: str
    options: Options
    lexicon: Lexicon | None = None
    # Whether it is listed while it is played.
    listed: bool = False
    # Whether spectators see the racks while it is played.
    shows_racks: bool = False
    # The table of an event at which it is played.
    table: EventTable | None = None
