"""Error messages for analyses."""

from django.utils.translation import gettext_lazy

from games.play.perspective.wording import explain as explain_game
from games.rules.equipment.errors import RuleError
from scrabble_site.shared.refusals import Refusal

REFUSAL_TEXTS = {
    "analysis.no_words": gettext_lazy("This game has no dictionary, so it can't be analysed."),
    "analysis.unknown": gettext_lazy("No one has requested this analysis."),
    "analysis.not_yours": gettext_lazy("Someone else requested this analysis."),
    "analysis.playing": gettext_lazy(
        "You can't analyse uploaded games while you're playing. Finish your game first."
    ),
    "analysis.level": gettext_lazy("Unknown analysis level."),
}


def explain(refusal: Refusal | RuleError) -> str:
    """Return a one-sentence message for an error."""
    sentence = REFUSAL_TEXTS.get(refusal.code)
    return explain_game(refusal) if sentence is None else str(sentence)
