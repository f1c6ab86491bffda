"""Texts of daily games: error messages, and what a player shares."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.daily.models import DailyAttempt, DailyGame
from games.daily.terms.daily_turns import DailyTurn
from games.play.perspective.wording import explain as explain_play
from games.rules.duplicate.standings import is_best
from games.rules.equipment.errors import RuleError
from lexicon.terms.alphabets import list_languages
from scrabble_site.shared.instants import write_day
from scrabble_site.shared.language_names import translate_language_name
from scrabble_site.shared.refusals import Refusal
from scrabble_site.shared.wording import format_percent

REFUSAL_TEXTS = {
    "daily.unknown": gettext_lazy("There is no daily game here."),
    "daily.unpublished": gettext_lazy("The draws are published when the day is over."),
    "daily.moved_on": gettext_lazy(
        "You continued this game elsewhere. Here is the latest position."
    ),
    "daily.turn_over": gettext_lazy("The time for this turn is over."),
}

BEST_SQUARE, SOME_SQUARE, NO_SQUARE = "🟩", "🟨", "⬜"


def explain(error: Refusal | RuleError) -> str:
    """Return a one-sentence message for an error."""
    sentence = REFUSAL_TEXTS.get(error.code)
    return explain_play(error) if sentence is None else str(sentence)


def name_language(code: str) -> str:
    """Return the name of a language in the reader's own."""
    return translate_language_name(dict(list_languages()).get(code, code))


def get_percent(points: int, most: int) -> float:
    """Return points as a percentage of those of the best plays."""
    return 100 * points / most if most else 0.0


def choose_square(points: int, best: int) -> str:
    """Return the coloured square of a turn, which reveals no play."""
    if is_best(points, best):
        return BEST_SQUARE
    return SOME_SQUARE if points else NO_SQUARE


def build_daily_share_text(
    game: DailyGame, attempt: DailyAttempt, turns: Sequence[DailyTurn]
) -> str:
    """Return a text about a finished attempt that reveals no play."""
    most = sum(turn.score for turn in turns)
    title, language = _("Daily game"), name_language(game.language)
    head = f"Tileroom · {title} · {language} · {write_day(game.day)}"
    result = _("%(points)s of %(most)s points (%(percent)s), %(found)s of %(turns)s best plays") % {
        "points": attempt.points,
        "most": most,
        "percent": format_percent(get_percent(attempt.points, most)),
        "found": attempt.best_plays,
        "turns": len(turns),
    }
    squares = "".join(
        choose_square(points, turn.score)
        for points, turn in zip(attempt.turn_points, turns, strict=True)
    )
    return f"{head}\n{result}\n{squares}"
