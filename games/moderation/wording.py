"""Why a report was refused, in words."""

from django.utils.translation import gettext_lazy

from games.chat.wording import explain as explain_talk
from games.common.refusals import Refusal

SENTENCES = {
    "report.reason": gettext_lazy("Say what it is about."),
    "reports.too_soon": gettext_lazy(
        "You have reported a lot just now. The moderators look at it; try again later."
    ),
    "report.suspended": gettext_lazy("You may not report anything at present."),
    "report.settled": gettext_lazy("This was settled in the meantime."),
    "report.person_gone": gettext_lazy("This person is gone: it can only be dismissed."),
    "report.hours": gettext_lazy("Say for how many hours."),
}


def explain(refusal: Refusal) -> str:
    """One sentence for a person, from the refusal's code and data."""
    sentence = SENTENCES.get(refusal.code)
    return explain_talk(refusal) if sentence is None else str(sentence) % refusal.data
