"""How much each level may cost."""

from dataclasses import dataclass

from games.engine.analysis.report import Level


@dataclass(frozen=True, slots=True)
class Effort:
    """``tried``: acts of a turn that are rolled out, the one made among them, and ``rollouts`` for
    all of them together. ``draws``: racks that might have been drawn as well. ``seconds``: of
    processor for rollouts and end games of a whole game."""

    tried: int
    rollouts: int
    draws: int
    seconds: float


EFFORTS = {
    Level.QUICK: Effort(tried=6, rollouts=96, draws=10, seconds=1.2),
    Level.THOROUGH: Effort(tried=15, rollouts=5000, draws=100, seconds=45.0),
}
TOLD = 10
"""Acts of a turn that are told."""
