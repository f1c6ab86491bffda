"""Files reports of messages, names and games, with the context moderators need."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from games.chat.models import Message
from games.chat.perspective import build_author_view
from games.chat.terms.message_text import clean_text
from games.common.generated_names import FORMER_PLAYER
from games.common.rate_limits import enforce_rate_limit
from games.moderation.models import MAX_REASON_LENGTH, ModerationReport
from games.moderation.services.moderators import notify_moderators
from games.play.models import Game
from games.players.models import Player
from scrabble_site.shared.refusals import Forbidden, InvalidRequest, NotFound

CONTEXT_LINES = 10
"""Messages kept from before and from after the reported one."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """What a reporter has filled in: the reason, and more about it in their own words."""

    # A value of ``ModerationReport.Reason``.
    reason: str
    words: str = ""


def report_message(
    reporter: Player, code: str, number: int, complaint: Complaint, now: datetime
) -> ModerationReport:
    """Report a message. Raises ``NotFound`` unless the reporter may read it, and ``InvalidRequest``
    for one's own."""
    if build_author_view(code, number, str(reporter.pk)).mine:
        raise InvalidRequest("people.oneself")
    message = Message.objects.select_related("author", "chat", "game").get(pk=number)
    author = message.author
    if author is None:
        raise NotFound("chat.gone")
    return file_report(
        reporter,
        author,
        complaint,
        now,
        kind=ModerationReport.Kind.MESSAGE,
        subject=f"message:{number}",
        room_id=message.chat_id,
        game=message.game,
        context=_collect_context(message),
    )


def report_nickname(
    reporter: Player, about: Player, complaint: Complaint, now: datetime
) -> ModerationReport:
    """Report a player's name."""
    subject = f"name:{about.pk}"
    return file_report(
        reporter, about, complaint, now, kind=ModerationReport.Kind.NICKNAME, subject=subject
    )


def report_game(
    reporter: Player, about: Player, game_id: UUID, complaint: Complaint, now: datetime
) -> ModerationReport:
    """Report a player's conduct in a game they played in. Raises ``NotFound`` for any other
    game."""
    game = Game.objects.filter(pk=game_id, holders__player=about).first()
    if game is None:
        raise NotFound("game.unknown")
    messages = Message.objects.filter(game=game, author=about).select_related("author")
    return file_report(
        reporter,
        about,
        complaint,
        now,
        kind=ModerationReport.Kind.GAME,
        # Both ids in full would be one character too long for the field.
        subject=f"{game.pk.hex[:20]}:{about.pk.hex}",
        room_id=game.room_id,
        game=game,
        context=[
            _copy_message(message) for message in reversed(messages.order_by("-pk")[:CONTEXT_LINES])
        ],
    )


def file_report(
    reporter: Player,
    about: Player,
    complaint: Complaint,
    now: datetime,
    *,
    subject: str,
    **fields: Any,
) -> ModerationReport:
    """Store a report and notify the moderators. If this person has already reported the same thing,
    return the earlier report."""
    if reporter.pk == about.pk:
        raise InvalidRequest("people.oneself")
    if complaint.reason not in ModerationReport.Reason.values:
        raise InvalidRequest("report.reason")
    # Suspended players could otherwise flood the queue in revenge.
    if reporter.suspended_until is not None and reporter.suspended_until > now:
        raise Forbidden("report.suspended")
    made = reporter.reports.filter(subject=subject).first()
    if made is not None:
        return made
    # After the look-up, so that reporting the same thing again costs nothing.
    enforce_rate_limit("reports", player=reporter.pk)
    with transaction.atomic():
        report, is_new = ModerationReport.objects.get_or_create(
            reporter=reporter,
            subject=subject,
            defaults={
                "about": about,
                "about_name": about.nickname,
                "reason": complaint.reason,
                "words": clean_text(complaint.words[:MAX_REASON_LENGTH]),
                "made_at": now,
                **fields,
            },
        )
        if is_new:
            notify_moderators(about, now)
    return report


def _collect_context(message: Message) -> list[dict[str, Any]]:
    """Copy the messages before and after it in the same channel as they are now."""
    same = Message.objects.filter(chat=message.chat_id, channel=message.channel)
    # Team messages are private to a seat; those of other seats stay hidden.
    if message.seat_id is not None:
        same = same.filter(seat=message.seat_id)
    same = same.select_related("author")
    before = same.filter(pk__lt=message.pk).order_by("-pk")[:CONTEXT_LINES]
    after = same.filter(pk__gt=message.pk).order_by("pk")[:CONTEXT_LINES]
    messages = [*reversed(before), message, *after]
    return [_copy_message(copied) | {"this": copied.pk == message.pk} for copied in messages]


def _copy_message(message: Message) -> dict[str, Any]:
    """Return a message as it is stored in a report; :func:`describe_copied_message` words it."""
    return {
        "at": message.sent_at.isoformat(timespec="seconds"),
        "name": message.author.nickname if message.author else FORMER_PLAYER,
        "text": message.text or message.phrase,
        "phrase": message.phrase,
    }
