"""The notices of clubs."""

from collections.abc import Callable
from datetime import date, timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.players.services.notification_settings import NotificationEvent
from games.players.services.notifications import (
    DAY,
    NotificationContext,
    NotificationKind,
    PushPolicy,
)
from scrabble_site.shared.instants import write_day


def describe_club_night(context: NotificationContext) -> str:
    words = {
        "night": context.write(context.data["night"]),
        "club": context.write(context.data["club"]),
        "day": write_day(date.fromisoformat(context.data["day"])),
    }
    return _("%(club)s: %(night)s on %(day)s is open for entries.") % words


def describe_club_request(context: NotificationContext) -> str:
    words = {"name": context.actor, "club": context.write(context.data["club"])}
    return _("%(name)s would like to join %(club)s.") % words


def describe_club_joined(context: NotificationContext) -> str:
    return _("You are now a member of %(club)s.") % _club(context)


def describe_club_director(context: NotificationContext) -> str:
    return _("You now direct %(club)s.") % _club(context)


def describe_club_owner(context: NotificationContext) -> str:
    return _("You now own %(club)s.") % _club(context)


def describe_club_match(context: NotificationContext) -> str:
    return _("%(opponent)s offers %(club)s a match.") % _opponents(context)


def describe_club_match_agreed(context: NotificationContext) -> str:
    return _("%(opponent)s has agreed to the match against %(club)s.") % _opponents(context)


def describe_club_match_declined(context: NotificationContext) -> str:
    return _("%(opponent)s has declined the match against %(club)s.") % _opponents(context)


def _club(context: NotificationContext) -> dict[str, str]:
    return {"club": context.write(context.data["club"])}


def _opponents(context: NotificationContext) -> dict[str, str]:
    return _club(context) | {"opponent": context.write(context.data["opponent"])}


def _build_kind(
    code: str, title: str | Promise, describe: Callable[[NotificationContext], str]
) -> NotificationKind:
    return NotificationKind(
        code=code,
        title=title,
        describe=describe,
        setting_event=NotificationEvent.INVITATION,
        leads_to="page",
        mail_after=timedelta(hours=1),
        push=PushPolicy(lifetime=DAY, urgency="normal", topic="club"),
        crosses_blocks=True,
        in_bell=True,
    )


NOTIFICATION_KINDS = tuple(
    _build_kind(*row)
    for row in (
        ("club_night", gettext_lazy("Club night"), describe_club_night),
        ("club_request", gettext_lazy("Request to join your club"), describe_club_request),
        ("club_joined", gettext_lazy("You joined a club"), describe_club_joined),
        ("club_director", gettext_lazy("You direct a club"), describe_club_director),
        ("club_owner", gettext_lazy("You own a club"), describe_club_owner),
        ("club_match", gettext_lazy("Match between clubs"), describe_club_match),
        ("club_match_agreed", gettext_lazy("Match agreed"), describe_club_match_agreed),
        ("club_match_declined", gettext_lazy("Match declined"), describe_club_match_declined),
    )
)
"""Registered when the apps are ready."""
