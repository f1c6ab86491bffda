"""Game records in GCG format: read, replay, write.

``records`` defines the data of a record. ``reader`` (with ``decoding``) and ``writer`` convert text
to it and back. ``replay`` plays it through the rules with the settings that ``game_settings``
detects, and reports mistakes with the help of ``bonus_scores`` and ``checks``. ``history`` makes a
game history from a replay. ``game_recorder`` makes a record of a game played here, with ``pragmas``
for what GCG has no line for.
"""

from games.rules.gcg.game_recorder import record_game
from games.rules.gcg.history import build_history
from games.rules.gcg.reader import read_record
from games.rules.gcg.records import EntryKind, GcgRecord, RecordEntry, RecordPlayer
from games.rules.gcg.replay import Replay, replay_record
from games.rules.gcg.replayed_entries import RecordMistake, ReplayedEntry
from games.rules.gcg.writer import write_record

__all__ = [
    "EntryKind",
    "GcgRecord",
    "RecordEntry",
    "RecordMistake",
    "RecordPlayer",
    "Replay",
    "ReplayedEntry",
    "build_history",
    "read_record",
    "record_game",
    "replay_record",
    "write_record",
]
