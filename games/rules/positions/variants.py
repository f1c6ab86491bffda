"""The games, each described once: equipment, numbers of seats, options and strategies.

Other code reads the description and never checks which variant it is. A new game is a new entry in
``VARIANTS``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from games.rules.equipment.errors import NotAllowedError
from games.rules.plays.placement import FormedPlay, PlacementRule
from games.rules.plays.scoring import PlayScore, PremiumScoring, Scoring, ScoringContext
from games.rules.plays.tile_ownership import OwnershipScoring
from games.rules.positions import final_scoring
from games.rules.positions.final_scoring import FinalScoring
from games.rules.positions.options import Adjustment, ChallengeRule, EndRule, Options
from games.rules.positions.start_draw import StartRule, draw_for_start
from games.rules.time.clock import NO_CLOCK, Pace, TimeControl

__all__ = ["VARIANTS", "ChallengeRule", "Options", "Variant", "get_variant"]


@dataclass(frozen=True)
class Variant:
    """The frozen description of a game. The first of several choices is the default."""

    id: str
    name: str
    # Ids of board layouts.
    layouts: tuple[str, ...]
    # Code of the usual tile set.
    tile_set: str
    min_seats: int
    max_seats: int
    # How the first seat to move is found; ``None``: seat 0 starts.
    start: StartRule | None
    scoring: Scoring
    # Under "void" words are judged when a play is made, under "vote" those outside the dictionary
    # are put to the vote.
    challenge_rules: tuple[ChallengeRule, ...]
    # How many turns of a kind in a row, per seat in play, end the game.
    end_rules: Mapping[EndRule, int]
    final_scorings: Mapping[Adjustment, FinalScoring]
    exchange_minimums: tuple[int, ...]
    placements: tuple[PlacementRule, ...] = ("strict",)
    # Choices that only make sense between two seats.
    two_seats_only: frozenset[str] = frozenset({ChallengeRule.TRIPLE, "tournament"})
    # The first seat moves before the second has joined; the second may decline.
    invites: bool = False
    rack_size: int = 7
    # Days within which a turn is due, or the game is forfeited.
    turn_days: int | None = None
    # Players call an exchange a swap.
    swaps: bool = False
    # How many players may share a seat and its rack; 1 means no teams.
    team_size: int = 1
    # Whether it can be played as a swapped match; each seat then draws from its end of the bag.
    has_separate_draws: bool = False

    @property
    def has_bingos(self) -> bool:
        """Whether playing a full rack earns a bonus; without a bonus nothing is called a bingo."""
        return self.scoring.bingo_bonus > 0

    def is_full_rack(self, placed: int) -> bool:
        """Return whether a play of this many tiles uses a full rack."""
        return placed == self.rack_size

    def is_bingo(self, placed: int) -> bool:
        """Return whether a play of this many tiles is a bingo: a full rack that earns a bonus.

        >>> get_variant("scrabble").is_bingo(7), get_variant("scrabble").is_bingo(6)
        (True, False)
        >>> get_variant("qwibble").is_full_rack(7), get_variant("qwibble").is_bingo(7)
        (True, False)
        """
        return self.has_bingos and self.is_full_rack(placed)

    def score_play(self, context: ScoringContext, formation: FormedPlay) -> PlayScore:
        """Score a play that fits the board, including what a full rack earns in this game."""
        full_rack = self.is_full_rack(len(formation.placed))
        return self.scoring.score(context, formation, full_rack)

    @property
    def seat_numbers(self) -> range:
        """The allowed numbers of seats."""
        return range(self.min_seats, self.max_seats + 1)

    def is_timed(self, options: Options) -> bool:
        """Return whether a player who does not move runs out of time.

        The limit is the room's clock or, without one, the days that this game allows for a turn.
        """
        return options.clock != NO_CLOCK or self.turn_days is not None

    def options(self, **chosen: Any) -> Options:
        """Return the default options with these choices; raises NotAllowedError "options...".

        >>> scrabble = get_variant("scrabble")
        >>> scrabble.options().challenge.value, scrabble.options(challenge="double").end_rule
        ('void', 'passes')
        >>> get_variant("qwibble").options(exchange_minimum=7)
        Traceback (most recent call last):
            ...
        games.rules.equipment.errors.NotAllowedError: Qwibble has no exchange_minimum 7
        """
        values = {
            "challenge": self.challenge_rules[0],
            "end_rule": next(iter(self.end_rules)),
            "adjustment": next(iter(self.final_scorings)),
            "exchange_minimum": self.exchange_minimums[0],
            "placement": self.placements[0],
            **chosen,
        }
        if values["challenge"] in list(ChallengeRule):
            values["challenge"] = ChallengeRule(values["challenge"])
        if isinstance(clock := values.get("clock"), Mapping):
            values["clock"] = TimeControl(**{**clock, "pace": Pace(clock["pace"])})
        options = Options(**values)
        self.check_options(options)
        return options

    def check_options(self, options: Options, seats: int | None = None) -> None:
        """Raise NotAllowedError unless this game offers these options for this number of seats."""
        offers: tuple[tuple[str, Any, Any], ...] = (
            ("challenge", options.challenge, self.challenge_rules),
            ("end_rule", options.end_rule, self.end_rules),
            ("adjustment", options.adjustment, self.final_scorings),
            ("exchange_minimum", options.exchange_minimum, self.exchange_minimums),
            ("placement", options.placement, self.placements),
        )
        for name, value, offered in offers:
            if value not in offered:
                raise NotAllowedError(f"options.{name}", f"{self.name} has no {name} {value!r}")
        if options.separate_draws and not self.has_separate_draws:
            raise NotAllowedError("options.draws", f"{self.name} has no separate draws")
        if options.placement == "tournament" and not options.challenge.has_challenges:
            raise NotAllowedError("options.placement", "tournament placement needs challenges")
        options.clock.check()
        self._check_seats(options, seats)

    def _check_seats(self, options: Options, seats: int | None) -> None:
        if seats is None:
            return
        if not self.min_seats <= seats <= self.max_seats:
            raise NotAllowedError("options.seats", f"{self.name} is not for {seats} seats")
        if options.separate_draws and seats != 2:
            raise NotAllowedError("options.draws", "separate draws are for two seats")
        for name, value in (("challenge", options.challenge), ("adjustment", options.adjustment)):
            if seats != 2 and value in self.two_seats_only:
                raise NotAllowedError(f"options.{name}", f"{name} {value!r} is for two seats")


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
        ChallengeRule.VOID,
        ChallengeRule.SINGLE,
        ChallengeRule.DOUBLE,
        ChallengeRule.FIVE,
        ChallengeRule.TEN,
        ChallengeRule.TRIPLE,
        ChallengeRule.VOTE,
    ),
    end_rules={"passes": 2, "scoreless": 3},
    final_scorings={
        "standard": FinalScoring(
            final_scoring.deduct_own_racks, (final_scoring.BEFORE_ADJUSTMENT,)
        ),
        "tournament": FinalScoring(final_scoring.gain_double_other_rack),
    },
    exchange_minimums=(7, 1),
    placements=("strict", "tournament"),
    team_size=4,
    has_separate_draws=True,
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
    final_scorings={
        "standard": FinalScoring(
            final_scoring.gain_other_racks,
            (final_scoring.SAFE_POINTS, final_scoring.TILES_PLAYED, final_scoring.BEST_THEFT),
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
    """Return the variant with this id; raises NotAllowedError "variant.unknown".

    >>> get_variant("super").name, list(VARIANTS)
    ('Super Scrabble', ['scrabble', 'qwibble', 'super'])
    >>> get_variant("chess")
    Traceback (most recent call last):
        ...
    games.rules.equipment.errors.NotAllowedError: no variant 'chess'
    """
    if variant_id not in VARIANTS:
        raise NotAllowedError("variant.unknown", f"no variant {variant_id!r}")
    return VARIANTS[variant_id]
