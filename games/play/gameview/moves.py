"""Views of moves: lines of the list, and the last one in a sentence."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MoveView:
    """One line of the move list. ``kind`` is the act's name in lower case ("play", "pass" ...)."""

    number: int
    seat: int
    name: str
    kind: str
    position: str
    word: str
    text: str
    score: int
    total: int
    withdrawn: bool
    has_more: bool
    """A play shows how it was scored, and one's own turns against the computer their best play."""
    team: str = ""
    """Of whoever made it, where ``name`` is not the seat's."""
    spent: str = ""
    """How long the turn took."""
    note: str = ""
    """That it was made by a stored reply, that its time stood, or that it took very long."""

    @property
    def note_in_full(self) -> str:
        """The same with how long it took, be it ever so short."""
        said = [self.note] if self.note else []
        return " · ".join(said if self.spent in self.note else [*said, self.spent])


@dataclass(frozen=True, slots=True)
class LastMoveView:
    """The last-move line: a sentence and the change of every seat's score."""

    kind: str
    text: str
    deltas: tuple[tuple[int, int], ...]
