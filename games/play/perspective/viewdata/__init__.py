"""What one viewer may see of a room, as plain data for templates.

:mod:`games.play.perspective` builds these views and hides what the viewer must not see;
:mod:`games.play.live.fragments` renders them to HTML. They contain no models, requests or secrets:
every value in a ``RoomView`` may be shown to the viewer it was built for.
"""

from games.play.perspective.viewdata.absence import AbsenceChoiceView, AbsenceView
from games.play.perspective.viewdata.challenges import (
    ChallengeTermsView,
    ChallengeView,
    WordVerdictView,
    WordVotesView,
)
from games.play.perspective.viewdata.clock import ClockView
from games.play.perspective.viewdata.moves import LastMoveView, MoveView
from games.play.perspective.viewdata.rack_visibility import RackVisibilityView
from games.play.perspective.viewdata.room import (
    MOVES_PER_BUNDLE,
    BoardView,
    DrawView,
    FinalScoreView,
    OutcomeView,
    RatingView,
    RoomPhase,
    RoomView,
    SquareView,
    TileView,
    UnseenView,
    VariantTerms,
)
from games.play.perspective.viewdata.seat import MemberView, PersonView, RackTileView, SeatView
from games.play.perspective.viewdata.series import SeriesView
from games.play.perspective.viewdata.steps import MoveStepsView, MoveStepView, ReplyPositionView
from games.play.perspective.viewdata.thumbnail import ThumbnailView

__all__ = [
    "MOVES_PER_BUNDLE",
    "AbsenceChoiceView",
    "AbsenceView",
    "BoardView",
    "ChallengeTermsView",
    "ChallengeView",
    "ClockView",
    "DrawView",
    "FinalScoreView",
    "LastMoveView",
    "MemberView",
    "MoveStepView",
    "MoveStepsView",
    "MoveView",
    "OutcomeView",
    "PersonView",
    "RackTileView",
    "RackVisibilityView",
    "RatingView",
    "ReplyPositionView",
    "RoomPhase",
    "RoomView",
    "SeatView",
    "SeriesView",
    "SquareView",
    "ThumbnailView",
    "TileView",
    "UnseenView",
    "VariantTerms",
    "WordVerdictView",
    "WordVotesView",
]
