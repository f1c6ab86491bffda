"""One ladder in memory: games are entered one after another, and it says what they changed.

Live games and the recount go through the same book, so they cannot come to different figures.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from uuid import UUID

from games.play import store
from games.play.models import Game
from games.play.services.company import members_of
from games.ratings.services.scale import NEWCOMER, Strength, rate
from games.rules.endgame import places_of

Sides = tuple[tuple[UUID, ...], ...]
"""The players' ids, seat by seat."""


class Change(NamedTuple):
    """What one game did to one player's rating."""

    player: UUID
    place: int
    before: Strength
    after: Strength


@dataclass
class Book:
    """Everybody's strength so far. Whoever is not in it is a newcomer."""

    strengths: dict[UUID, Strength] = field(default_factory=dict)

    def enter(self, sides: Sides, places: Sequence[int]) -> list[Change]:
        """Rate a game, in which these sides came in at these places."""
        before = [[self.strengths.get(player, NEWCOMER) for player in side] for side in sides]
        after = rate(before, places)
        changes = [
            Change(player, place, old, new)
            for side, place, olds, news in zip(sides, places, before, after, strict=True)
            for player, old, new in zip(side, olds, news, strict=True)
        ]
        self.strengths |= {change.player: change.after for change in changes}
        return changes


def counts(game: Game) -> bool:
    """Whether a game changes ratings: it was rated, has ended, and was not annulled."""
    ended = game.outcome is not None and game.outcome["reason"] != "annulled"
    return game.rated and ended


def sides_of(game: Game) -> Sides:
    """Who played, seat by seat."""
    return tuple(tuple(player.pk for player in side) for side in members_of(game))


def places_in(game: Game) -> tuple[int, ...]:
    """Where each seat came in, from the record of the game."""
    return places_of(store.load_face_down(game))


def tell_change(change: Change) -> Mapping[str, str | int]:
    """What the room and the record show: see ``Game.ratings``."""
    return {
        "before": str(change.before),
        "after": str(change.after),
        "change": change.after.points - change.before.points,
    }
