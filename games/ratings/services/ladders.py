"""Which ladder a game belongs to. There is one for each game, language and speed."""

from typing import TypeAlias

from games.play.models import Room
from games.players.models import Player
from games.ratings.models import Ladder, Rating, RatingSpeed
from games.ratings.services.rating_scale import get_points
from games.rules.positions.options import Options
from games.rules.positions.variants import Variant, get_variant
from games.rules.time.clock import Pace

LadderKey: TypeAlias = tuple[str, str, str]
"""Variant, language code, speed."""

TYPICAL_TURNS = 15
"""About how many turns a seat takes in a game."""

FAST_SECONDS = 600
"""A game is fast if a seat has fewer seconds than this for all its turns."""


def get_speed(variant: Variant, options: Options) -> RatingSpeed:
    """Return the speed of a game with these options: the time a seat has for a typical number of
    turns, without overtime.

    Games with days per turn are correspondence games, even if the days come from the variant.
    """
    clock = options.clock
    # Checked first: some variants have days per turn although the room sets no clock.
    if clock.turn_days or (clock.pace is Pace.NONE and variant.turn_days):
        return RatingSpeed.CORRESPONDENCE
    if clock.pace is Pace.NONE:
        return RatingSpeed.UNTIMED
    if clock.pace is Pace.TURN:
        seconds = TYPICAL_TURNS * clock.seconds
    else:
        seconds = clock.seconds + TYPICAL_TURNS * clock.increment
    return RatingSpeed.FAST if seconds < FAST_SECONDS else RatingSpeed.LIVE


def get_ladder_key(room: Room) -> LadderKey:
    """Return the key of the ladder that a room's games belong to."""
    variant = get_variant(room.variant)
    speed = get_speed(variant, variant.options(**room.options))
    return room.variant, room.lexicon.language, speed.value


def get_or_create_ladder(key: LadderKey) -> Ladder:
    """Return the ladder, creating it at its first game."""
    variant, language, speed = key
    ladder, _made = Ladder.objects.get_or_create(variant=variant, language=language, speed=speed)
    return ladder


def lock_ladder(ladder: Ladder) -> Ladder:
    """Lock the ladder until the transaction ends and return its current row."""
    return Ladder.objects.select_for_update().get(pk=ladder.pk)


def find_rating_points(player: Player, key: LadderKey) -> int:
    """Return a player's rating on a ladder in points, 0 if they have none."""
    variant, language, speed = key
    rows = Rating.objects.filter(player=player, ladder__variant=variant)
    mu = rows.filter(ladder__language=language, ladder__speed=speed).values_list("mu", flat=True)
    return get_points(found) if (found := mu.first()) is not None else 0
