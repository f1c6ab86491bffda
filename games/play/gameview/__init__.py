"""What one pair of eyes may see of a room: plain data for templates.

Built by :mod:`games.play.perspective` (the one place that hides things) and turned into HTML by
:mod:`games.play.fragments`. Nothing here knows models, requests or secrets: a value that is in a
``RoomView`` may be shown to the viewer it was built for.
"""

from games.play.gameview.clock import ClockView
from games.play.gameview.moves import LastMoveView, MoveView
from games.play.gameview.picture import PictureView
from games.play.gameview.racks import RacksView
from games.play.gameview.room import (
    MOVES_AT_ONCE,
    BoardView,
    ChallengeView,
    DrawView,
    FinalScoreView,
    OutcomeView,
    Phase,
    RatingView,
    RoomView,
    SquareView,
    Terms,
    TileView,
    UnseenView,
    WordVerdict,
)
from games.play.gameview.seat import MemberView, PersonView, RackTileView, SeatView
from games.play.gameview.series import SeriesView
from games.play.gameview.steps import StepsView, StepView

__all__ = [
    "MOVES_AT_ONCE",
    "BoardView",
    "ChallengeView",
    "ClockView",
    "DrawView",
    "FinalScoreView",
    "LastMoveView",
    "MemberView",
    "MoveView",
    "OutcomeView",
    "PersonView",
    "Phase",
    "PictureView",
    "RackTileView",
    "RacksView",
    "RatingView",
    "RoomView",
    "SeatView",
    "SeriesView",
    "SquareView",
    "StepView",
    "StepsView",
    "Terms",
    "TileView",
    "UnseenView",
    "WordVerdict",
]
