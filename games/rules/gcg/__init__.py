"""Game records in GCG: read, replay, write.

``records`` is what a record holds, ``reader`` (on ``decoding``) and ``writer`` turn text into it
and back, ``replay`` plays it through the rules with the tiles that ``choosing`` finds and doubts
what ``figures`` knows better. ``course`` makes the course of a game of a replay, ``recording`` a
record of a game played here, with ``pragmas`` for what GCG has no line for.
"""

from games.rules.gcg.course import make_course
from games.rules.gcg.reader import read_record
from games.rules.gcg.recording import record_game
from games.rules.gcg.records import Entry, EntryKind, Player, Record
from games.rules.gcg.replay import Replay, ReplayedEntry, Slip, replay_record
from games.rules.gcg.writer import write_record

__all__ = [
    "Entry",
    "EntryKind",
    "Player",
    "Record",
    "Replay",
    "ReplayedEntry",
    "Slip",
    "make_course",
    "read_record",
    "record_game",
    "replay_record",
    "write_record",
]
