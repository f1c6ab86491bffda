"""What the record page shows of a record's analyses: asked for, under way, complete."""

from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext_lazy

from games.analysis.models import Analysis
from games.analysis.perspective.reports import (
    ReportView,
    WeighedView,
    look_at_report,
    look_at_turn,
)
from games.analysis.services.reports import find_report, find_turn, has_report
from games.engine.analysis.report import VERSION, Level

State = Analysis.State

NAMES = {Level.QUICK: gettext_lazy("Quick"), Level.THOROUGH: gettext_lazy("Thorough")}
TAKES = {
    Level.QUICK: gettext_lazy("The likeliest plays of every move, in a few seconds."),
    Level.THOROUGH: gettext_lazy(
        "Thousands of trials for every move and end games solved, in about a minute."
    ),
}


@dataclass(frozen=True, slots=True)
class LevelView:
    """One level. ``state``: "open" where nobody has asked. ``done`` of ``total`` acts are looked
    at, ``before`` it wait so many other analyses. ``mine``: asked for by whoever looks."""

    level: str
    name: str
    takes: str
    state: str
    done: int = 0
    total: int | None = None
    before: int = 0
    mine: bool = False

    @property
    def is_under_way(self) -> bool:
        return self.state == State.WAITING


@dataclass(frozen=True, slots=True)
class SectionView:
    record_id: UUID
    levels: tuple[LevelView, ...]
    report: ReportView | None = None
    names: tuple[str, ...] = ()

    @property
    def is_under_way(self) -> bool:
        return any(level.is_under_way for level in self.levels)


@dataclass(frozen=True, slots=True)
class StartView:
    """No act has led here."""

    number: int = 0


def look_at_progress(record_id: UUID, viewer: str) -> SectionView:
    """How far the analyses are; ``viewer`` is an id, or empty."""
    rows = {row.level: row for row in Analysis.objects.defer("report").filter(record_id=record_id)}
    return SectionView(
        record_id, tuple(_look_at(rows.get(level), level, viewer) for level in Level)
    )


def look_at_section(record_id: UUID, names: tuple[str, ...], viewer: str) -> SectionView:
    progress = look_at_progress(record_id, viewer)
    report = find_report(record_id)
    shown = None if report is None else look_at_report(report, names)
    return SectionView(record_id, progress.levels, shown, names)


def look_at_move(
    record_id: UUID, names: tuple[str, ...], number: int
) -> WeighedView | StartView | None:
    """What is told of one act, or of the position before the first; ``None`` where there is no
    report."""
    if not has_report(record_id):
        return None
    found = find_turn(record_id, number)
    return StartView() if found is None else look_at_turn(found.turn, found.variant, names)


def _look_at(row: Analysis | None, level: Level, viewer: str) -> LevelView:
    name, takes = str(NAMES[level]), str(TAKES[level])
    if row is None or (row.state == State.DONE and row.version != VERSION):
        return LevelView(level.value, name, takes, "open")
    waits = row.state == State.WAITING
    earlier = Analysis.objects.filter(state=State.WAITING, asked_at__lt=row.asked_at)
    return LevelView(
        level.value,
        name,
        takes,
        row.state,
        done=0 if row.state == State.DONE else row.parts.count(),
        total=row.turns,
        before=earlier.count() if waits and row.claimed_until is None else 0,
        mine=bool(viewer) and str(row.asker_id) == viewer,
    )
