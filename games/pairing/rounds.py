"""A round as it has been paired: tables, byes, and who does not play."""

from __future__ import annotations

from dataclasses import dataclass

from games.pairing.event import PlayedTable
from games.pairing.reasons import Reason


@dataclass(frozen=True, slots=True)
class PairedTable:
    """A table of the round to be played."""

    # From 1 for the table with the best-placed player.
    number: int
    # In the order of their turns: the first one starts.
    players: tuple[int, ...]
    division: str
    reasons: tuple[Reason, ...]

    @property
    def unplayed(self) -> PlayedTable:
        """The table as an entry of the history whose result is missing."""
        return PlayedTable(self.players)


@dataclass(frozen=True, slots=True)
class PairedRound:
    """What pairing returns. Every player of the round is at one table, has a bye, or rests."""

    number: int
    tables: tuple[PairedTable, ...]
    byes: tuple[int, ...]
    # Players who are out of a knock-out, or who wait for an opponent.
    resting: tuple[int, ...]
    # About byes, rests and the round as a whole.
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class TableDraft:
    """A table before it is settled who starts."""

    players: tuple[int, ...]
    reasons: tuple[Reason, ...]
    # The first player starts if both have started equally often.
    is_scheduled: bool = False
    # The first player starts in any case.
    is_pinned: bool = False


@dataclass(frozen=True, slots=True)
class RoundDraft:
    """What a method makes of one division."""

    tables: tuple[TableDraft, ...] = ()
    byes: tuple[int, ...] = ()
    resting: tuple[int, ...] = ()
    reasons: tuple[Reason, ...] = ()
