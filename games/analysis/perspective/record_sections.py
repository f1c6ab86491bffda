"""The analysis section of a record's page: requested, in progress or complete."""

from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext_lazy

from games.analysis.models import Analysis
from games.analysis.perspective.move_marks import MoveMark
from games.analysis.perspective.report_views import (
    AnalysisReportView,
    TurnReportView,
    build_report_view,
    build_turn_view,
)
from games.analysis.services.fairness import list_games_that_close
from games.analysis.services.reports import find_report, find_turn, has_report
from games.engine.analysis.report import VERSION, AnalysisLevel
from games.players.models import Player
from lexicon.terms.running_games import RunningGameLink

AnalysisState = Analysis.State

LEVEL_NAMES = {
    AnalysisLevel.QUICK: gettext_lazy("Quick"),
    AnalysisLevel.THOROUGH: gettext_lazy("Thorough"),
}
LEVEL_ACTIONS = {
    AnalysisLevel.QUICK: gettext_lazy("Analyse this game"),
    AnalysisLevel.THOROUGH: gettext_lazy("Thorough analysis"),
}
LEVEL_DURATIONS = {
    AnalysisLevel.QUICK: gettext_lazy(
        "Checks the most promising plays for every move. Takes a few seconds."
    ),
    AnalysisLevel.THOROUGH: gettext_lazy(
        "Simulates every move thousands of times and solves endgames. Takes about a minute."
    ),
}


@dataclass(frozen=True, slots=True)
class AnalysisLevelView:
    """One level of analysis of a record."""

    level: str
    name: str
    # The words of the button that requests it.
    action: str
    duration_text: str
    # A state of ``Analysis``, or "open" if it has not been requested.
    state: str
    # Analysed moves, out of ``total``.
    done: int = 0
    total: int | None = None
    # Number of analyses ahead in the queue.
    before: int = 0
    # Requested by the viewer.
    mine: bool = False

    @property
    def is_under_way(self) -> bool:
        return self.state == AnalysisState.WAITING


@dataclass(frozen=True, slots=True)
class AnalysisSectionView:
    """The analysis section of a record's page."""

    record_id: UUID
    levels: tuple[AnalysisLevelView, ...]
    report: AnalysisReportView | None = None
    names: tuple[str, ...] = ()
    # Running games of the viewer, because of which the analyses are hidden.
    running: tuple[RunningGameLink, ...] = ()

    @property
    def is_under_way(self) -> bool:
        return any(level.is_under_way for level in self.levels)

    @property
    def offered(self) -> list[AnalysisLevelView]:
        """The levels to request or to follow: first the quick one alone, then the thorough one."""
        done = {level.level for level in self.levels if level.state == AnalysisState.DONE}
        if AnalysisLevel.THOROUGH in done:
            return []
        return [
            level
            for level in self.levels
            if level.level not in done
            and (level.level == AnalysisLevel.QUICK or level.state != "open" or done)
        ]

    def find_mark(self, number: int) -> MoveMark | None:
        """Return the mark of the move with this number."""
        turns = self.report.turns if self.report else ()
        return next((line.mark for line in turns if line.number == number), None)


@dataclass(frozen=True, slots=True)
class StartPositionView:
    """Shown for the start position, which no move led to."""

    number: int = 0


def list_progress(record_id: UUID, viewer: str) -> AnalysisSectionView:
    """Return the progress of the analyses of a record. ``viewer`` is a player's id, or empty."""
    rows = {row.level: row for row in Analysis.objects.defer("report").filter(record_id=record_id)}
    return AnalysisSectionView(
        record_id,
        tuple(_build_level_view(rows.get(level), level, viewer) for level in AnalysisLevel),
    )


def build_section(
    record_id: UUID, names: tuple[str, ...], viewer: str, player: Player | None
) -> AnalysisSectionView:
    """Return the section for a record, or only the reason if the analyses are closed to the
    player.
    """
    if games := list_games_that_close(record_id, player):
        return AnalysisSectionView(record_id, (), names=names, running=tuple(games))
    progress = list_progress(record_id, viewer)
    report = find_report(record_id)
    view = None if report is None else build_report_view(report, names)
    return AnalysisSectionView(record_id, progress.levels, view, names)


def build_move_view(
    record_id: UUID, names: tuple[str, ...], number: int, player: Player | None
) -> TurnReportView | StartPositionView | None:
    """Return what the report says about one move, or about the start position.

    Returns ``None`` if there is no report or it is closed to the player.
    """
    if not has_report(record_id) or list_games_that_close(record_id, player):
        return None
    found = find_turn(record_id, number)
    return StartPositionView() if found is None else build_turn_view(found, names)


def _build_level_view(row: Analysis | None, level: AnalysisLevel, viewer: str) -> AnalysisLevelView:
    name, action = str(LEVEL_NAMES[level]), str(LEVEL_ACTIONS[level])
    takes = str(LEVEL_DURATIONS[level])
    if row is None or (row.state == AnalysisState.DONE and row.version != VERSION):
        return AnalysisLevelView(level.value, name, action, takes, "open")
    waits = row.state == AnalysisState.WAITING
    earlier = Analysis.objects.filter(state=AnalysisState.WAITING, asked_at__lt=row.asked_at)
    return AnalysisLevelView(
        level.value,
        name,
        action,
        takes,
        row.state,
        done=0 if row.state == AnalysisState.DONE else row.parts.count(),
        total=row.turns,
        before=earlier.count() if waits and row.claimed_until is None else 0,
        mine=bool(viewer) and str(row.asker_id) == viewer,
    )
