"""End games of two seats: the act made compared with the best one, both searched equally deep."""

from games.engine import endgames
from games.engine.analysis.act_packing import pack_act
from games.engine.endgames import EndgameComparison, PackedAct
from games.engine.engine import Survey
from games.engine.kernels.leaves import LeaveModel
from games.rules.flow.game import preview_score
from games.rules.plays.acts import Play

ERRORS = ((11, (20.0, 8.0, 3.0)), (8, (10.0, 4.0, 2.0)), (0, (2.0, 2.0, 2.0)))
"""The error in points of a loss in an end game that was not searched to its end.

Each row gives the least number of tiles on both racks together, and the errors after a search of
one, two, and three or more plies.
``manage.py measure_endings --games 97`` found 95 of 100 losses within 19, 6 and 0; 9, 4 and 0; 1
and 0. A value that is not proved is never called certain, so the error is at least 2.
"""


def error_at(tiles: int, depth: int) -> float:
    """Return the error in points that holds in 95 of 100 cases.

    ``tiles`` is the number of tiles on both racks, ``depth`` the number of plies searched, at least
    1.

    >>> error_at(14, 1), error_at(9, 2), error_at(5, 6)
    (20.0, 4.0, 2.0)
    """
    by_depth = next(errors for least, errors in ERRORS if tiles >= least)
    return by_depth[min(max(depth, 1), len(by_depth)) - 1]


def compare_endgame_acts(
    survey: Survey, model: LeaveModel, indices: list[int], strange: Play | None, generations: int
) -> tuple[EndgameComparison, list[PackedAct]]:
    """Compare the best act with others. Return the comparison and the others, packed, in order.

    The others are the acts of the survey at ``indices`` and, last, the play ``strange``, which the
    word list does not allow.
    """
    position = survey.position
    acts = [_packed(survey, index) for index in indices]
    if strange is not None:
        packed, meta = pack_act(position, strange)
        acts.append(
            (packed, meta | preview_score(position.state, position.seat, strange, None).total)
        )
    game = endgames.make_endgame_search(position, model)
    return game.compare(survey.ranked.acts[0], acts, generations), acts


def _packed(survey: Survey, index: int) -> PackedAct:
    packed, meta = survey.ranked.acts[index]
    return int(packed), int(meta)
