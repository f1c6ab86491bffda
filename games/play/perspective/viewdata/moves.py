"""Views of moves: the lines of the move list, and the last move in a sentence."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MoveView:
    """One line of the move list."""

    number: int
    seat: int
    # Name of the seat, or of the team member who made the move.
    name: str
    # The act's name in lower case ("play", "pass" ...).
    kind: str
    position: str
    word: str
    text: str
    score: int
    # The seat's score after the move.
    total: int
    withdrawn: bool
    # Whether details can be opened: a play's scoring, or the best play of the viewer's turn.
    has_more: bool
    # Name of the seat if ``name`` is a member's.
    team: str = ""
    # How long the turn took.
    spent: str = ""
    # Remarks: made by a stored reply, clocks stopped meanwhile, or a very long turn.
    note: str = ""

    @property
    def note_in_full(self) -> str:
        """Return the remarks, always with the time the turn took."""
        notes = [self.note] if self.note else []
        return " · ".join(notes if self.spent in self.note else [*notes, self.spent])


@dataclass(frozen=True, slots=True)
class LastMoveView:
    """The last-move line: a sentence and the changes of scores."""

    kind: str
    text: str
    # Seat numbers with the change of their scores; unchanged seats are left out.
    deltas: tuple[tuple[int, int], ...]
