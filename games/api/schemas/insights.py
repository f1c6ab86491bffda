"""What is made of games that are over: analyses and puzzles."""

from datetime import date
from uuid import UUID

from ninja import Schema

from games.api.schemas.rooms import BoardTileOut, UnseenTile
from games.engine.analysis.report import Report


class AnalysisOut(Schema):
    """What an engine makes of every act of a game. Asked for by a button on the game's page."""

    game: UUID
    url: str
    report: Report


class PuzzleOut(Schema):
    """A position and what is to be found in it, as the seat to move sees it. The answer stays."""

    id: UUID
    url: str
    day: date
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
