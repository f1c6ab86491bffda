"""The help page of a game, derived from its entry in ``VARIANTS`` and its equipment.

The text is in ``templates/games/play/pieces/game_help.html``. A new game gets its help page from
the same template.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules.equipment.layouts import Layout, load_layout
from games.rules.equipment.tiles import TileSet, load_tile_set
from games.rules.positions import final_scoring
from games.rules.positions.final_scoring import AdjustmentRule
from games.rules.positions.variants import Variant

PREMIUMS = ("DL", "TL", "QL", "DW", "TW", "QW")

ADJUSTMENT_TEXTS: Mapping[AdjustmentRule, Promise] = {
    final_scoring.deduct_own_racks: _(
        "Leftover tiles are subtracted from your score and added to the player who went out."
    ),
    final_scoring.gain_double_other_rack: _(
        "The player who went out gains double the value of the opponent's leftover tiles."
    ),
    final_scoring.gain_other_racks: _(
        "The player who went out adds the value of the opponent's tiles. If no one "
        "went out, everyone adds the value of what the others still hold."
    ),
}


@dataclass(frozen=True, slots=True)
class GameHelp:
    """The facts that the help page of a game explains."""

    variant: Variant
    layout: Layout
    tile_set: TileSet
    # Kinds of premium squares on the board, in the order of ``PREMIUMS``.
    premiums: tuple[str, ...]
    # What happens to tiles left on racks at the end.
    settlement: Promise | str

    @property
    def owned_tiles(self) -> bool:
        return self.variant.scoring.owned_tiles

    @property
    def draws(self) -> bool:
        """Return whether players draw for the first turn. Otherwise the first seat begins."""
        return self.variant.start is not None

    @property
    def judges_at_once(self) -> bool:
        """Return whether rooms of this game can refuse invalid words as they are played."""
        return any(rule.judges_at_once for rule in self.variant.challenge_rules)

    @property
    def challenges(self) -> bool:
        """Return whether rooms of this game can let players challenge plays."""
        return any(rule.has_challenges for rule in self.variant.challenge_rules)

    @property
    def votes(self) -> bool:
        """Return whether rooms of this game can let players vote on words."""
        return any(rule.votes for rule in self.variant.challenge_rules)

    @property
    def meter(self) -> tuple[tuple[str, int], ...]:
        """Return the letters that no blank may represent, and how many tiles each has."""
        return tuple(
            (face, self.tile_set.counts[face]) for face in sorted(self.tile_set.never_blank)
        )

    @property
    def exchange_minimum(self) -> int:
        return self.variant.exchange_minimums[0]

    @property
    def passes(self) -> int:
        """Return how many passes in a row by every seat end the game; 0 if passes never do."""
        return self.variant.end_rules.get("passes", 0)


def build_game_help(variant: Variant) -> GameHelp:
    """Return the help of a game with its usual board and tiles."""
    layout = load_layout(variant.layouts[0])
    codes = {layout.premium_code(square) for square in layout.squares()}
    settlement = next(iter(variant.final_scorings.values()))
    return GameHelp(
        variant=variant,
        layout=layout,
        tile_set=load_tile_set(variant.tile_set),
        premiums=tuple(code for code in PREMIUMS if code in codes),
        settlement=ADJUSTMENT_TEXTS.get(settlement.adjust, ""),
    )
