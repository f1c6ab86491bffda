"""Letters as they are sent: one by itself, or several that leave together in one."""

from collections.abc import Sequence

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.mail.models import Letter
from games.mail.services.links import stop_link
from games.players.services.tellings import kind_of

RULE = "\n\n– – –\n\n"


def compose(letters: Sequence[Letter]) -> EmailMessage:
    """One mail of letters to one player. The id is the first letter's own: one that is sent twice,
    since a worker was killed between sending and noting it, can be recognised."""
    first = letters[0]
    domain = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip("> ")
    headers = {"Message-ID": f"<{first.pk}@{domain}>", "Auto-Submitted": "auto-generated"}
    text = RULE.join(letter.text for letter in letters)
    if first.notice_id is not None and first.player is not None:
        link = stop_link(first.player, _kinds(letters))
        headers["List-Unsubscribe"] = f"<{link}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        foot = _("You get this because you asked for reminders. To stop them: %(link)s")
        text = f"{text}\n\n{foot % {'link': link}}"
    return EmailMessage(_subject(letters), text, to=[first.to], headers=headers)


def _subject(letters: Sequence[Letter]) -> str:
    if len(letters) == 1:
        return letters[0].subject
    many = ngettext("Tileroom: %(n)s piece of news", "Tileroom: %(n)s pieces of news", len(letters))
    return many % {"n": len(letters)}


def _kinds(letters: Sequence[Letter]) -> list[str]:
    """What the link in them stops; nothing in particular where one of them is of no such kind."""
    kinds = [kind_of(letter.kind) for letter in letters]
    return [] if None in kinds else sorted({kind.value for kind in kinds if kind is not None})
