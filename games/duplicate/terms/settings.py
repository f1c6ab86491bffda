"""What the host of a duplicate game chooses."""

from dataclasses import dataclass, field

from games.duplicate.models import DEFAULT_PAUSE_SECONDS, DEFAULT_TURN_SECONDS
from games.rules.duplicate.formats import DuplicateOptions
from games.rules.positions.variants import VARIANTS
from lexicon.models import Lexicon

TURN_SECONDS = range(20, 181)
PAUSE_SECONDS = range(5, 61)

DUPLICATE_VARIANTS = tuple(
    variant.id for variant in VARIANTS.values() if not variant.scoring.owned_tiles
)
"""Every game but those in which tiles have owners."""

WARNING_SECONDS = 30
"""In a turn of a minute or more, a warning sounds when this many seconds are left."""
SHORTEST_TURN_WITH_WARNING = 60


@dataclass(frozen=True, slots=True)
class DuplicateSettings:
    """What is chosen when a game is made, and fixed from then on."""

    variant: str
    tile_set: str
    lexicon: Lexicon
    options: DuplicateOptions = field(default_factory=DuplicateOptions)
    title: str = ""
    turn_seconds: int = DEFAULT_TURN_SECONDS
    pause_seconds: int = DEFAULT_PAUSE_SECONDS
    public: bool = True
