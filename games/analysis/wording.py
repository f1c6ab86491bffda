"""Why an analysis was refused, in words."""

from django.utils.translation import gettext_lazy

from games.common.refusals import Refusal
from games.play.wording import explain as explain_game
from games.rules.errors import RuleError

SENTENCES = {
    "analysis.no_words": gettext_lazy(
        "No dictionary belongs to this record, so nobody can say what else could have been played."
    ),
    "analysis.unknown": gettext_lazy("Nobody has asked for that analysis."),
    "analysis.not_yours": gettext_lazy("Somebody else has asked for this analysis."),
    "analysis.level": gettext_lazy("There is no such level."),
}


def explain(refusal: Refusal | RuleError) -> str:
    """One sentence for a person, from the refusal's code and data."""
    sentence = SENTENCES.get(refusal.code)
    return explain_game(refusal) if sentence is None else str(sentence)
