"""The group "Moderator", which may see and change reports and nothing else in the admin.

Its members also need "staff status", without which Django's admin lets no one in.
"""

from datetime import datetime
from typing import Any

from django.db.models import Q
from django.urls import reverse

from games.mail.services.outbox import queue_notification_mail
from games.players.models import Player
from games.players.services.notifications import create_notification
from lexicon.services.editors import grant_group_permissions

MODERATOR_GROUP = "Moderator"
REPORT_FILED_KIND = "report_filed"
"""The kind of notice about open reports."""
MODERATOR_PERMISSIONS = ("view_moderationreport", "change_moderationreport")


def notify_moderators(about: Player, now: datetime) -> None:
    """Send a notice and an e-mail to every moderator and administrator who is a player here, except
    the reported one. Those with an unread notice get no second one."""
    desk = Q(user__groups__name=MODERATOR_GROUP, user__is_staff=True) | Q(user__is_superuser=True)
    people = Player.objects.filter(desk, user__is_active=True, left_at=None).distinct()
    path = reverse("admin:games_moderationreport_changelist")
    # A report about a bot does not notify its operator either.
    for player in people.exclude(pk__in=[about.pk, about.operator_id or about.pk]):
        # One unread notice is enough; a flood of reports must not flood the moderators.
        if not player.notices.filter(kind=REPORT_FILED_KIND, read_at=None).exists():
            queue_notification_mail(
                create_notification(player, REPORT_FILED_KIND, now, path=path), now
            )


def grant_moderator_permissions(**signal: Any) -> None:
    """Create the group and give it its permissions. Runs after every ``migrate`` and is safe to
    repeat."""
    grant_group_permissions(MODERATOR_GROUP, "games", MODERATOR_PERMISSIONS, signal)
