"""What is seen of a game that is over, from the first position to the last.

A :class:`~games.records.services.sources.Source` says which game, ``opened`` puts its course beside
the lines that tell it, and the others show that: ``positions`` what is to be seen after each move,
``results`` the end, ``graphs`` the scores, ``pages`` the whole page, ``pictures`` a position by
itself, ``boards`` where to try others, ``data`` everything for programs.
"""

from games.records.perspective.boards import find_board
from games.records.perspective.data import tell_record
from games.records.perspective.opened import OpenedRecord, open_record
from games.records.perspective.pages import RecordView, look_at_page
from games.records.perspective.positions import PositionView, look_at_positions

__all__ = [
    "OpenedRecord",
    "PositionView",
    "RecordView",
    "find_board",
    "look_at_page",
    "look_at_positions",
    "open_record",
    "tell_record",
]
