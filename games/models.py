"""All tables of the app, for Django, which looks for them here. The domains import their own.

Each domain keeps its tables in its own ``models``; the app's label stays "games", so tables and
migrations do not move with the code.
"""

from games.accounts.models import UsedDeviceLink
from games.analysis.models import AnalysedTurn, Analysis
from games.api.models import ApiToken
from games.broadcasts.models import AnnotatedGame, Scorekeeper
from games.chat.models import Chat, Message, Mute
from games.clubs.models import (
    Club,
    ClubCalendar,
    ClubEvent,
    ClubMatch,
    ClubMatchPlayer,
    ClubMember,
    ClubMessage,
    ClubNight,
    ClubRemoval,
    ClubRequest,
    ClubSeason,
)
from games.computers.models import Hint
from games.daily.models import DailyAttempt, DailyGame, DailyGameSecret, DailyPlay
from games.duplicate.models import (
    DuplicateEntrant,
    DuplicateGame,
    DuplicateSecret,
    DuplicateSubmission,
    DuplicateTurn,
)
from games.events.models import (
    Entrant,
    EntrantPartner,
    Event,
    EventAct,
    EventBye,
    EventDirector,
    EventRound,
    EventSeat,
    EventTable,
)
from games.fairplay.models import (
    FindRate,
    MeasuredGame,
    PageAbsence,
    PendingGame,
    PlayerSignals,
)
from games.health.models import LoopHeartbeat
from games.leagues.models import (
    Division,
    LadderChallenge,
    LadderPlace,
    League,
    LeagueBan,
    LeagueEntry,
    LeagueGame,
    Season,
)
from games.mail.models import OutgoingMail
from games.moderation.models import ModerationReport
from games.people.models import (
    Follow,
    MemberPresence,
    PlayedGame,
    PlayedWord,
    PrivacySettings,
    ResultTotal,
)
from games.play.models import (
    ConditionalMove,
    Game,
    GameSecret,
    Invitation,
    Move,
    MoveSecret,
    Rack,
    Room,
    Seat,
    SeatMember,
)
from games.players.models import (
    Block,
    Notification,
    NotificationSettings,
    Player,
    ReservedName,
    Sanction,
)
from games.push.models import OutgoingPush, PushSubscription
from games.puzzles.models import DailyPuzzle, Puzzle, PuzzleAttempt, PuzzleSource
from games.ratings.models import Ladder, RatedGame, Rating, RatingChange
from games.study.models import MissedWord, Quiz, StudyCard, StudyList, UploadOwnerSeat
from games.uploads.models import UploadedGame

__all__ = [
    "AnalysedTurn",
    "Analysis",
    "AnnotatedGame",
    "ApiToken",
    "Block",
    "Chat",
    "Club",
    "ClubCalendar",
    "ClubEvent",
    "ClubMatch",
    "ClubMatchPlayer",
    "ClubMember",
    "ClubMessage",
    "ClubNight",
    "ClubRemoval",
    "ClubRequest",
    "ClubSeason",
    "ConditionalMove",
    "DailyAttempt",
    "DailyGame",
    "DailyGameSecret",
    "DailyPlay",
    "DailyPuzzle",
    "Division",
    "DuplicateEntrant",
    "DuplicateGame",
    "DuplicateSecret",
    "DuplicateSubmission",
    "DuplicateTurn",
    "Entrant",
    "EntrantPartner",
    "Event",
    "EventAct",
    "EventBye",
    "EventDirector",
    "EventRound",
    "EventSeat",
    "EventTable",
    "FindRate",
    "Follow",
    "Game",
    "GameSecret",
    "Hint",
    "Invitation",
    "Ladder",
    "LadderChallenge",
    "LadderPlace",
    "League",
    "LeagueBan",
    "LeagueEntry",
    "LeagueGame",
    "LoopHeartbeat",
    "MeasuredGame",
    "MemberPresence",
    "Message",
    "MissedWord",
    "ModerationReport",
    "Move",
    "MoveSecret",
    "Mute",
    "Notification",
    "NotificationSettings",
    "OutgoingMail",
    "OutgoingPush",
    "PageAbsence",
    "PendingGame",
    "PlayedGame",
    "PlayedWord",
    "Player",
    "PlayerSignals",
    "PrivacySettings",
    "PushSubscription",
    "Puzzle",
    "PuzzleAttempt",
    "PuzzleSource",
    "Quiz",
    "Rack",
    "RatedGame",
    "Rating",
    "RatingChange",
    "ReservedName",
    "ResultTotal",
    "Room",
    "Sanction",
    "Scorekeeper",
    "Season",
    "Seat",
    "SeatMember",
    "StudyCard",
    "StudyList",
    "UploadOwnerSeat",
    "UploadedGame",
    "UsedDeviceLink",
]
