"""All tables of the app, for Django, which looks for them here. The domains import their own.

Each domain keeps its tables in its own ``models``; the app's label stays "games", so tables and
migrations do not move with the code.
"""

from games.accounts.models import FollowedLink
from games.analysis.models import AnalysedTurn, Analysis
from games.api.models import Token
from games.chat.models import Chat, Message, Mute
from games.computers.models import Hint
from games.health.models import LifeSign
from games.mail.models import Letter
from games.moderation.models import Report
from games.people.models import Follow, PlayedGame, PlayedWord, Presence, Privacy
from games.play.models import (
    Game,
    GameSecret,
    Holder,
    Invitation,
    Move,
    MoveSecret,
    Rack,
    Reply,
    Room,
    Seat,
)
from games.players.models import Block, MemberLook, Notice, Player, Sanction, Telling
from games.push.models import Push, Subscription
from games.puzzles.models import Attempt, Daily, Puzzle, Quarry
from games.ratings.models import Ladder, RatedGame, Rating, RatingChange
from games.study.models import Card, MissedWord, OwnSeat, Quiz, WordSet
from games.uploads.models import Upload

__all__ = [
    "AnalysedTurn",
    "Analysis",
    "Attempt",
    "Block",
    "Card",
    "Chat",
    "Daily",
    "Follow",
    "FollowedLink",
    "Game",
    "GameSecret",
    "Hint",
    "Holder",
    "Invitation",
    "Ladder",
    "Letter",
    "LifeSign",
    "MemberLook",
    "Message",
    "MissedWord",
    "Move",
    "MoveSecret",
    "Mute",
    "Notice",
    "OwnSeat",
    "PlayedGame",
    "PlayedWord",
    "Player",
    "Presence",
    "Privacy",
    "Push",
    "Puzzle",
    "Quarry",
    "Quiz",
    "Rack",
    "RatedGame",
    "Rating",
    "RatingChange",
    "Reply",
    "Report",
    "Room",
    "Sanction",
    "Seat",
    "Subscription",
    "Telling",
    "Token",
    "Upload",
    "WordSet",
]
