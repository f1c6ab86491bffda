"""The result shown after an attempt: the answer, and how other players did."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count, Q
from django.urls import reverse

from games.players.models import Player
from games.puzzles.models import Puzzle, PuzzleAttempt, PuzzleKind
from games.puzzles.perspective.wording import build_share_text, format_points, get_measure_label
from games.puzzles.services.daily_puzzles import choose_daily_puzzles, get_puzzle_day
from games.puzzles.services.streaks import Streak, get_streak
from games.records.services.record_sources import find_source
from scrabble_site.shared.refusals import NotFound


@dataclass(frozen=True, slots=True)
class BestPlayView:
    """One of the best plays.

    The unit of ``value`` depends on the puzzle; ``good``: it is an answer.
    """

    place: int
    position: str
    word: str
    score: int
    value: str
    good: bool


@dataclass(frozen=True, slots=True)
class PuzzleResult:
    """The result of an attempt."""

    found: bool
    tries: int
    hints: int
    plays: tuple[BestPlayView, ...]
    # Heading of the plays' ``value``, or "" if it is just the score.
    measure: str
    # Number of players who have finished this puzzle, and of those who solved it.
    attempt_count: int
    solved_count: int
    percent: int
    streak: Streak
    # Text to share with others, which does not reveal the answer.
    shared: str
    record: str
    next: str


def build_puzzle_result(
    puzzle: Puzzle, attempt: PuzzleAttempt, day: date | None, now: datetime
) -> PuzzleResult:
    """Return the result of a finished attempt, next to everyone's."""
    found = attempt.status == PuzzleAttempt.Status.SOLVED
    tried, solved = count_attempts(puzzle)
    today = get_puzzle_day(now)
    return PuzzleResult(
        found=found,
        tries=attempt.tries,
        hints=attempt.hints,
        plays=tuple(
            _build_best_play_view(puzzle, place, one) for place, one in enumerate(puzzle.best, 1)
        ),
        measure=get_measure_label(puzzle.kind),
        attempt_count=tried,
        solved_count=solved,
        percent=round(100 * solved / max(tried, 1)),
        streak=get_streak(attempt.player, today),
        shared=build_share_text(puzzle, day, attempt.tries, attempt.hints, found=found),
        record=_get_record_url(puzzle, attempt.player),
        next=_get_next_url(puzzle, attempt, today),
    )


def count_attempts(puzzle: Puzzle) -> tuple[int, int]:
    """Return how many players have finished a puzzle, and how many of them solved it."""
    ended = ~Q(status=PuzzleAttempt.Status.OPEN)
    solved = Q(status=PuzzleAttempt.Status.SOLVED)
    counts = puzzle.attempts.aggregate(
        tried=Count("pk", filter=ended), found=Count("pk", filter=solved)
    )
    return counts["tried"], counts["found"]


def _get_record_url(puzzle: Puzzle, player: Player) -> str:
    """Return the URL of the game it was extracted from, or "" if the player may not see that."""
    if puzzle.record is None:
        return ""
    try:
        find_source(puzzle.record, player)
    except NotFound:
        return ""
    return reverse("games:record", args=[puzzle.record])


def _get_next_url(puzzle: Puzzle, attempt: PuzzleAttempt, today: date) -> str:
    """Return the URL of another puzzle of today, or of a practice puzzle of the same kind."""
    daily = [one.puzzle for one in choose_daily_puzzles(today)]
    done = set(
        PuzzleAttempt.objects.filter(player=attempt.player, puzzle__in=daily)
        .exclude(status=PuzzleAttempt.Status.OPEN)
        .values_list("puzzle_id", flat=True)
    )
    mine = sorted(daily, key=lambda one: (one.language != puzzle.language, one.variant))
    for one in mine:
        if one.pk not in done and one.language == puzzle.language:
            return one.get_absolute_url()
    return reverse("games:practise_puzzle", args=[puzzle.variant, puzzle.language, puzzle.kind])


def _build_best_play_view(puzzle: Puzzle, place: int, one: dict[str, object]) -> BestPlayView:
    words = one["words"]
    value, score = one["value"], one["score"]
    assert isinstance(words, list)
    assert isinstance(value, int | float)
    assert isinstance(score, int)
    good = [one["position"], one["tiles"]] in puzzle.answers
    text = f"{value:+.0f}" if puzzle.kind == PuzzleKind.ENDGAME else format_points(value)
    return BestPlayView(
        place, str(one["position"]), str(words[0]) if words else "", score, text, good
    )
