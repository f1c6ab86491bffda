"""What is seen of analyses: on the page of a record, and of each of its acts."""

from games.analysis.perspective.sections import (
    SectionView,
    look_at_move,
    look_at_progress,
    look_at_section,
)

__all__ = ["SectionView", "look_at_move", "look_at_progress", "look_at_section"]
