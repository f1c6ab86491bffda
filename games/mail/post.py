"""The worker's third loop: empties the outbox on a thread of its own.

A mail server that is silent, slow or away holds up nothing but letters.
"""

import logging
import smtplib

from django.utils import timezone

from games.common.threads import with_mail
from games.mail.services.outbox import (
    forget_letters,
    note_failed,
    note_sent,
    take_company,
    take_letter,
)
from games.mail.wording import compose

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
    """Send the letter that has waited longest, and with it what else waits for its player;
    ``False`` when none waits."""
    first = take_letter(timezone.now())
    if first is None:
        return False
    letters = [first, *take_company(first, timezone.now())]
    try:
        compose(letters).send()
    except Exception as error:
        fault, for_good = f"{type(error).__name__}: {error}", _is_hopeless(error)
        for letter in letters:
            note_failed(letter, fault, timezone.now(), for_good=for_good)
        logger.warning("A letter (%s) could not be sent: %s", first.kind, type(error).__name__)
    else:
        for letter in letters:
            note_sent(letter, timezone.now())
    return True


def _is_hopeless(error: Exception) -> bool:
    """Whether the address or the letter is at fault, and not the line or the server's mood."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(500 <= code < 600 for code, _said in error.recipients.values())
    if isinstance(error, smtplib.SMTPResponseException):
        return not isinstance(
            error, smtplib.SMTPConnectError | smtplib.SMTPAuthenticationError
        ) and (500 <= error.smtp_code < 600)
    return isinstance(error, ValueError)  # it cannot even be written
