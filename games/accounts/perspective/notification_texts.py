"""The text of notifications about a member's sessions."""

from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.players.services.notification_settings import NotificationEvent
from games.players.services.notifications import NotificationContext, NotificationKind
from scrabble_site.shared.instants import write_instant


def _describe_logged_out(context: NotificationContext) -> str:
    """Say when it happened, why, and what to do about it."""
    when = {"when": write_instant(context.notice.created_at)}
    if context.data.get("why") == "password":
        what = _("Your password was changed on %(when)s. All other devices were logged out.")
    else:
        what = _("You were logged out on all devices on %(when)s.")
    return f"{what % when} " + _("If this wasn't you, change your password.")


LOGGED_OUT_NOTIFICATION = NotificationKind(
    code="logged_out",
    title=gettext_lazy("You were logged out"),
    describe=_describe_logged_out,
    setting_event=NotificationEvent.ACCOUNT,
    leads_to="page",
    mail_after=timedelta(minutes=10),
    push=None,
    crosses_blocks=False,
    in_bell=True,
)
