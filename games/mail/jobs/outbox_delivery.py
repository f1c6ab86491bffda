"""The worker's mail loop, on a separate thread.

A slow or unreachable mail server therefore delays nothing but e-mail.
"""

import logging
import smtplib

from django.utils import timezone

from games.common.worker_threads import run_in_mail_thread
from games.mail.perspective.mail_texts import compose_mail, list_mail_kinds
from games.mail.services.bounces import is_mailbox_failure, switch_off_after_bounce
from games.mail.services.outbox import (
    claim_mail,
    claim_other_mail,
    mark_mail_failed,
    mark_mail_sent,
)

logger = logging.getLogger(__name__)

MAIL_INTERVAL = 2.0
"""Seconds between two rounds."""

MAILS_PER_ROUND = 20
"""Most messages sent in one round."""


async def send_due_mail() -> None:
    """Send the messages due in this round."""
    sent = 0
    while sent < MAILS_PER_ROUND and await run_in_mail_thread(send_next_mail):
        sent += 1


def send_next_mail() -> bool:
    """Send the e-mail that has waited longest, combined with the others waiting for the same
    player. Return False if none is waiting."""
    first = claim_mail(timezone.now())
    if first is None:
        return False
    mails = [first, *claim_other_mail(first, timezone.now())]
    try:
        compose_mail(mails, timezone.now()).send()
    except Exception as error:
        # An unexpected error must not stop the loop: the e-mail is retried later.
        reason, for_good = f"{type(error).__name__}: {error}", _is_permanent_failure(error)
        for mail in mails:
            mark_mail_failed(mail, reason, timezone.now(), for_good=for_good)
        if first.player is not None and _is_unknown_mailbox(error):
            switch_off_after_bounce(first.player, first.to, list_mail_kinds(mails))
        logger.warning("An e-mail (%s) could not be sent: %s", first.kind, type(error).__name__)
    else:
        for mail in mails:
            mark_mail_sent(mail, timezone.now())
    return True


def _is_unknown_mailbox(error: Exception) -> bool:
    """Return whether the server refused the recipient because the mailbox does not exist."""
    return isinstance(error, smtplib.SMTPRecipientsRefused) and all(
        500 <= code < 600 and is_mailbox_failure(code, reply.decode(errors="replace"))
        for code, reply in error.recipients.values()
    )


def _is_permanent_failure(error: Exception) -> bool:
    """Return whether the address or the message itself is at fault, so that retrying is
    pointless."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(500 <= code < 600 for code, _reply in error.recipients.values())
    if isinstance(error, smtplib.SMTPResponseException):
        # A refused connection or log-in has 5xx codes as well, but is the server's or our fault.
        return not isinstance(
            error, smtplib.SMTPConnectError | smtplib.SMTPAuthenticationError
        ) and (500 <= error.smtp_code < 600)
    return isinstance(error, ValueError)  # the message could not be built
