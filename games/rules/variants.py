"""The games, each described once: equipment, numbers of seats, options, and named strategies.

Code elsewhere asks the description and never which variant it is. A new game is a new entry in
``VARIANTS``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from games.rules import adjustment
from games.rules.adjustment import Settlement
from games.rules.clock import Pace, TimeControl
from games.rules.errors import UnlawfulError
from games.rules.options import Adjustment, ChallengeRule, EndRule, Options
from games.rules.ownership import OwnershipScoring
from games.rules.placement import Placement
from games.rules.scoring import PremiumScoring, Scoring
from games.rules.starting import StartRule, draw_for_start

__all__ = ["VARIANTS", "ChallengeRule", "Options", "Variant", "get_variant"]


@dataclass(frozen=True)
class Variant:
    """A frozen description of a game. The first of several choices is the default.

    ``layouts`` and ``tile_set``: ids of boards, and the code of the usual set.
    ``end_rules``: how many turns of a kind in a row, per seat in play, end the game.
    ``two_seats_only``: choices that make sense between two seats alone.
    ``start``: how the first to move is found; without a rule it is the first seat.
    ``invites``: the first seat moves before the second is there, which may decline.
    ``challenge_rules``: under "void" words are judged when a play is made.
    ``turn_days``: days after the last move in which the next is due, or the game is forfeited.
    ``swaps``: players speak of swapping tiles, not of exchanging them.
    ``team_size``: how many may share a seat and its rack; 1 where there are no teams.
    """

    id: str
    name: str
    layouts: tuple[str, ...]
    tile_set: str
    min_seats: int
    max_seats: int
    start: StartRule | None
    scoring: Scoring
    challenge_rules: tuple[ChallengeRule, ...]
    end_rules: Mapping[EndRule, int]
    settlements: Mapping[Adjustment, Settlement]
    exchange_minimums: tuple[int, ...]
    placements: tuple[Placement, ...] = ("strict",)
    two_seats_only: frozenset[str] = frozenset({ChallengeRule.TRIPLE, "tournament"})
    invites: bool = False
    rack_size: int = 7
    turn_days: int | None = None
    swaps: bool = False
    team_size: int = 1

    @property
    def seat_numbers(self) -> range:
        """How many may play."""
        return range(self.min_seats, self.max_seats + 1)

    def options(self, **chosen: Any) -> Options:
        """The default options with these choices; raises UnlawfulError "options...."."""
        wishes = {
            "challenge": self.challenge_rules[0],
            "end_rule": next(iter(self.end_rules)),
            "adjustment": next(iter(self.settlements)),
            "exchange_minimum": self.exchange_minimums[0],
            "placement": self.placements[0],
            **chosen,
        }
        if wishes["challenge"] in list(ChallengeRule):
            wishes["challenge"] = ChallengeRule(wishes["challenge"])
        if isinstance(clock := wishes.get("clock"), Mapping):
            wishes["clock"] = TimeControl(**{**clock, "pace": Pace(clock["pace"])})
        options = Options(**wishes)
        self.check_options(options)
        return options

    def check_options(self, options: Options, seats: int | None = None) -> None:
        """Raise UnlawfulError when this game does not offer these options to so many seats."""
        offers: tuple[tuple[str, Any, Any], ...] = (
            ("challenge", options.challenge, self.challenge_rules),
            ("end_rule", options.end_rule, self.end_rules),
            ("adjustment", options.adjustment, self.settlements),
            ("exchange_minimum", options.exchange_minimum, self.exchange_minimums),
            ("placement", options.placement, self.placements),
        )
        for name, value, offered in offers:
            if value not in offered:
                raise UnlawfulError(f"options.{name}", f"{self.name} has no {name} {value!r}")
        if options.placement == "tournament" and options.challenge is ChallengeRule.VOID:
            raise UnlawfulError("options.placement", "tournament placement needs challenges")
        options.clock.check()
        self._check_seats(options, seats)

    def _check_seats(self, options: Options, seats: int | None) -> None:
        if seats is None:
            return
        if not self.min_seats <= seats <= self.max_seats:
            raise UnlawfulError("options.seats", f"{self.name} is not for {seats} seats")
        for name, value in (("challenge", options.challenge), ("adjustment", options.adjustment)):
            if seats != 2 and value in self.two_seats_only:
                raise UnlawfulError(f"options.{name}", f"{name} {value!r} is for two seats")


_SCRABBLE = Variant(
    id="scrabble",
    name="Scrabble",
    layouts=("standard",),
    tile_set="en",
    min_seats=2,
    max_seats=4,
    start=draw_for_start,
    scoring=PremiumScoring(bingo_bonus=50),
    challenge_rules=(
        ChallengeRule.SINGLE,
        ChallengeRule.VOID,
        ChallengeRule.DOUBLE,
        ChallengeRule.FIVE,
        ChallengeRule.TEN,
        ChallengeRule.TRIPLE,
    ),
    end_rules={"passes": 2, "scoreless": 3},
    settlements={
        "standard": Settlement(adjustment.lose_own_racks, (adjustment.BEFORE_ADJUSTMENT,)),
        "tournament": Settlement(adjustment.gain_double),
    },
    exchange_minimums=(7, 1),
    placements=("strict", "tournament"),
    team_size=4,
)

_SUPER = replace(
    _SCRABBLE, id="super", name="Super Scrabble", layouts=("super",), tile_set="en-super"
)

_QWIBBLE = Variant(
    id="qwibble",
    name="Qwibble",
    layouts=("qwibble",),
    tile_set="qwibble-en",
    min_seats=2,
    max_seats=2,
    start=None,
    scoring=OwnershipScoring(),
    challenge_rules=(ChallengeRule.VOID,),
    end_rules={"passes": 1},
    settlements={
        "standard": Settlement(
            adjustment.gain_other_racks,
            (adjustment.SAFE_POINTS, adjustment.TILES_PLAYED, adjustment.BEST_THEFT),
            by_lot=True,
        )
    },
    exchange_minimums=(11,),
    invites=True,
    turn_days=7,
    swaps=True,
)

VARIANTS: Mapping[str, Variant] = MappingProxyType(
    {variant.id: variant for variant in (_SCRABBLE, _QWIBBLE, _SUPER)}
)


def get_variant(variant_id: str) -> Variant:
    """The variant with this id; raises UnlawfulError "variant.unknown"."""
    if variant_id not in VARIANTS:
        raise UnlawfulError("variant.unknown", f"no variant {variant_id!r}")
    return VARIANTS[variant_id]
