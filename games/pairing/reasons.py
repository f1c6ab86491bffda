"""Why a round was paired as it was: codes with arguments, which pages put into words.

``REASONS`` lists every code with the names of its arguments. Arguments called ``player``,
``opponent`` or ``leader`` are ids, points are half points, and places count from 1.
"""

from __future__ import annotations

from dataclasses import dataclass

REASONS: dict[str, tuple[str, ...]] = {
    # About a table: how it came about.
    "round_robin.scheduled": ("round", "rounds"),
    "schedule.changed_field": (),
    "fontes.group": ("group",),
    "swiss.same_points": ("half_points",),
    "swiss.different_points": ("half_points", "other_half_points"),
    "king_of_the_hill.places": ("place", "other_place"),
    "factor.places": ("place", "other_place"),
    "australian.nearest": ("place", "other_place"),
    "knockout.game": ("remaining", "game", "best_of"),
    "knockout.replay": ("remaining", "game", "best_of"),
    "knockout.out": (),
    "arena.nearest": ("player", "place", "other_place"),
    "manual.chosen": (),
    "table.places": ("place", "last_place"),
    # About a table: what could not be avoided.
    "leader.nothing_to_win": ("leader", "opponent"),
    "leader.contender": ("leader", "opponent"),
    "repeat": ("meetings",),
    "team_mates": (),
    # Who starts.
    "start.fewer": ("player", "starts", "other_starts"),
    "start.share": ("player",),
    "start.last_meeting": ("player",),
    "start.scheduled": ("player",),
    "start.lot": ("player",),
    "start.chosen": ("player",),
    # Who has a bye.
    "bye.lowest": ("player", "place", "byes"),
    "bye.scheduled": ("player",),
    "bye.knockout": ("player",),
    "bye.chosen": ("player",),
    # Who does not play.
    "rest.knockout_out": ("player",),
    "rest.knockout_waiting": ("player",),
    "rest.arena": ("player",),
    # What "automatic" stands for in this round.
    "automatic.round_robin": ("division",),
    "automatic.fontes": ("division",),
    "automatic.swiss": ("division",),
    "automatic.king_of_the_hill": ("division",),
}


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason: a code of ``REASONS`` with its arguments in the order listed there."""

    code: str
    values: tuple[int | str, ...] = ()

    @property
    def arguments(self) -> dict[str, int | str]:
        """Return the arguments by name.

        >>> Reason("repeat", (2,)).arguments
        {'meetings': 2}
        """
        return dict(zip(REASONS[self.code], self.values, strict=True))
