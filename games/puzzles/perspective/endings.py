"""What is told of a puzzle to whoever is done with it: the answer, and how others fared."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count, Q
from django.urls import reverse

from games.common.refusals import Missing
from games.players.models import Player
from games.puzzles.models import Attempt, Kind, Puzzle
from games.puzzles.services.days import choose_all, day_of
from games.puzzles.services.streaks import Streak, streak_of
from games.puzzles.wording import number, say_measure, say_shared
from games.records.services.sources import find_source


@dataclass(frozen=True, slots=True)
class Best:
    """One of the best plays. ``value`` is in the puzzle's measure; ``good``: it was to be found."""

    place: int
    position: str
    word: str
    score: int
    value: str
    good: bool


@dataclass(frozen=True, slots=True)
class Result:
    """``tried`` and ``found``: how many players are done with it, and how many of them found it.
    ``measure``: what ``value`` of the plays is called, "" where the score says it all."""

    found: bool
    tries: int
    hints: int
    plays: tuple[Best, ...]
    measure: str
    all_tried: int
    all_found: int
    percent: int
    streak: Streak
    shared: str
    record: str
    next: str


def look_at_result(puzzle: Puzzle, attempt: Attempt, day: date | None, now: datetime) -> Result:
    """What one's own attempt came to, beside everybody's."""
    found = attempt.status == Attempt.Status.SOLVED
    tried, solved = count_attempts(puzzle)
    today = day_of(now)
    return Result(
        found=found,
        tries=attempt.tries,
        hints=attempt.hints,
        plays=tuple(_tell(puzzle, place, one) for place, one in enumerate(puzzle.best, 1)),
        measure=say_measure(puzzle.kind),
        all_tried=tried,
        all_found=solved,
        percent=round(100 * solved / max(tried, 1)),
        streak=streak_of(attempt.player, today),
        shared=say_shared(puzzle, day, attempt.tries, attempt.hints, found=found),
        record=_record_address(puzzle, attempt.player),
        next=_next_address(puzzle, attempt, today),
    )


def count_attempts(puzzle: Puzzle) -> tuple[int, int]:
    """How many players are done with a puzzle, and how many found the answer."""
    ended = ~Q(status=Attempt.Status.OPEN)
    solved = Q(status=Attempt.Status.SOLVED)
    counts = puzzle.attempts.aggregate(
        tried=Count("pk", filter=ended), found=Count("pk", filter=solved)
    )
    return counts["tried"], counts["found"]


def _record_address(puzzle: Puzzle, player: Player) -> str:
    """Of the game it was cut from, where that can be looked at."""
    if puzzle.record is None:
        return ""
    try:
        find_source(puzzle.record, player)
    except Missing:
        return ""
    return reverse("games:record", args=[puzzle.record])


def _next_address(puzzle: Puzzle, attempt: Attempt, today: date) -> str:
    """The next of today's, else one more of the same kind."""
    daily = [one.puzzle for one in choose_all(today)]
    done = set(
        Attempt.objects.filter(player=attempt.player, puzzle__in=daily)
        .exclude(status=Attempt.Status.OPEN)
        .values_list("puzzle_id", flat=True)
    )
    mine = sorted(daily, key=lambda one: (one.language != puzzle.language, one.variant))
    for one in mine:
        if one.pk not in done and one.language == puzzle.language:
            return one.get_absolute_url()
    return reverse("games:practise_puzzle", args=[puzzle.variant, puzzle.language, puzzle.kind])


def _tell(puzzle: Puzzle, place: int, one: dict[str, object]) -> Best:
    words = one["words"]
    value, score = one["value"], one["score"]
    assert isinstance(words, list)
    assert isinstance(value, int | float)
    assert isinstance(score, int)
    good = [one["position"], one["tiles"]] in puzzle.answers
    told = f"{value:+.0f}" if puzzle.kind == Kind.ENDGAME else number(value)
    return Best(place, str(one["position"]), str(words[0]) if words else "", score, told, good)
