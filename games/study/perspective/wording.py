"""Error messages of word study."""

from django.utils.translation import gettext_lazy

from games.play.perspective.wording import explain as explain_play
from scrabble_site.shared.refusals import Refusal

REFUSAL_TEXTS = {
    "study.nothing": gettext_lazy(
        "Nothing to practise there right now. Choose other words, or come back when some are due."
    ),
    "study.enough": gettext_lazy(
        "You've reached today's limit of new words. You can still review words that are due."
    ),
    "study.unknown": gettext_lazy("Quiz not found."),
    "study.not_asked": gettext_lazy("You haven't reached that question yet."),
    "study.list_unknown": gettext_lazy("List not found."),
    "study.upload_unknown": gettext_lazy("Game not found."),
    "study.many_words": gettext_lazy("A list can have %(n)s words at most."),
    "study.many_lists": gettext_lazy("You already have %(n)s lists. Remove one first."),
    "study.no_words": gettext_lazy("These words aren't in this dictionary."),
}


def explain(refusal: Refusal) -> str:
    """Return a one-sentence message for an error."""
    sentence = REFUSAL_TEXTS.get(refusal.code)
    return explain_play(refusal) if sentence is None else str(sentence) % refusal.data
