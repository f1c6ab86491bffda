"""The message that is sent: a single e-mail from the outbox, or several combined."""

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.mail.models import OutgoingMail
from games.mail.services.bounces import sign_bounce_token
from games.mail.services.mail_links import build_absolute_url, build_unsubscribe_link, make_absolute
from games.players.services.languages import get_reading_language
from games.players.services.notifications import (
    describe_notification,
    get_notification_kind,
    get_setting_event,
)
from games.players.services.time_zones import get_reading_zone

MAIL_SEPARATOR = "\n\n– – –\n\n"


def compose_mail(mails: Sequence[OutgoingMail], now: datetime) -> EmailMessage:
    """Combine e-mails to one player into one message, in the player's language."""
    player = mails[0].player
    language = get_reading_language(player) if player else settings.LANGUAGE_CODE
    with translation.override(language):
        return _compose_mail(mails, now)


def _compose_mail(mails: Sequence[OutgoingMail], now: datetime) -> EmailMessage:
    """Compose the message in the active language.

    The Message-ID comes from the first one. If a worker is killed between sending and recording
    that, the message is sent twice, and mail programs can recognise the copy.
    """
    first = mails[0]
    domain = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip("> ")
    headers = {"Message-ID": f"<{first.pk}@{domain}>", "Auto-Submitted": "auto-generated"}
    text = MAIL_SEPARATOR.join(get_mail_text(mail, now) for mail in mails)
    if first.notice_id is not None and first.player is not None:
        link = build_unsubscribe_link(first.player, first.to, _list_unsubscribe_kinds(mails))
        # Put into the Message-ID, so that a later bounce report identifies the player.
        mark = sign_bounce_token(first.player, first.to, list_mail_kinds(mails))
        headers["Message-ID"] = f"<{first.pk}.{mark}@{domain}>"
        # One-click unsubscription, RFC 8058.
        headers["List-Unsubscribe"] = f"<{link}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        foot = _("Choose when Tileroom e-mails you: %(settings)s\nStop e-mails like this: %(link)s")
        page = build_absolute_url("games:notification_settings")
        text = f"{text}\n\n{foot % {'settings': page, 'link': link}}"
    # The envelope sender, to which mail servers return bounces. Readers see the From header.
    sender = settings.MAIL_BOUNCES_TO or settings.DEFAULT_FROM_EMAIL
    headers["From"] = settings.DEFAULT_FROM_EMAIL
    return EmailMessage(_get_combined_subject(mails), text, sender, to=[first.to], headers=headers)


def get_mail_subject(mail: OutgoingMail) -> str:
    """Return the e-mail's subject, or the title of its notice."""
    if mail.notice is None or mail.subject:
        return mail.subject
    return f"Tileroom: {get_notification_kind(mail.kind).title}"


def get_mail_text(mail: OutgoingMail, now: datetime) -> str:
    """Return the e-mail's text, or the sentence of its notice and the link it leads to."""
    notice = mail.notice
    if notice is None or mail.text:
        return mail.text
    leads_to = make_absolute(notice.path or notice.get_absolute_url())
    with timezone.override(get_reading_zone(notice.player)):
        return f"{describe_notification(notice, now, by_mail=True)}\n{leads_to}"


def _get_combined_subject(mails: Sequence[OutgoingMail]) -> str:
    if len(mails) == 1:
        return get_mail_subject(mails[0])
    many = ngettext("Tileroom: %(n)s notification", "Tileroom: %(n)s notifications", len(mails))
    return many % {"n": len(mails)}


def list_mail_kinds(mails: Sequence[OutgoingMail]) -> list[str]:
    """Return the setting kinds of these e-mails. Those that have no setting are left out."""
    kinds = {get_setting_event(mail.kind) for mail in mails}
    return sorted(kind.value for kind in kinds if kind is not None)


def _list_unsubscribe_kinds(mails: Sequence[OutgoingMail]) -> list[str]:
    """Return the kinds that the unsubscribe link stops. An empty list, which means all, if one of
    the e-mails has no setting."""
    kinds = [get_setting_event(mail.kind) for mail in mails]
    return [] if None in kinds else sorted({kind.value for kind in kinds if kind is not None})
