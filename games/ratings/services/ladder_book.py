"""One ladder in memory. Games are entered one after another, and each entry returns its changes.

Live rating and the recount use the same code, so they cannot produce different results.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from games.play import store
from games.play.models import Game
from games.play.services.table_members import list_seat_members
from games.ratings.models import RatingScheme
from games.ratings.services.game_weights import (
    PlayerPair,
    SeatPlayers,
    UsedAllowances,
    compute_player_weights,
    get_percentage,
)
from games.ratings.services.rating_scale import NEWCOMER, Strength, apply_weight, rate_game
from games.rules.flow.game_end import rank_seats

PLAYER_TURNS = ("play", "exchange", "pass")
"""Kinds of moves that players make themselves. A turn that timed out is not among them."""

ShownRating = dict[str, str | int]


class RatedResult(NamedTuple):
    """The result of a game as far as it is rated: who sat where, their places, and which seats have
    moved.
    """

    sides: SeatPlayers
    places: tuple[int, ...]
    moved: tuple[bool, ...]
    at: datetime
    scheme: int

    @property
    def rated_seats(self) -> list[int]:
        """The seats whose players' ratings change."""
        # In the first releases a player who had not moved was rated as well.
        all_seats = self.scheme == RatingScheme.ALL_ALIKE
        return [number for number, moved in enumerate(self.moved) if moved or all_seats]

    @property
    def counts(self) -> bool:
        return len(self.rated_seats) > 1


class StrengthChange(NamedTuple):
    """How one game changed one player's rating, and how much of it counted, from 0 to 1."""

    player: UUID
    place: int
    before: Strength
    after: Strength
    weight: float


class LadderEntry(NamedTuple):
    """How one game changed ratings and allowances."""

    changes: list[StrengthChange]
    pair_weights: dict[PlayerPair, float]
    # Players who did not move, with their unchanged strength.
    kept: dict[UUID, Strength]

    @property
    def shown_ratings(self) -> dict[str, ShownRating]:
        """What the room and the record show: see ``Game.ratings``."""
        changed = {str(change.player): _describe_change(change) for change in self.changes}
        return changed | {
            str(player): describe_kept_rating(str(one)) for player, one in self.kept.items()
        }


@dataclass
class LadderBook:
    """The strength of all players so far. Players not in it are newcomers."""

    strengths: dict[UUID, Strength] = field(default_factory=dict)
    allowances: UsedAllowances = field(default_factory=UsedAllowances)

    def enter(self, result: RatedResult) -> LadderEntry:
        """Rate a game that counts and return its changes."""
        seats = result.rated_seats
        sides = tuple(result.sides[seat] for seat in seats)
        places = [result.places[seat] for seat in seats]
        met = self._weigh(sides, result)
        changes = self._change(sides, places, compute_player_weights(sides, met) if met else {})
        self.strengths |= {change.player: change.after for change in changes}
        self.allowances.note(met, result.at)
        rated = {change.player for change in changes}
        unrated = [player for side in result.sides for player in side if player not in rated]
        return LadderEntry(changes, met, {player: self._of(player) for player in unrated})

    def _weigh(self, sides: SeatPlayers, result: RatedResult) -> dict[PlayerPair, float]:
        # Without weights every game counts in full and uses no allowance.
        if result.scheme == RatingScheme.ALL_ALIKE:
            return {}
        return self.allowances.weigh(sides, result.at)

    def _change(
        self, sides: SeatPlayers, places: Sequence[int], weights: Mapping[UUID, float]
    ) -> list[StrengthChange]:
        before = [[self._of(player) for player in side] for side in sides]
        after = rate_game(before, places)
        return [
            StrengthChange(player, place, old, apply_weight(old, new, weight), weight)
            for side, place, olds, news in zip(sides, places, before, after, strict=True)
            for player, old, new in zip(side, olds, news, strict=True)
            for weight in (weights.get(player, 1.0),)
        ]

    def _of(self, player: UUID) -> Strength:
        return self.strengths.get(player, NEWCOMER)


def is_ratable(game: Game) -> bool:
    """Return whether a game is rated and has ended without being annulled."""
    ended = game.outcome is not None and game.outcome["reason"] != "annulled"
    return game.rated and ended


def build_rated_result(game: Game, scheme: int = RatingScheme.WEIGHTED) -> RatedResult:
    """Build what ratings need from the record of a finished game."""
    assert game.ended_at is not None, "the game has ended"
    moved = set(game.moves.order_by().filter(kind__in=PLAYER_TURNS).values_list("seat", flat=True))
    sides = tuple(tuple(player.pk for player in side) for side in list_seat_members(game))
    places = rank_seats(store.load_public_state(game))
    seats = tuple(number in moved for number in range(len(sides)))
    return RatedResult(sides, places, seats, game.ended_at, scheme)


def describe_kept_rating(before: str) -> ShownRating:
    """Return what is shown of a rating that stayed the same because a player had not moved."""
    return {"before": before, "unchanged": "moves"}


def _describe_change(change: StrengthChange) -> ShownRating:
    values: ShownRating = {
        "before": str(change.before),
        "after": str(change.after),
        "change": change.after.points - change.before.points,
    }
    # The share is shown only where a game counted for less than a full one.
    return values if change.weight == 1 else values | {"share": get_percentage(change.weight)}
