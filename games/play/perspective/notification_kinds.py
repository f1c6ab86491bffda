"""The kinds of notifications about rooms and games.

:mod:`games.play.perspective.notification_texts` has their texts.
"""

from datetime import timedelta

from django.utils.translation import gettext_lazy

from games.play.perspective.notification_texts import (
    describe_declined,
    describe_ended,
    describe_expiring,
    describe_hosting,
    describe_invitation,
    describe_out,
    describe_rematch,
    describe_reminder,
    describe_seated,
    describe_stand_in,
    describe_started,
    describe_turn,
    describe_unseated,
)
from games.players.services.notification_settings import NotificationEvent
from games.players.services.notifications import DEFAULT_PUSH, NotificationKind, PushPolicy

# Pushes about a room with the same topic replace each other on the device, so a reminder does not
# add to the message it repeats. E-mail waits in case the player reads the notice on the site.
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)

NOTIFICATION_KINDS = (
    NotificationKind(
        code="turn",
        title=gettext_lazy("Your turn"),
        describe=describe_turn,
        setting_event=NotificationEvent.TURN,
        leads_to="room",
        mail_after=10 * MINUTE,
        push=PushPolicy(lifetime=DAY, urgency="high", topic="turn"),
        crosses_blocks=True,
        in_bell=True,
    ),
    NotificationKind(
        code="reminder",
        title=gettext_lazy("You're running out of time to move"),
        describe=describe_reminder,
        setting_event=NotificationEvent.REMINDER,
        leads_to="room",
        mail_after=timedelta(0),  # the deadline is near
        push=PushPolicy(lifetime=DAY / 2, urgency="high", topic="turn"),
        crosses_blocks=True,
        in_bell=True,
    ),
    NotificationKind(
        code="lapsing",
        title=gettext_lazy("A game is about to expire"),
        describe=describe_expiring,
        setting_event=NotificationEvent.REMINDER,
        leads_to="room",
        mail_after=10 * MINUTE,
        push=PushPolicy(lifetime=DAY, urgency="normal", topic="turn"),
        crosses_blocks=False,
        in_bell=True,
    ),
    NotificationKind(
        code="invitation",
        title=gettext_lazy("You're invited to a game"),
        describe=describe_invitation,
        setting_event=NotificationEvent.INVITATION,
        leads_to="room",
        mail_after=MINUTE,
        push=PushPolicy(lifetime=DAY, urgency="high", topic="invitation"),
        crosses_blocks=False,
        in_bell=False,
    ),
    NotificationKind(
        code="rematch",
        title=gettext_lazy("Rematch offered"),
        describe=describe_rematch,
        setting_event=NotificationEvent.INVITATION,
        leads_to="room",
        mail_after=10 * MINUTE,
        push=PushPolicy(lifetime=DAY / 24, urgency="high", topic="invitation"),
        crosses_blocks=False,
        in_bell=True,
    ),
    NotificationKind(
        code="started",
        title=gettext_lazy("Your game has started"),
        describe=describe_started,
        setting_event=NotificationEvent.INVITATION,
        leads_to="room",
        mail_after=10 * MINUTE,
        push=PushPolicy(lifetime=DAY, urgency="high", topic="turn"),
        crosses_blocks=False,
        in_bell=True,
    ),
    NotificationKind(
        code="declined",
        title=gettext_lazy("Your invitation was declined"),
        describe=describe_declined,
        setting_event=NotificationEvent.INVITATION,
        leads_to="room",
        mail_after=10 * MINUTE,
        push=DEFAULT_PUSH,
        crosses_blocks=False,
        in_bell=True,
    ),
    NotificationKind(
        code="ended",
        title=gettext_lazy("Your game has ended"),
        describe=describe_ended,
        setting_event=NotificationEvent.RESULT,
        leads_to="room",
        mail_after=10 * MINUTE,
        push=DEFAULT_PUSH,
        crosses_blocks=False,
        in_bell=True,
    ),
    NotificationKind(
        code="unseated",
        title=gettext_lazy("You lost your seat"),
        describe=describe_unseated,
        setting_event=NotificationEvent.SEAT,
        leads_to="room",
        mail_after=10 * MINUTE,
        push=DEFAULT_PUSH,
        crosses_blocks=True,
        in_bell=True,
    ),
    NotificationKind(
        code="seated",
        title=gettext_lazy("You have a seat"),
        describe=describe_seated,
        setting_event=NotificationEvent.SEAT,
        leads_to="room",
        mail_after=MINUTE,
        push=PushPolicy(lifetime=DAY, urgency="high", topic="news"),
        crosses_blocks=True,
        in_bell=True,
    ),
    NotificationKind(
        code="stood_in",
        title=gettext_lazy("A computer is playing for you"),
        describe=describe_stand_in,
        setting_event=NotificationEvent.SEAT,
        leads_to="room",
        mail_after=10 * MINUTE,
        push=DEFAULT_PUSH,
        crosses_blocks=False,
        in_bell=True,
    ),
    NotificationKind(
        code="out",
        title=gettext_lazy("A game continued without you"),
        describe=describe_out,
        setting_event=NotificationEvent.SEAT,
        leads_to="room",
        mail_after=10 * MINUTE,
        push=DEFAULT_PUSH,
        crosses_blocks=False,
        in_bell=True,
    ),
    NotificationKind(
        code="hosting",
        title=gettext_lazy("You're the host now"),
        describe=describe_hosting,
        setting_event=NotificationEvent.SEAT,
        leads_to="room",
        mail_after=10 * MINUTE,
        push=DEFAULT_PUSH,
        crosses_blocks=False,
        in_bell=True,
    ),
)
"""Registered when the apps are ready."""
