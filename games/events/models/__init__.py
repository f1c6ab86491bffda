"""Events, who takes part, rounds with their tables, and the log of what directors did."""

from games.events.models.events import Entrant, EntrantPartner, Event, EventAct, EventDirector
from games.events.models.rounds import EventBye, EventRound, EventSeat, EventTable

__all__ = [
    "Entrant",
    "EntrantPartner",
    "Event",
    "EventAct",
    "EventBye",
    "EventDirector",
    "EventRound",
    "EventSeat",
    "EventTable",
]
