"""What a moderator makes of a report: nothing, a warning, a pause, another name.

The person is told what and why; those who reported it are thanked, and told no more.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from games.common.refusals import Conflict, Unsuitable
from games.moderation.models import Report
from games.play.services.naming import guest_name, rename
from games.play.services.seats import leave_waiting
from games.players.models import Notice, Player, Sanction
from games.players.services.sanctions import impose, in_words

NOTICE_MOST = 240


class Verdict(StrEnum):
    DISMISS = "dismiss"
    WARN = "warn"
    MUTE = "mute"
    SUSPEND = "suspend"
    RENAME = "rename"


KINDS = {
    Verdict.WARN: Sanction.Kind.WARNING,
    Verdict.MUTE: Sanction.Kind.MUTE,
    Verdict.SUSPEND: Sanction.Kind.SUSPENSION,
    Verdict.RENAME: Sanction.Kind.RENAME,
}


@dataclass(frozen=True, slots=True)
class Decision:
    """``words`` are told to the person; ``hours`` is how long it lasts; ``name`` what somebody is
    called from now on, a guest's with a number where it is empty."""

    verdict: Verdict
    words: str = ""
    hours: int = 24
    name: str = ""


def settle(report: Report, decision: Decision, by: User, now: datetime) -> Report:
    """Settle a report, and all others of the same thing. Raises ``Conflict`` where that was done
    meanwhile, or the person is gone; what renaming raises."""
    with transaction.atomic():
        held = Report.objects.select_for_update().get(pk=report.pk)
        if held.state != Report.State.OPEN:
            raise Conflict("report.settled")
        sanction = None
        if decision.verdict is not Verdict.DISMISS:
            sanction = _decide(held, decision, by, now)
        state = Report.State.SETTLED if sanction else Report.State.DISMISSED
        same = Report.objects.filter(subject=held.subject, state=Report.State.OPEN)
        reporters = [one.reporter for one in same.select_related("reporter") if one.reporter]
        same.update(state=state, settled_at=now, settled_by=by.pk, sanction=sanction)
        for reporter in reporters:
            text = _("Thank you: a moderator has looked at what you reported.")
            _tell(reporter, text, reverse("games:lobby"), now)
    held.refresh_from_db()
    return held


def _decide(report: Report, decision: Decision, by: User, now: datetime) -> Sanction:
    person = report.about
    if person is None or person.left_at is not None:
        raise Conflict("report.person_gone")
    lasts = decision.verdict in (Verdict.MUTE, Verdict.SUSPEND)
    if lasts and decision.hours < 1:
        raise Unsuitable("report.hours")
    until = now + timedelta(hours=decision.hours) if lasts else None
    if decision.verdict is Verdict.RENAME:
        person = rename(person, decision.name or guest_name())
    kind = KINDS[decision.verdict]
    if decision.verdict is Verdict.SUSPEND:
        leave_waiting(person, now)  # before the player's row is locked: rooms come first
    sanction = impose(person, kind, decision.words, now, until=until, by=by)
    _tell(person, tell_sanction(sanction), reverse("games:standing"), now)
    return sanction


def tell_sanction(sanction: Sanction) -> str:
    """The sentence for the person it is about."""
    until = in_words(sanction.until) if sanction.until else ""
    said = {
        Sanction.Kind.WARNING: _("A moderator warns you."),
        Sanction.Kind.MUTE: _("You may not write until %(until)s."),
        Sanction.Kind.SUSPENSION: _("You may not write or begin games until %(until)s."),
        Sanction.Kind.RENAME: _("A moderator has given you another name: %(name)s."),
    }[Sanction.Kind(sanction.kind)]
    known = {"until": until, "name": sanction.player.nickname}
    return f"{said % known} {sanction.words}".strip()


def _tell(player: Player, text: str, path: str, now: datetime) -> None:
    short = text if len(text) <= NOTICE_MOST else f"{text[: NOTICE_MOST - 1]}…"
    Notice.objects.create(player=player, kind="moderation", text=short, path=path, created_at=now)
