"""Views of analyses: the section of a record's page, and the part about one move."""

from games.analysis.perspective.move_marks import MoveMark
from games.analysis.perspective.record_sections import (
    AnalysisSectionView,
    build_move_view,
    build_section,
    list_progress,
)

__all__ = ["AnalysisSectionView", "MoveMark", "build_move_view", "build_section", "list_progress"]
