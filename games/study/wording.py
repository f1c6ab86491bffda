"""Why something of one's study was refused, and where a quiz's words come from, in words."""

from django.utils.translation import gettext_lazy

from games.common.refusals import Refusal
from games.play.wording import explain as explain_play

SENTENCES = {
    "study.nothing": gettext_lazy(
        "There is nothing to ask there now. Choose other words, or come back when some are due."
    ),
    "study.enough": gettext_lazy(
        "You have met enough new words for a day. What is due can be asked at any time."
    ),
    "study.unknown": gettext_lazy("There is no such quiz."),
    "study.not_asked": gettext_lazy("That question has not been asked yet."),
    "study.set_unknown": gettext_lazy("There is no such list."),
    "study.upload_unknown": gettext_lazy("There is no such game of yours."),
    "study.many_words": gettext_lazy("A list has %(n)s words at most."),
    "study.many_sets": gettext_lazy("You have %(n)s lists already: remove one first."),
    "study.no_words": gettext_lazy("None of these words is in this dictionary."),
}


def explain(refusal: Refusal) -> str:
    """One sentence for a person, from the refusal's code and data."""
    sentence = SENTENCES.get(refusal.code)
    return explain_play(refusal) if sentence is None else str(sentence) % refusal.data
