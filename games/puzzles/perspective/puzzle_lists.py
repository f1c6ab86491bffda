"""The puzzle pages: today's puzzles, those of earlier days, and practice."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID

from games.play.perspective.board_thumbnails import draw_thumbnail
from games.play.perspective.viewdata import ThumbnailView
from games.players.models import Player
from games.puzzles.models import DailyPuzzle, Puzzle, PuzzleAttempt, PuzzleKind
from games.puzzles.perspective.wording import LEVEL_NAMES, TASK_TEXTS, describe_variant_and_language
from games.puzzles.services.daily_puzzles import choose_daily_puzzles, get_puzzle_day
from games.puzzles.services.practice import list_played_variants
from games.puzzles.services.puzzle_attempts import get_start_position
from games.puzzles.services.streaks import NO_STREAK, Streak, get_streak

DAYS_SHOWN = 14


@dataclass(frozen=True, slots=True)
class PuzzleCard:
    """The puzzle of a day. ``status`` is that of the player's attempt, or "" without one."""

    day: date
    url: str
    kind: str
    title: str
    task: str
    game: str
    level: str
    status: str
    picture: ThumbnailView | None = None


@dataclass(frozen=True, slots=True)
class PracticeGroup:
    """The practice puzzles of one variant and language. ``kinds`` are pairs of id and name."""

    variant: str
    language: str
    game: str
    kinds: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class TodaysPuzzles:
    """The page of today's puzzles.

    ``cards`` start with the variants and languages that the player plays.
    """

    day: date
    cards: tuple[PuzzleCard, ...]
    streak: Streak
    solved_today: bool
    practice_groups: tuple[PracticeGroup, ...]


def build_todays_puzzles(player: Player | None, now: datetime) -> TodaysPuzzles:
    """Return today's puzzles with thumbnails of their boards."""
    day = get_puzzle_day(now)
    own = list_played_variants(player) if player else frozenset()
    daily = sorted(
        choose_daily_puzzles(day), key=lambda one: (one.variant, one.language) not in own
    )
    status = _load_statuses(player, [daily_puzzle.puzzle_id for daily_puzzle in daily])
    practice_groups = _build_practice_groups(own)
    return TodaysPuzzles(
        day=day,
        cards=tuple(_build_card(daily_puzzle, status, drawn=True) for daily_puzzle in daily),
        streak=get_streak(player, day) if player else NO_STREAK,
        solved_today=PuzzleAttempt.Status.SOLVED in status.values(),
        practice_groups=practice_groups,
    )


def build_earlier_days(
    player: Player | None, now: datetime, before: date | None
) -> tuple[PuzzleCard, ...]:
    """Return the puzzles of earlier days, or of those before ``before``: two weeks, the newest
    first.
    """
    last = min(before or get_puzzle_day(now), get_puzzle_day(now))
    days = DailyPuzzle.objects.filter(day__lt=last).order_by("-day")
    newest = days.values_list("day", flat=True).first()
    if newest is None:
        return ()
    recent = days.filter(day__gt=newest - timedelta(days=DAYS_SHOWN)).select_related("puzzle")
    found = list(recent.order_by("-day", "variant", "language"))
    status = _load_statuses(player, [daily_puzzle.puzzle_id for daily_puzzle in found])
    return tuple(_build_card(daily_puzzle, status) for daily_puzzle in found)


def _build_card(
    daily: DailyPuzzle, status: Mapping[UUID, str], *, drawn: bool = False
) -> PuzzleCard:
    puzzle = daily.puzzle
    kind = PuzzleKind(puzzle.kind)
    return PuzzleCard(
        day=daily.day,
        url=puzzle.get_absolute_url(),
        kind=kind,
        title=str(kind.label),
        task=str(TASK_TEXTS[kind]),
        game=describe_variant_and_language(puzzle.variant, puzzle.language),
        level=str(LEVEL_NAMES[puzzle.level]),
        status=status.get(puzzle.pk, ""),
        picture=draw_thumbnail(get_start_position(puzzle), {}) if drawn else None,
    )


def _load_statuses(player: Player | None, puzzles: Iterable[UUID]) -> dict[UUID, str]:
    if player is None:
        return {}
    attempts = PuzzleAttempt.objects.filter(player=player, puzzle__in=list(puzzles))
    return dict(attempts.values_list("puzzle_id", "status"))


def _build_practice_groups(own: frozenset[tuple[str, str]]) -> tuple[PracticeGroup, ...]:
    rows = Puzzle.objects.order_by("variant", "language", "kind")
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for variant, language, kind in rows.values_list("variant", "language", "kind").distinct():
        found.setdefault((variant, language), []).append((kind, str(PuzzleKind(kind).label)))
    ordered = sorted(found, key=lambda pair: pair not in own)
    return tuple(
        PracticeGroup(*pair, describe_variant_and_language(*pair), tuple(found[pair]))
        for pair in ordered
    )
