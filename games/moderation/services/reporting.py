"""Reporting a message, a name or a game: the moderators get it with all that was around it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from games.chat.models import Message
from games.chat.perspective import look_at_author
from games.chat.text import PHRASES, clean_text
from games.common.rates import spend
from games.common.refusals import Forbidden, Missing, Unsuitable
from games.moderation.models import WORDS_MOST, Report
from games.play.models import Game
from games.players.models import Player

AROUND = 10
"""Lines kept from before and from after the one that is meant."""


@dataclass(frozen=True, slots=True)
class Complaint:
    reason: str
    words: str = ""


def report_message(
    reporter: Player, code: str, number: int, said: Complaint, now: datetime
) -> Report:
    """Report a message that the reporter may read. Raises ``Missing`` for every other."""
    if look_at_author(code, number, str(reporter.pk)).mine:
        raise Unsuitable("people.oneself")
    message = Message.objects.select_related("author", "chat", "game").get(pk=number)
    author = message.author
    if author is None:
        raise Missing("chat.gone")
    return _file(
        reporter,
        author,
        said,
        now,
        kind=Report.Kind.MESSAGE,
        subject=f"message:{number}",
        room_id=message.chat_id,
        game=message.game,
        context=_around(message),
    )


def report_nickname(reporter: Player, about: Player, said: Complaint, now: datetime) -> Report:
    """Report what somebody is called."""
    subject = f"name:{about.pk}"
    return _file(reporter, about, said, now, kind=Report.Kind.NICKNAME, subject=subject)


def report_game(
    reporter: Player, about: Player, game_id: UUID, said: Complaint, now: datetime
) -> Report:
    """Report what somebody did in a game they sat in. Raises ``Missing``."""
    game = Game.objects.filter(pk=game_id, holders__player=about).first()
    if game is None:
        raise Missing("game.unknown")
    lines = Message.objects.filter(game=game, author=about).select_related("author")
    return _file(
        reporter,
        about,
        said,
        now,
        kind=Report.Kind.GAME,
        subject=f"{game.pk.hex[:20]}:{about.pk.hex}",
        room_id=game.room_id,
        game=game,
        context=[_keep(one) for one in reversed(lines.order_by("-pk")[:AROUND])],
    )


def _file(
    reporter: Player, about: Player, said: Complaint, now: datetime, *, subject: str, **kept: Any
) -> Report:
    """Queue it; the same person's second report of the same thing is the first."""
    if reporter.pk == about.pk:
        raise Unsuitable("people.oneself")
    if said.reason not in Report.Reason.values:
        raise Unsuitable("report.reason")
    if reporter.suspended_until is not None and reporter.suspended_until > now:
        raise Forbidden("report.suspended")
    made = reporter.reports.filter(subject=subject).first()
    if made is not None:
        return made
    spend("reports", player=reporter.pk)
    with transaction.atomic():
        report, _made = Report.objects.get_or_create(
            reporter=reporter,
            subject=subject,
            defaults={
                "about": about,
                "about_name": about.nickname,
                "reason": said.reason,
                "words": clean_text(said.words[:WORDS_MOST]),
                "made_at": now,
                **kept,
            },
        )
    return report


def _around(message: Message) -> list[dict[str, Any]]:
    """What was said in the same place before and after, as it is now."""
    same = Message.objects.filter(chat=message.chat_id, channel=message.channel)
    if message.seat_id is not None:
        same = same.filter(seat=message.seat_id)
    same = same.select_related("author")
    before = same.filter(pk__lt=message.pk).order_by("-pk")[:AROUND]
    after = same.filter(pk__gt=message.pk).order_by("pk")[:AROUND]
    lines = [*reversed(before), message, *after]
    return [_keep(one) | {"this": one.pk == message.pk} for one in lines]


def _keep(message: Message) -> dict[str, Any]:
    return {
        "at": message.sent_at.isoformat(timespec="seconds"),
        "name": message.author.nickname if message.author else _("A former player"),
        "text": str(PHRASES[message.phrase]) if message.phrase else message.text,
    }
