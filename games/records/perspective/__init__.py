"""A finished game from the first position to the last.

A :class:`~games.records.services.record_sources.RecordSource` says which game it is, and
``opened_records`` replays it. The other modules show it: ``record_positions`` the position after
each move, ``record_outcomes`` the end, ``score_graphs`` the scores, ``record_pages`` the whole
page, ``position_pictures`` one position as an image, ``analysis_board_links`` the way to the
analysis board, and ``record_data`` everything as JSON.
"""

from games.records.perspective.analysis_board_links import build_analysis_board_url
from games.records.perspective.opened_records import OpenedRecord, open_record
from games.records.perspective.record_data import serialize_record
from games.records.perspective.record_pages import RecordView, build_record_page
from games.records.perspective.record_positions import RecordPositionView, list_positions

__all__ = [
    "OpenedRecord",
    "RecordPositionView",
    "RecordView",
    "build_analysis_board_url",
    "build_record_page",
    "list_positions",
    "open_record",
    "serialize_record",
]
