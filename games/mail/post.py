"""The worker's third loop: empties the outbox on a thread of its own.

A mail server that is silent, slow or away holds up nothing but letters.
"""

import logging
import smtplib

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import timezone

from games.common.threads import with_mail
from games.mail.models import Letter
from games.mail.services.links import stop_link
from games.mail.services.outbox import forget_letters, note_failed, note_sent, take_letter

logger = logging.getLogger(__name__)

ROUND = 2.0
"""Seconds between two looks."""

AT_ONCE = 20
"""Letters sent in one round."""


async def send_all() -> None:
    """One round."""
    sent = 0
    while sent < AT_ONCE and await with_mail(send_one):
        sent += 1
    if sent:
        await with_mail(forget_letters, timezone.now())


def send_one() -> bool:
    """Send the letter that has waited longest; ``False`` when none waits."""
    letter = take_letter(timezone.now())
    if letter is None:
        return False
    try:
        _compose(letter).send()
    except Exception as error:
        for_good = _is_hopeless(error)
        note_failed(letter, f"{type(error).__name__}: {error}", timezone.now(), for_good=for_good)
        logger.warning("A letter (%s) could not be sent: %s", letter.kind, type(error).__name__)
    else:
        note_sent(letter, timezone.now())
    return True


def _compose(letter: Letter) -> EmailMessage:
    """The id is the letter's own: one that is sent twice, since a worker was killed between
    sending and noting it, can be recognised."""
    domain = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip("> ")
    headers = {"Message-ID": f"<{letter.pk}@{domain}>", "Auto-Submitted": "auto-generated"}
    if letter.notice_id is not None:
        headers["List-Unsubscribe"] = f"<{stop_link(letter.player)}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return EmailMessage(letter.subject, letter.text, to=[letter.to], headers=headers)


def _is_hopeless(error: Exception) -> bool:
    """Whether the address or the letter is at fault, and not the line or the server's mood."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(500 <= code < 600 for code, _said in error.recipients.values())
    if isinstance(error, smtplib.SMTPResponseException):
        return not isinstance(
            error, smtplib.SMTPConnectError | smtplib.SMTPAuthenticationError
        ) and (500 <= error.smtp_code < 600)
    return isinstance(error, ValueError)  # it cannot even be written
