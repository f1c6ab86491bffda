"""What a closed turn brought each player."""

from dataclasses import dataclass
from typing import Any

from games.duplicate import store
from games.duplicate.models import DuplicateEntrant, DuplicateGame, DuplicateSubmission
from games.rules.duplicate.standings import TurnScore, score_turn


@dataclass(frozen=True, slots=True)
class TurnFigures:
    """How many submitted a play in a turn, and how many found a best play."""

    submitted: int
    finders: int


def record_scores(game: DuplicateGame, best_score: int) -> TurnFigures:
    """Add what the current turn brought to the totals of everyone who submitted a play."""
    submitted = game.submissions.filter(turn=game.turn, play__isnull=False)
    points = dict(submitted.values_list("entrant", "points"))
    scores = score_turn(points, best_score, store.read_options(game))
    counting = {pk: score for pk, score in scores.items() if score.total}
    entrants = list(DuplicateEntrant.objects.filter(game=game, pk__in=counting))
    for entrant in entrants:
        _add_score(entrant, game.turn, counting[entrant.pk])
    DuplicateEntrant.objects.bulk_create(
        entrants,
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=["points", "best_plays", "lone_best_plays", "scores"],
    )
    for pk, score in counting.items():
        if score.bonus:
            submission = DuplicateSubmission.objects.filter(entrant=pk, turn=game.turn)
            submission.update(bonus=score.bonus)
    return TurnFigures(len(points), sum(score.best for score in scores.values()))


def _add_score(entrant: DuplicateEntrant, turn: int, score: TurnScore) -> None:
    entrant.points += score.total
    entrant.best_plays += score.best
    entrant.lone_best_plays += score.alone
    stored: list[Any] = [score.points, score.bonus, int(score.best), int(score.alone)]
    entrant.scores = {**entrant.scores, str(turn): stored}
