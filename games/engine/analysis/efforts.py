"""How much each level may cost."""

from dataclasses import dataclass

from games.engine.analysis.report import Level


@dataclass(frozen=True, slots=True)
class Effort:
    """``tried``: acts of a turn that are rolled out, the one made among them, and ``rollouts`` for
    all of them together; more than ``TOLD``, or some would be told untried. ``draws``: racks that
    might have been drawn as well. ``seconds``: of processor for rollouts and end games of a whole
    game."""

    tried: int
    rollouts: int
    draws: int
    seconds: float


EFFORTS = {
    Level.QUICK: Effort(tried=11, rollouts=352, draws=10, seconds=2.0),
    Level.THOROUGH: Effort(tried=15, rollouts=5000, draws=100, seconds=45.0),
}
TOLD = 10
"""Acts of a turn that are told."""
