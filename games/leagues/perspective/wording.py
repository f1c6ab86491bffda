"""Sentences about leagues: refusals, and words for settings."""

from django.utils.translation import gettext_lazy, ngettext

from games.play.perspective.wording import explain as explain_play
from games.rules.equipment.errors import RuleError
from scrabble_site.shared.refusals import Refusal

REFUSAL_TEXTS = {
    "league.unknown": gettext_lazy("This league doesn't exist."),
    "league.many": gettext_lazy("You have founded %(n)s leagues. That's the limit."),
    "league.no_title": gettext_lazy("Give the league a name."),
    "league.days": gettext_lazy("That number of days isn't possible."),
    "league.start": gettext_lazy("The first season has to start in the future."),
    "league.full": gettext_lazy("Every place in the next season is taken."),
    "league.not_entered": gettext_lazy("You're not playing this season."),
    "league.founder_only": gettext_lazy("Only the founder can manage the league."),
    "league.closed": gettext_lazy("This league is closed."),
    "league.removed": gettext_lazy("You were removed from this league."),
    "league.no_entry": gettext_lazy("This player isn't in the season."),
    "ladder.not_on": gettext_lazy("Join the ladder first."),
    "ladder.no_place": gettext_lazy("This player has left the ladder."),
    "ladder.out_of_reach": gettext_lazy("You can challenge players up to three places above you."),
    "ladder.busy": gettext_lazy("One of you has another challenge. Finish it first."),
    "ladder.no_challenge": gettext_lazy("This challenge doesn't exist."),
    "ladder.not_yours": gettext_lazy("This challenge is for someone else."),
    "ladder.answered": gettext_lazy("This challenge is over or has been answered."),
}


def explain(error: Refusal | RuleError) -> str:
    """Return the sentence that explains an error."""
    sentence = REFUSAL_TEXTS.get(error.code)
    if sentence is None or not isinstance(error, Refusal):
        return explain_play(error)
    return str(sentence) % error.data


def count_turn_days(days: int) -> str:
    return ngettext("%(n)s day per turn", "%(n)s days per turn", days) % {"n": days}


def count_season_days(days: int) -> str:
    return ngettext("%(n)s day per season", "%(n)s days per season", days) % {"n": days}
