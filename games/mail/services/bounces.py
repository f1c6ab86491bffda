"""Handles bounces: that kind of e-mail is no longer sent to the player.

A refusal during sending is reported by the server itself. A report that arrives later is believed
only if it contains the Message-ID of an e-mail from here. That id is signed and known only to the
recipient, so no one can switch off other people's e-mail.
"""

import re
from collections.abc import Collection
from email import message_from_bytes, policy
from email.message import EmailMessage, Message
from typing import Any

from django.core import signing

from games.mail.services.addresses import get_mail_address
from games.mail.services.mail_links import SignedMailLink
from games.players.models import Player
from games.players.services.notification_settings import NotificationEvent, switch_off_bounced_mail

BOUNCE_SALT = "games.mail.bounce"
REPORT_VALID_FOR = 30 * 24 * 3600
"""Seconds after an e-mail in which a report about it is accepted."""

MAX_REPORT_BYTES = 1024 * 1024

_MESSAGE_ID_PATTERN = re.compile(r"<[0-9a-f-]{36}\.([\w.-]+)@[^<>\s]*>")
_ENHANCED_STATUS_PATTERN = re.compile(r"\b5\.(\d{1,3})\.\d{1,3}\b")
# SMTP replies without an enhanced status code (RFC 3463) that mean the mailbox cannot be used.
_UNKNOWN_MAILBOX_CODES = (550, 551, 552, 553)


def sign_bounce_token(player: Player, email: str, kinds: Collection[str]) -> str:
    """Return the signed part of an e-mail's Message-ID: the player, the address and the kinds to
    stop."""
    link = SignedMailLink(str(player.pk), email, ",".join(kinds))
    # A colon is not allowed in a Message-ID (RFC 5322).
    return signing.dumps(link, salt=BOUNCE_SALT).replace(":", ".")


def is_mailbox_failure(code: int, reply: str) -> bool:
    """Return whether a permanent refusal is about the mailbox. Refusals because of the sender, spam
    or relaying say nothing about it.

    >>> is_mailbox_failure(550, "5.1.1 no such user"), is_mailbox_failure(554, "5.7.1 no relay")
    (True, False)
    """
    if enhanced := _ENHANCED_STATUS_PATTERN.search(reply):
        return enhanced[1] in ("0", "1", "2")
    return code in _UNKNOWN_MAILBOX_CODES


def switch_off_after_bounce(player: Player, email: str, kinds: Collection[str]) -> bool:
    """Stop these kinds of e-mail. Return False if the player's address has changed since or no kind
    is known."""
    known = [kind for kind in kinds if kind in NotificationEvent.values]
    if not known or get_mail_address(player).casefold() != email.casefold():
        return False
    switch_off_bounced_mail(player, known, email)
    return True


def process_bounce_report(data: bytes) -> bool:
    """Read a delivery status notification (RFC 3464). Return whether it stopped any e-mail.

    Reports about delays or about mail that is not from here have no effect.
    """
    if len(data) > MAX_REPORT_BYTES:
        return False
    report = message_from_bytes(data, policy=policy.default)
    if not any(_reports_failure(part) for part in report.walk()):
        return False
    signed = next((found for part in report.walk() if (found := _find_bounce_token(part))), None)
    if signed is None:
        return False
    player = Player.objects.filter(pk=signed.player, left_at=None).first()
    return player is not None and switch_off_after_bounce(
        player, signed.email, signed.kinds.split(",")
    )


def _reports_failure(part: Message) -> bool:
    """Return whether this part says that delivery failed permanently for lack of a mailbox."""
    if part.get_content_type() != "message/delivery-status":
        return False
    groups: Any = part.get_payload()
    return isinstance(groups, list) and any(
        str(group.get("Action", "")).strip().casefold() == "failed"
        and is_mailbox_failure(0, str(group.get("Status", "")))
        for group in groups
    )


def _find_bounce_token(part: Message) -> SignedMailLink | None:
    """Return the signed token in the Message-ID of the returned e-mail, if it is in this part."""
    if part.get_content_type() == "message/rfc822":
        inner: Any = part.get_payload()
        header = str(inner[0].get("Message-ID", "")) if isinstance(inner, list) and inner else ""
    elif part.get_content_type() == "text/rfc822-headers":
        assert isinstance(part, EmailMessage)
        header = str(part.get_content())
    else:
        return None
    # Mail servers may fold a long header, so all whitespace is removed first.
    mark = _MESSAGE_ID_PATTERN.search("".join(header.split()))
    if mark is None:
        return None
    try:
        return SignedMailLink(
            *signing.loads(mark[1].replace(".", ":"), salt=BOUNCE_SALT, max_age=REPORT_VALID_FOR)
        )
    except (signing.BadSignature, TypeError, ValueError):
        return None
