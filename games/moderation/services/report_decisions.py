"""A moderator's decision on a report: nothing, a warning, a mute, a suspension or another name.

The reported member is notified of the decision and its reason. Those who reported it are thanked
and do not learn the decision.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse

from games.moderation.models import ModerationReport
from games.play.services.naming import generate_guest_name, lock_player, rename_player
from games.play.services.seats import leave_unstarted_games
from games.players.models import Sanction
from games.players.services.action_log import log_action
from games.players.services.notifications import create_notification
from games.players.services.sanctions import impose_sanction
from scrabble_site.shared.refusals import Conflict, Forbidden, InvalidRequest


class ReportVerdict(StrEnum):
    DISMISS = "dismiss"
    WARN = "warn"
    MUTE = "mute"
    SUSPEND = "suspend"
    RENAME = "rename"


SANCTION_KINDS = {
    ReportVerdict.WARN: Sanction.Kind.WARNING,
    ReportVerdict.MUTE: Sanction.Kind.MUTE,
    ReportVerdict.SUSPEND: Sanction.Kind.SUSPENSION,
    ReportVerdict.RENAME: Sanction.Kind.RENAME,
}


@dataclass(frozen=True, slots=True)
class ReportDecision:
    """A moderator's decision."""

    verdict: ReportVerdict
    # Shown to the person concerned.
    words: str = ""
    # How long a mute or suspension lasts.
    hours: int = 24
    # The new name for a renaming; a generated guest name if empty.
    name: str = ""


def settle_report(
    report: ModerationReport, decision: ReportDecision, by: User, now: datetime
) -> ModerationReport:
    """Settle a report and all other open reports of the same thing.

    Raises ``Conflict`` if it has been settled already or the person is gone, ``Forbidden`` for a
    report about oneself or about staff, and whatever renaming raises.
    """
    with transaction.atomic():
        if report.about is not None:
            lock_player(report.about)  # locks rooms, then people; the report is locked last
        locked = ModerationReport.objects.select_for_update().get(pk=report.pk)
        if locked.state != ModerationReport.State.OPEN:
            raise Conflict("report.settled")
        _require_authority(locked, by)
        sanction = None
        if decision.verdict is not ReportVerdict.DISMISS:
            sanction = _apply_decision(locked, decision, by, now)
        state = ModerationReport.State.SETTLED if sanction else ModerationReport.State.DISMISSED
        same = ModerationReport.objects.filter(
            subject=locked.subject, state=ModerationReport.State.OPEN
        )
        reporters = [
            report.reporter for report in same.select_related("reporter") if report.reporter
        ]
        # One decision for everyone who reported the same thing.
        same.update(state=state, settled_at=now, settled_by=by.pk, sanction=sanction)
        for reporter in reporters:
            create_notification(reporter, "report_settled", now, path=reverse("games:lobby"))
    locked.refresh_from_db()
    return locked


def _require_authority(report: ModerationReport, by: User) -> None:
    """Raise ``Forbidden`` for a report about oneself, and for one about staff unless an
    administrator settles it. A bot counts as its operator."""
    for account in _list_accounts_behind(report):
        if account.pk == by.pk:
            raise Forbidden("report.oneself")
        if (account.is_staff or account.is_superuser) and not by.is_superuser:
            raise Forbidden("report.staff")


def _list_accounts_behind(report: ModerationReport) -> list[User]:
    """Return the accounts of the reported person and, for a bot, of its operator."""
    person = report.about
    people = [person, person.operator] if person else []
    return [person.user for person in people if person is not None and person.user is not None]


def _apply_decision(
    report: ModerationReport, decision: ReportDecision, by: User, now: datetime
) -> Sanction:
    person = report.about
    if person is None or person.left_at is not None:
        raise Conflict("report.person_gone")
    is_temporary = decision.verdict in (ReportVerdict.MUTE, ReportVerdict.SUSPEND)
    if is_temporary and decision.hours < 1:
        raise InvalidRequest("report.hours")
    until = now + timedelta(hours=decision.hours) if is_temporary else None
    if decision.verdict is ReportVerdict.RENAME:
        person = rename_player(person, decision.name or generate_guest_name())
    kind = SANCTION_KINDS[decision.verdict]
    if decision.verdict is ReportVerdict.SUSPEND:
        leave_unstarted_games(person, now)  # rooms are locked before players
    sanction = impose_sanction(person, kind, decision.words, now, until=until, by=by)
    path = reverse("games:sanctions")
    create_notification(person, "moderation", now, path=path, sanction=sanction.pk)
    return sanction


def log_settled(report: ModerationReport, moderator: User, decision: ReportDecision) -> None:
    """Add a settled report to the admin's log."""
    done = report.sanction.get_kind_display() if report.sanction else report.get_state_display()
    log_action(moderator.pk, report, f"{done}. {decision.words}".strip())
