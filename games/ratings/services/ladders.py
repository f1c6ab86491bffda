"""Which ladder a game belongs to: one for every game, language and speed."""

from typing import TypeAlias

from games.play.models import Room
from games.ratings.models import Ladder, Speed
from games.rules.clock import Pace
from games.rules.options import Options
from games.rules.variants import Variant, get_variant

Key: TypeAlias = tuple[str, str, str]
"""Game, language, speed."""

USUAL_TURNS = 15
"""Turns one seat takes in a game, more or less."""

FAST = 600
"""Seconds for all turns of a seat, below which a game is fast."""


def speed_of(variant: Variant, options: Options) -> Speed:
    """How fast a game with these options is: by the time a seat has for a usual number of turns,
    overtime left out. Turns that have days are correspondence, the game's own days too."""
    clock = options.clock
    if clock.turn_days or (clock.pace is Pace.NONE and variant.turn_days):
        return Speed.CORRESPONDENCE
    if clock.pace is Pace.NONE:
        return Speed.UNTIMED
    if clock.pace is Pace.TURN:
        seconds = USUAL_TURNS * clock.seconds
    else:
        seconds = clock.seconds + USUAL_TURNS * clock.increment
    return Speed.FAST if seconds < FAST else Speed.LIVE


def key_of(room: Room) -> Key:
    """What tells the ladder of a room's games from others."""
    variant = get_variant(room.variant)
    speed = speed_of(variant, variant.options(**room.options))
    return room.variant, room.lexicon.language, speed.value


def find_ladder(key: Key) -> Ladder:
    """The ladder, made at the first need."""
    variant, language, speed = key
    ladder, _made = Ladder.objects.get_or_create(variant=variant, language=language, speed=speed)
    return ladder


def lock_ladder(ladder: Ladder) -> Ladder:
    """The ladder as it is now; nobody else rates a game of it until the transaction ends."""
    return Ladder.objects.select_for_update().get(pk=ladder.pk)
