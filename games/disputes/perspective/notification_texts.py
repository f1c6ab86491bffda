"""The text of the notification about a disputed word."""

from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.players.services.notifications import NotificationContext, NotificationKind
from scrabble_site.shared.final_letters import write_final_letter

MAX_ANSWER_LENGTH = 240
"""Characters of an answer shown in the bell and in push messages. The page and e-mail show all."""


def _describe_answer(context: NotificationContext) -> str:
    """Return the verdict and what the editors wrote, shortened except in e-mail."""
    data = context.data
    accepted = _("Your dispute about “%(word)s” was accepted.")
    declined = _("Your dispute about “%(word)s” was declined.")
    word = write_final_letter(data.get("word", ""))
    verdict = (accepted if data.get("agreed") else declined) % {"word": word}
    text = f"{verdict} {data.get('answer', '')}".strip()
    fits = context.by_mail or len(text) <= MAX_ANSWER_LENGTH
    return text if fits else f"{text[: MAX_ANSWER_LENGTH - 1]}…"


DISPUTE_NOTIFICATION = NotificationKind(
    code="dispute",
    title=gettext_lazy("Answer to your dispute"),
    describe=_describe_answer,
    setting_event=None,
    leads_to="page",
    mail_after=timedelta(minutes=10),
    push=None,
    crosses_blocks=False,
    in_bell=True,
)
