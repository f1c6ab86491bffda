"""The group "Moderator": the queue of reports, nothing else in the admin.

A member also needs "staff status", the admin's own key to the door.
"""

from typing import Any

from lexicon.services.editors import give_rights

GROUP = "Moderator"
RIGHTS = ("view_report", "change_report")


def grant_permissions(**signal: Any) -> None:
    """Make the group and give it its rights; sent after every ``migrate``, safe to repeat."""
    give_rights(GROUP, "games", RIGHTS, signal)
