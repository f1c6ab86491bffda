"""How a game goes: what its help tells, asked of its entry in ``VARIANTS`` and of its equipment.

The words are in ``templates/games/play/pieces/manual.html``; a new game has its help without one
written for it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules import adjustment
from games.rules.adjustment import AdjustmentRule
from games.rules.layouts import Layout, load_layout
from games.rules.tiles import TileSet, load_tile_set
from games.rules.variants import Variant

PREMIUMS = ("DL", "TL", "QL", "DW", "TW", "QW")

SETTLEMENTS: Mapping[AdjustmentRule, Promise] = {
    adjustment.lose_own_racks: _(
        "Everyone loses the value of what is left on the rack, and who went out gains it."
    ),
    adjustment.gain_double: _(
        "Who went out gains twice the value of what is left on the other rack."
    ),
    adjustment.gain_other_racks: _(
        "Who went out adds the value of the other's tiles; when nobody did, everyone adds what the"
        " others still hold."
    ),
}


@dataclass(frozen=True, slots=True)
class Manual:
    """What can be said of a game. ``premiums`` are those on its board, in rising order."""

    variant: Variant
    layout: Layout
    tile_set: TileSet
    premiums: tuple[str, ...]
    settlement: Promise | str

    @property
    def owned_tiles(self) -> bool:
        return self.variant.scoring.owned_tiles

    @property
    def draws(self) -> bool:
        """Who begins is drawn; otherwise it is the first seat."""
        return self.variant.start is not None

    @property
    def judges_at_once(self) -> bool:
        """Some room of this game refuses bad words when they are played."""
        return any(rule.judges_at_once for rule in self.variant.challenge_rules)

    @property
    def challenges(self) -> bool:
        """Some room of this game lets plays be challenged."""
        return not all(rule.judges_at_once for rule in self.variant.challenge_rules)

    @property
    def meter(self) -> tuple[tuple[str, int], ...]:
        """The letters no blank may stand for, and how many tiles there are of each."""
        return tuple(
            (face, self.tile_set.counts[face]) for face in sorted(self.tile_set.never_blank)
        )

    @property
    def exchange_minimum(self) -> int:
        return self.variant.exchange_minimums[0]

    @property
    def passes(self) -> int:
        """Passes by each seat, in a row, that end the game; 0 where passing ends none."""
        return self.variant.end_rules.get("passes", 0)


def describe_game(variant: Variant) -> Manual:
    """The manual of a game, with its usual board and tiles."""
    layout = load_layout(variant.layouts[0])
    codes = {layout.premium_code(square) for square in layout.squares()}
    settlement = next(iter(variant.settlements.values()))
    return Manual(
        variant=variant,
        layout=layout,
        tile_set=load_tile_set(variant.tile_set),
        premiums=tuple(code for code in PREMIUMS if code in codes),
        settlement=SETTLEMENTS.get(settlement.adjust, ""),
    )
