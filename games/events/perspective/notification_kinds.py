"""The notices of events."""

from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.players.services.notification_settings import NotificationEvent
from games.players.services.notifications import (
    NotificationContext,
    NotificationKind,
    PushPolicy,
)


def describe_event_game(context: NotificationContext) -> str:
    words = {"n": context.data.get("round"), "event": context.write(context.data["title"])}
    return _("Round %(n)s of %(event)s has started. Your table is ready.") % words


def describe_next_game(context: NotificationContext) -> str:
    words = {"event": context.write(context.data["title"])}
    return _("Your next game of %(event)s is ready.") % words


def describe_announcement(context: NotificationContext) -> str:
    words = {name: context.write(context.data[name]) for name in ("title", "text")}
    return _("%(title)s: %(text)s") % words


def describe_entry(context: NotificationContext) -> str:
    words = {"name": context.actor, "event": context.write(context.data["title"])}
    return _("%(name)s has entered you in %(event)s. Confirm that you will play.") % words


NOTIFICATION_KINDS = (
    NotificationKind(
        code="event_announcement",
        title=gettext_lazy("An announcement"),
        describe=describe_announcement,
        setting_event=NotificationEvent.INVITATION,
        leads_to="page",
        mail_after=None,  # it is about what happens now
        push=PushPolicy(lifetime=timedelta(hours=1), urgency="normal", topic="news"),
        crosses_blocks=False,
        in_bell=True,
    ),
    NotificationKind(
        code="event_entry",
        title=gettext_lazy("You have been entered in an event"),
        describe=describe_entry,
        setting_event=NotificationEvent.INVITATION,
        leads_to="page",
        mail_after=timedelta(minutes=5),
        push=PushPolicy(lifetime=timedelta(days=1), urgency="normal", topic="news"),
        crosses_blocks=False,
        in_bell=True,
    ),
    NotificationKind(
        code="event_next_game",
        title=gettext_lazy("Your next game is ready"),
        describe=describe_next_game,
        setting_event=NotificationEvent.INVITATION,
        leads_to="room",
        mail_after=timedelta(minutes=1),  # most are at their computers, as they have just played
        push=PushPolicy(lifetime=timedelta(minutes=10), urgency="high", topic="turn"),
        crosses_blocks=True,
        in_bell=True,
    ),
    NotificationKind(
        code="event_game",
        title=gettext_lazy("Your table is ready"),
        describe=describe_event_game,
        setting_event=NotificationEvent.INVITATION,
        leads_to="room",
        mail_after=timedelta(0),  # the game is forfeited after five minutes
        push=PushPolicy(lifetime=timedelta(minutes=30), urgency="high", topic="turn"),
        crosses_blocks=True,
        in_bell=True,
    ),
)
"""Registered when the apps are ready."""
