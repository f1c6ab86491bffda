"""Reports of messages to a club, with the messages around them."""

from datetime import datetime
from typing import Any

from games.clubs.models import ClubMessage
from games.clubs.services.access import find_club, require_member
from games.common.generated_names import FORMER_PLAYER
from games.moderation.models import ModerationReport
from games.moderation.services.report_filing import CONTEXT_LINES, Complaint, file_report
from games.players.models import Player
from scrabble_site.shared.refusals import NotFound


def report_club_message(
    reporter: Player, code: str, number: int, complaint: Complaint, now: datetime
) -> ModerationReport:
    """Report a message as a member of the club. Raises ``InvalidRequest`` for one's own."""
    club = find_club(code)
    require_member(club, reporter)
    rows = ClubMessage.objects.filter(club=club).select_related("author")
    message = rows.filter(pk=number).first()
    if message is None or message.author is None:
        raise NotFound("chat.gone")
    before = rows.filter(pk__lt=number).order_by("-pk")[:CONTEXT_LINES]
    after = rows.filter(pk__gt=number).order_by("pk")[:CONTEXT_LINES]
    around = [*reversed(before), message, *after]
    return file_report(
        reporter,
        message.author,
        complaint,
        now,
        kind=ModerationReport.Kind.MESSAGE,
        subject=f"club message:{number}",
        context=[_copy_message(one) | {"this": one.pk == message.pk} for one in around],
    )


def _copy_message(message: ClubMessage) -> dict[str, Any]:
    """Return a message as it is stored in a report."""
    return {
        "at": message.sent_at.isoformat(timespec="seconds"),
        "name": message.author.nickname if message.author else FORMER_PLAYER,
        "text": message.text,
        "phrase": "",
    }
