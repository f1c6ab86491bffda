"""Players, their sessions, notifications, blocks and sanctions. Written only by services."""

from games.players.models.notifications import Notification, NotificationSettings
from games.players.models.players import (
    DeletedAccountHash,
    MemberSession,
    Player,
    ReservedName,
    SessionValidity,
)
from games.players.models.restrictions import Block, Sanction

__all__ = [
    "Block",
    "DeletedAccountHash",
    "MemberSession",
    "Notification",
    "NotificationSettings",
    "Player",
    "ReservedName",
    "Sanction",
    "SessionValidity",
]
