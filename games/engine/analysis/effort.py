"""How much each analysis level may compute.

The limits count rollouts and generated moves, never seconds, so that the result does not depend on
how fast or busy the machine is.
"""

from dataclasses import dataclass

from games.engine.analysis.report import AnalysisLevel


@dataclass(frozen=True, slots=True)
class AnalysisEffort:
    """The limits of one analysis level."""

    # Acts of a turn to roll out, including the one made. Must exceed ``REPORTED_ACTS``, or some
    # acts would be reported without rollouts.
    max_candidates: int
    # Rollouts of all these acts together.
    rollouts: int
    # Random racks to compare each draw with.
    draws: int
    # Move generations for an end game.
    generations: int
    # Rollouts of each act before one that has clearly fallen behind is dropped.
    drop_after: int = 32


EFFORTS = {
    AnalysisLevel.QUICK: AnalysisEffort(
        max_candidates=11, rollouts=352, draws=40, generations=8000, drop_after=16
    ),
    AnalysisLevel.THOROUGH: AnalysisEffort(
        max_candidates=15, rollouts=5000, draws=400, generations=60_000
    ),
}
REPORTED_ACTS = 10
"""Acts of a turn that are reported."""
