"""The page of puzzles: today's, those of earlier days, and what there is to practise."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID

from games.play.gameview import PictureView
from games.play.perspective.pictures import draw
from games.players.models import Player
from games.puzzles.models import Attempt, Daily, Kind, Puzzle
from games.puzzles.services.days import choose_all, day_of
from games.puzzles.services.practice import ladders_of
from games.puzzles.services.streaks import Streak, streak_of
from games.puzzles.services.trying import position_of
from games.puzzles.wording import LEVELS, TASKS, name_game

NO_STREAK = Streak(0, 0)
DAYS_SHOWN = 14


@dataclass(frozen=True, slots=True)
class Card:
    """A puzzle of a day. ``status``: that of one's own attempt, "" before one."""

    day: date
    url: str
    kind: str
    title: str
    task: str
    game: str
    level: str
    status: str
    picture: PictureView | None = None


@dataclass(frozen=True, slots=True)
class Shelf:
    """What there is to practise of one game and language: kinds by id and name."""

    variant: str
    language: str
    game: str
    kinds: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Today:
    """``cards``: those of one's own games and languages first. ``has_own`` tells that some are."""

    day: date
    cards: tuple[Card, ...]
    streak: Streak
    solved_today: bool
    shelves: tuple[Shelf, ...]


def look_at_today(player: Player | None, now: datetime) -> Today:
    """Today's puzzles with small boards."""
    day = day_of(now)
    own = ladders_of(player) if player else frozenset()
    daily = sorted(choose_all(day), key=lambda one: (one.variant, one.language) not in own)
    status = _statuses(player, [one.puzzle_id for one in daily])
    shelves = _shelves(own)
    return Today(
        day=day,
        cards=tuple(_card(one, status, drawn=True) for one in daily),
        streak=streak_of(player, day) if player else NO_STREAK,
        solved_today=Attempt.Status.SOLVED in status.values(),
        shelves=shelves,
    )


def look_at_days(player: Player | None, now: datetime, before: date | None) -> tuple[Card, ...]:
    """The puzzles of earlier days, two weeks at a time, the newest first."""
    last = min(before or day_of(now), day_of(now))
    days = Daily.objects.filter(day__lt=last).order_by("-day")
    newest = days.values_list("day", flat=True).first()
    if newest is None:
        return ()
    shown = days.filter(day__gt=newest - timedelta(days=DAYS_SHOWN)).select_related("puzzle")
    found = list(shown.order_by("-day", "variant", "language"))
    status = _statuses(player, [one.puzzle_id for one in found])
    return tuple(_card(one, status) for one in found)


def _card(daily: Daily, status: Mapping[UUID, str], *, drawn: bool = False) -> Card:
    puzzle = daily.puzzle
    kind = Kind(puzzle.kind)
    return Card(
        day=daily.day,
        url=puzzle.get_absolute_url(),
        kind=kind,
        title=str(kind.label),
        task=str(TASKS[kind]),
        game=name_game(puzzle.variant, puzzle.language),
        level=str(LEVELS[puzzle.level]),
        status=status.get(puzzle.pk, ""),
        picture=draw(position_of(puzzle), {}) if drawn else None,
    )


def _statuses(player: Player | None, puzzles: Iterable[UUID]) -> dict[UUID, str]:
    if player is None:
        return {}
    attempts = Attempt.objects.filter(player=player, puzzle__in=list(puzzles))
    return dict(attempts.values_list("puzzle_id", "status"))


def _shelves(own: frozenset[tuple[str, str]]) -> tuple[Shelf, ...]:
    rows = Puzzle.objects.order_by("variant", "language", "kind")
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for variant, language, kind in rows.values_list("variant", "language", "kind").distinct():
        found.setdefault((variant, language), []).append((kind, str(Kind(kind).label)))
    ordered = sorted(found, key=lambda pair: pair not in own)
    return tuple(Shelf(*pair, name_game(*pair), tuple(found[pair])) for pair in ordered)
