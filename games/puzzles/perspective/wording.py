"""Texts of puzzles: tasks, the values of plays, hints and error messages."""

from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.play.perspective.places import describe_placed_word
from games.play.perspective.wording import explain as explain_game
from games.puzzles.models import Puzzle, PuzzleKind
from games.puzzles.services.puzzle_attempts import PuzzlePlayResult
from games.ratings.perspective import get_language_name
from games.rules.equipment.errors import RuleError
from games.rules.equipment.squares import Direction
from games.rules.flow.game import GameState, preview_score
from games.rules.plays.acts import Act, Play
from games.rules.plays.scoring import PlayScore
from games.rules.positions.variants import get_variant
from scrabble_site.shared.instants import write_day
from scrabble_site.shared.refusals import Refusal

TASK_TEXTS = {
    PuzzleKind.BEST: gettext_lazy("One play is clearly better than the rest. Find it."),
    PuzzleKind.BINGO: gettext_lazy("Play all your tiles in one move."),
    PuzzleKind.ENDGAME: gettext_lazy(
        "The bag is empty. Play it out: the computer replies with its best moves."
    ),
    PuzzleKind.STEAL: gettext_lazy("Steal as many points as you can in one play."),
}

LEVEL_NAMES = {1: gettext_lazy("easy"), 2: gettext_lazy("medium"), 3: gettext_lazy("hard")}

REFUSAL_TEXTS = {
    "puzzle.unknown": gettext_lazy("Puzzle not found."),
    "puzzle.over": gettext_lazy("You've already finished this puzzle."),
    "puzzle.moved_on": gettext_lazy(
        "You continued this puzzle elsewhere. Here is the latest position."
    ),
    "puzzle.ended": gettext_lazy("This endgame is over. Reset it to try again."),
    "puzzle.no_pass": gettext_lazy("You can't pass here. Find a play."),
    "puzzle.closed": gettext_lazy(
        "You're playing a game in this language. Endgames reopen when it's over."
    ),
    "puzzle.none_left": gettext_lazy("You've seen all of these. New games bring new puzzles."),
}


def explain(error: Refusal | RuleError) -> str:
    """Return a one-sentence message for an error."""
    sentence = REFUSAL_TEXTS.get(error.code)
    return explain_game(error) if sentence is None else str(sentence)


def describe_variant_and_language(variant: str, language: str) -> str:
    """Name a variant and a language, such as "Scrabble, English"."""
    return f"{get_variant(variant).name}, {get_language_name(language)}"


def describe_try(puzzle: Puzzle, state: GameState, trial: PuzzlePlayResult) -> str:
    """Describe the result of a play tried in ``state``."""
    text = describe_act(state, puzzle.seat, trial.play)
    if trial.answer == "found":
        return _("Found! %(play)s.") % {"play": text}
    if trial.answer == "on":
        return _("%(play)s. The computer's reply is on the board.") % {"play": text}
    if trial.answer == "short":
        lost = trial.lost or 0
        return ngettext(
            "Game over, %(n)s point short of the best result. Reset it and try again.",
            "Game over, %(n)s points short of the best result. Reset it and try again.",
            choose_plural(lost),
        ) % {"n": format_points(lost)}
    if trial.answer == "unjudged":
        return _(
            "%(play)s. That's not the play to find. Words aren't checked here while you're "
            "playing a game in this language."
        ) % {"play": text}
    return f"{text}. {_describe_worse_play(puzzle, trial.lost)}"


def _describe_worse_play(puzzle: Puzzle, lost: float | None) -> str:
    if puzzle.kind == PuzzleKind.BINGO:
        return _("Good play, but there's one that uses all your tiles.")
    if lost is None:
        return _("Legal play, but there's a much better one.")
    if puzzle.kind == PuzzleKind.STEAL:
        text = ngettext(
            "Good play, but you can steal %(n)s more point.",
            "Good play, but you can steal %(n)s more points.",
            choose_plural(lost),
        )
    else:
        text = ngettext(
            "Good play, but another is worth %(n)s point more in the long run.",
            "Good play, but another is worth %(n)s points more in the long run.",
            choose_plural(lost),
        )
    return text % {"n": format_points(lost)}


def describe_act(state: GameState, seat: int, act: Act) -> str:
    """Name a play with its place and score, such as "D8 across QUIET, 48 points"."""
    if not isinstance(act, Play):
        return _("A pass")
    score = preview_score(state, seat, act, None)
    points = ngettext("%(n)d point", "%(n)d points", score.total) % {"n": score.total}
    return f"{describe_placed_word(act.position, score.words[0].word)}, {points}"


def describe_hints(kind: str, state: GameState, seat: int, act: Act, step: int) -> list[str]:
    """Return the first ``step`` hints about the play to be found."""
    if not isinstance(act, Play):
        return [_("No play is better than a pass.")][:step]
    score = preview_score(state, seat, act, None)
    way = act.position.direction
    square = act.position.square.name
    where = (
        _("It starts at %(square)s and runs across.")
        if way is Direction.ACROSS
        else _("It starts at %(square)s and runs down.")
    )
    letter = _("The word starts with %(letter)s.") % {"letter": score.words[0].faces[0]}
    return [_describe_value(kind, score), where % {"square": square}, letter][:step]


def _describe_value(kind: str, score: PlayScore) -> str:
    letters = ngettext(
        "The word has %(n)d letter.", "The word has %(n)d letters.", len(score.words[0].faces)
    ) % {"n": len(score.words[0].faces)}
    if kind == PuzzleKind.STEAL:
        rest = ngettext("It steals %(n)d point.", "It steals %(n)d points.", score.stolen)
        return f"{letters} {rest % {'n': score.stolen}}"
    rest = ngettext("It scores %(n)d point.", "It scores %(n)d points.", score.total)
    return f"{letters} {rest % {'n': score.total}}"


def get_measure_label(kind: str) -> str:
    """Return the heading of the plays' values, or "" if they are just the scores."""
    if kind == PuzzleKind.BEST:
        return _("Value")
    return {PuzzleKind.STEAL: _("Stolen"), PuzzleKind.ENDGAME: _("Lead gained")}.get(
        PuzzleKind(kind), ""
    )


def build_share_text(
    puzzle: Puzzle, day: date | None, tries: int, hints: int, *, found: bool
) -> str:
    """Return a text about the attempt that does not reveal the answer."""
    game = describe_variant_and_language(puzzle.variant, puzzle.language)
    head = f"Tileroom · {PuzzleKind(puzzle.kind).label} · {game}"
    if day is not None:
        head += f" · {write_day(day)}"
    if not found:
        return "\n".join((head, _("Not solved")))
    text = ngettext("Solved in %(n)d try", "Solved in %(n)d tries", tries) % {"n": tries}
    helped = ngettext("%(n)d hint", "%(n)d hints", hints) % {"n": hints} if hints else _("no hints")
    return f"{head}\n{text}, {helped}"


def choose_plural(value: float) -> int:
    """Return the whole number whose plural form fits a number of points.

    Fractions take the form of two: "1.5 points", in Russian "1,5 очка".
    """
    return int(value) if value == int(value) else 2


def format_points(value: float) -> str:
    """Format points, with one decimal only if they are not whole."""
    return f"{value:.0f}" if value == int(value) else f"{value:.1f}"
