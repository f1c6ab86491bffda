"""Gives moderators permission to view the figures. No one may change them."""

from typing import Any

from games.moderation.services.moderators import MODERATOR_GROUP
from lexicon.services.editors import grant_group_permissions

RIGHTS = ("view_playersignals",)


def grant_permissions(**signal: Any) -> None:
    """Add the permission to the group "Moderator". Runs after every ``migrate`` and is safe to
    repeat."""
    grant_group_permissions(MODERATOR_GROUP, "games", RIGHTS, signal)
