"""Analyses of finished games, and the best plays in their positions."""

from uuid import UUID

from ninja import Schema

from games.api.terms.schemas.common import RequestBody
from games.engine.analysis.report import AnalysisLevel, GameReport


class AnalysisOut(Schema):
    """An engine's report on every move of a game."""

    game: UUID
    url: str
    report: GameReport


class AnalysisRequest(RequestBody):
    level: AnalysisLevel = AnalysisLevel.QUICK


class AnalysisState(Schema):
    """The progress of one analysis.

    `state` is `open` (not requested), `waiting`, `cancelled`, `failed` or `done`. `turns` of
    `total` have been analysed; `before` is the number of requests ahead in the queue.
    """

    level: AnalysisLevel
    state: str
    turns: int
    total: int | None
    before: int


class RankedPlay(Schema):
    """One candidate move.

    `act` is `play`, `exchange` or `pass`, with `position` and `tiles` in notation. `equity` is in
    points, `win` a probability from 0 to 1.
    """

    act: str
    position: str | None = None
    tiles: str | None = None
    score: int
    equity: float
    win: float


class PlaysOut(Schema):
    """The best plays in a position, best first."""

    game: UUID
    turn: int
    seat: int
    rack: str
    dictionary: str
    revision: int
    plays: list[RankedPlay]
