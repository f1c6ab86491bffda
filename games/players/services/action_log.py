"""The log of what moderators, editors and directors do, which administrators read in the admin."""

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model


def log_action(user_id: int | None, row: Model, what: str) -> None:
    """Add to the log what a user has done to a row.

    A guest has no account to log under: what guests do as directors is in their event's public log.
    """
    if user_id is None:
        return
    LogEntry.objects.create(
        user_id=user_id,
        content_type=ContentType.objects.get_for_model(row),
        object_id=str(row.pk),
        object_repr=str(row)[:200],
        action_flag=CHANGE,
        change_message=what,
    )
