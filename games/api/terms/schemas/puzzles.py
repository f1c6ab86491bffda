"""Puzzles: positions in which the best play is to be found."""

from datetime import date
from uuid import UUID

from ninja import Schema

from games.api.terms.schemas.rooms import BoardTileOut, UnseenTile


class PuzzlePosition(Schema):
    """A position as the seat to move sees it. `kind` says what to find."""

    id: UUID
    url: str
    kind: str
    level: int
    variant: str
    language: str
    tile_set: str
    layout: str
    dictionary: str
    revision: int
    seat: int
    rack: str
    scores: list[int]
    board: list[BoardTileOut]
    unseen: list[UnseenTile]


class PuzzleOut(PuzzlePosition):
    """The puzzle of a day, without its answer."""

    day: date


class AnswerOut(Schema):
    """A play in GCG notation."""

    position: str
    tiles: str


class CandidateOut(AnswerOut):
    """One of the best plays. The unit of `value` depends on the puzzle's kind."""

    words: list[str]
    score: int
    value: float


class SolvedPuzzle(PuzzlePosition):
    """A puzzle with its answers: all plays as good as the best one, which has the value `worth`."""

    worth: float
    answers: list[AnswerOut]
    best: list[CandidateOut]


class SolvedPage(Schema):
    items: list[SolvedPuzzle]
    next: str | None
