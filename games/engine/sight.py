"""Which plays a person of some skill would notice.

Every play has a difficulty: rare words, many tiles, long words built on letters of the board, and
plays that form several words at once are hard to see. Whether a player sees a play is drawn once
for each play, and is as likely as not if the player's skill equals the play's difficulty. The
logistic model is Rasch's (Probabilistic Models for Some Intelligence and Attainment Tests, 1960);
the weights are judgements, checked by reading many plays of each level.
"""

from collections.abc import Iterable
from math import inf

import numpy as np

from games.engine.engine import Survey
from games.engine.kernels import arrays
from games.rules.flow.game import preview_score
from games.rules.plays.acts import Play
from lexicon.graph.jit import Array
from lexicon.lists.frequencies import WordFrequencies

EVERYDAY_ZIPF = 6.0
"""Words this common are as easy to see as words can be."""

DIFFICULTY_OF_RARITY = 1.6
"""For each Zipf point by which the rarest word of a play is less common than everyday words."""

DIFFICULTY_OF_TILE = 0.45
"""For each tile beyond two."""

DIFFICULTY_OF_WORD = 0.9
"""For each word that a play forms in addition to its main word."""

DIFFICULTY_OF_BOARD_TILE = 0.3
"""For each tile of the board beyond the first in the main word."""

DIFFICULTY_OF_COLUMN = 0.2
"""For a play that reads downwards."""

MAX_TRIED = 40
"""How many plays are looked at to find the easiest one."""


class Sight:
    """The plays of one position that a player of this skill sees.

    The same ``seed`` sees the same plays.
    """

    def __init__(
        self, survey: Survey, skill: float, frequencies: WordFrequencies, seed: int
    ) -> None:
        self._survey = survey
        self._frequencies = frequencies
        metas = survey.ranked.acts[:, 1]
        draws = np.random.default_rng(seed).logistic(size=len(metas))
        self._margins = skill - draws - _rate_shapes(metas)
        self._margins[arrays.unpack_kind(metas) >= arrays.EXCHANGE] = -inf

    def find_first(self, order: Iterable[int]) -> int | None:
        """Return the first play in this order that the player sees; ``None`` if there is none."""
        visible = self._margins >= 0
        for index in order:
            if visible[index] and self._get_margin(int(index)) >= 0:
                return int(index)
        return None

    def find_easiest(self) -> int | None:
        """Return a play that the player sees after a longer look; ``None`` if there is no play."""
        likely = np.argsort(-self._margins, kind="stable")[:MAX_TRIED]
        plays = [int(index) for index in likely if self._margins[index] > -inf]
        return max(plays, key=self._get_margin, default=None)

    def _get_margin(self, index: int) -> float:
        play = self._survey[index].act
        assert isinstance(play, Play)
        position = self._survey.position
        words = preview_score(position.state, position.seat, play, None).words
        zipf = min(self._frequencies.get(word.faces) for word in words)
        rarity = max(0.0, EVERYDAY_ZIPF - zipf)
        difficulty = DIFFICULTY_OF_RARITY * rarity + DIFFICULTY_OF_WORD * (len(words) - 1)
        return float(self._margins[index]) - difficulty


def _rate_shapes(metas: Array) -> Array:
    """Return the part of each play's difficulty that does not depend on its words."""
    placed = arrays.unpack_count(metas)
    crossed = ((metas >> arrays.LENGTH_SHIFT) & arrays.LENGTH_MASK) - placed
    return np.asarray(
        DIFFICULTY_OF_TILE * np.maximum(0, placed - 2)
        + DIFFICULTY_OF_BOARD_TILE * np.maximum(0, crossed - 1)
        + DIFFICULTY_OF_COLUMN * (arrays.unpack_kind(metas) == arrays.DOWN),
        float,
    )
