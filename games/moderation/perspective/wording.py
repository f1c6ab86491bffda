"""The text of refused reports, sanctions and moderation notifications."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.chat.perspective.wording import explain as explain_talk
from games.chat.terms.message_text import READY_PHRASES
from games.common.generated_names import translate_name
from games.common.names import isolate_name
from games.moderation.models import ModerationReport
from games.players.models import Sanction
from games.players.services.notification_settings import NotificationEvent
from games.players.services.notifications import NotificationContext, NotificationKind
from scrabble_site.shared.instants import write_instant
from scrabble_site.shared.refusals import Refusal

Reason = ModerationReport.Reason
MESSAGE_REASONS = (Reason.RUDE, Reason.SPAM, Reason.CHEATING, Reason.OTHER)

REFUSAL_TEXTS = {
    "report.reason": gettext_lazy("Choose a reason."),
    "reports.too_soon": gettext_lazy(
        "You've sent a lot of reports. Moderators will review them. Try again later."
    ),
    "report.suspended": gettext_lazy("You can't send reports while you're suspended."),
    "report.settled": gettext_lazy("This report is already settled."),
    "report.person_gone": gettext_lazy(
        "This player no longer exists. You can only dismiss the report."
    ),
    "report.oneself": gettext_lazy("This report is about you. Another moderator has to settle it."),
    "report.staff": gettext_lazy(
        "This report is about a staff member. An administrator has to settle it."
    ),
    "report.hours": gettext_lazy("Choose a duration."),
}


def explain(refusal: Refusal) -> str:
    """Return the sentence for a refusal, built from its code and data."""
    sentence = REFUSAL_TEXTS.get(refusal.code)
    # All other codes belong to the domains below.
    return explain_talk(refusal) if sentence is None else str(sentence) % refusal.data


def list_reasons(reasons: Iterable[ModerationReport.Reason]) -> list[tuple[str, Any]]:
    """Return the values and labels of reasons, for a form."""
    return [(reason.value, reason.label) for reason in reasons]


def describe_sanction(sanction: Sanction) -> str:
    """Return the sentence shown to the sanctioned person."""
    until = write_instant(sanction.until) if sanction.until else ""
    sentence = {
        Sanction.Kind.WARNING: _("You have a warning from a moderator."),
        Sanction.Kind.MUTE: _("You are muted until %(until)s."),
        Sanction.Kind.SUSPENSION: _(
            "You are suspended until %(until)s. You can't send messages or start games."
        ),
        Sanction.Kind.RENAME: _("A moderator has changed your name to %(name)s."),
    }[Sanction.Kind(sanction.kind)]
    known = {"until": until, "name": isolate_name(sanction.player.shown_name)}
    return f"{sentence % known} {sanction.words}".strip()


def describe_copied_message(line: Mapping[str, Any]) -> dict[str, Any]:
    """Return a message of a report in the reader's language.

    Earlier releases stored phrases as text, in the language of whoever reported them.
    """
    phrase = READY_PHRASES.get(line.get("phrase", ""))
    text = line["text"] if phrase is None else str(phrase)
    return {**line, "name": translate_name(line["name"]), "text": text}


def _describe_sanction_notice(context: NotificationContext) -> str:
    own = context.notice.player.sanctions.filter(pk=context.data.get("sanction", 0))
    # Only the player's own sanctions, whatever id the notice contains.
    sanction = own.select_related("player").first()
    return describe_sanction(sanction) if sanction else _("A moderator has reviewed your conduct.")


def _describe_settled(_context: NotificationContext) -> str:
    return _("Thank you. A moderator has reviewed your report.")


def _describe_filed(_context: NotificationContext) -> str:
    return _("Open reports are waiting for a moderator.")


MODERATION_NOTIFICATIONS = (
    NotificationKind(
        code="moderation",
        title=gettext_lazy("Message from a moderator"),
        describe=_describe_sanction_notice,
        setting_event=None,
        leads_to="page",
        mail_after=None,
        push=None,
        crosses_blocks=False,
        in_bell=True,
    ),
    NotificationKind(
        code="report_filed",
        title=gettext_lazy("New report"),
        describe=_describe_filed,
        setting_event=NotificationEvent.REPORT,
        leads_to="page",
        mail_after=timedelta(minutes=10),
        push=None,
        crosses_blocks=False,
        in_bell=True,
    ),
    NotificationKind(
        code="report_settled",
        title=gettext_lazy("Report reviewed"),
        describe=_describe_settled,
        setting_event=None,
        leads_to="page",
        mail_after=None,
        push=None,
        crosses_blocks=False,
        in_bell=True,
    ),
)
