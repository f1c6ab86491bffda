"""What puzzles say: what is asked for, what a play was worth, hints, refusals."""

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.common.refusals import Refusal
from games.play.wording import explain as explain_game
from games.puzzles.models import Kind, Puzzle
from games.puzzles.services.trying import Trial
from games.ratings.perspective import name_language
from games.rules.errors import RuleError
from games.rules.game import GameState, preview
from games.rules.moves import Act, Play
from games.rules.scoring import PlayScore
from games.rules.squares import Direction
from games.rules.variants import get_variant

TASKS = {
    Kind.BEST: gettext_lazy("One play is clearly better than all others. Find it."),
    Kind.BINGO: gettext_lazy("Lay your whole rack in one play."),
    Kind.ENDGAME: gettext_lazy(
        "The bag is empty. Play to the last tile: the computer answers with its best."
    ),
    Kind.STEAL: gettext_lazy("Steal as many points as one play can."),
}

LEVELS = {1: gettext_lazy("easy"), 2: gettext_lazy("medium"), 3: gettext_lazy("hard")}

SENTENCES = {
    "puzzle.unknown": gettext_lazy("There is no such puzzle."),
    "puzzle.over": gettext_lazy("You are done with this puzzle already."),
    "puzzle.moved_on": gettext_lazy(
        "This puzzle has gone on elsewhere. Here is how it stands now."
    ),
    "puzzle.ended": gettext_lazy("This end game is played out. Lay it out anew."),
    "puzzle.no_pass": gettext_lazy("Here a play is to be found."),
    "puzzle.none_left": gettext_lazy("You have seen all of these. More are cut from new games."),
}


def explain(error: Refusal | RuleError) -> str:
    """One sentence for a person, from the error's code and data."""
    sentence = SENTENCES.get(error.code)
    return explain_game(error) if sentence is None else str(sentence)


def name_game(variant: str, language: str) -> str:
    """Such as "Scrabble, English"."""
    return f"{get_variant(variant).name}, {name_language(language)}"


def say_trial(puzzle: Puzzle, state: GameState, trial: Trial) -> str:
    """What became of a play that was laid in ``state``."""
    said = say_act(state, puzzle.seat, trial.play)
    if trial.answer == "found":
        return _("Found! %(play)s.") % {"play": said}
    if trial.answer == "on":
        return _("%(play)s. The answer lies on the board.") % {"play": said}
    if trial.answer == "short":
        return _(
            "That is the end, and %(n)s points less than can be had. Lay it out anew and try again."
        ) % {"n": number(trial.lost or 0)}
    return f"{said}. {_say_less(puzzle, trial.lost)}"


def _say_less(puzzle: Puzzle, lost: float | None) -> str:
    if puzzle.kind == Kind.BINGO:
        return _("A good play, but there is one that lays all your tiles.")
    if lost is None:
        return _("A lawful play, but there is one far better.")
    if puzzle.kind == Kind.STEAL:
        return _("A good play, but %(n)s points more can be stolen.") % {"n": number(lost)}
    return _("A good play, but another is worth %(n)s points more in the long run.") % {
        "n": number(lost)
    }


def say_act(state: GameState, seat: int, act: Act) -> str:
    """A play with its place and what it brings: "8D QUIET, 48 points"."""
    if not isinstance(act, Play):
        return _("A pass")
    score = preview(state, seat, act, None)
    points = ngettext("%(n)d point", "%(n)d points", score.total) % {"n": score.total}
    return f"{act.position.name} {score.words[0].word}, {points}"


def say_hints(kind: str, state: GameState, seat: int, act: Act, step: int) -> list[str]:
    """What is told of the play to be found, as far as ``step`` goes."""
    if not isinstance(act, Play):
        return [_("Nothing that could be laid is better than a pass.")][:step]
    score = preview(state, seat, act, None)
    way = act.position.direction
    square = act.position.square.name
    where = (
        _("It begins on %(square)s and runs across.")
        if way is Direction.ACROSS
        else _("It begins on %(square)s and runs down.")
    )
    letter = _("The word begins with %(letter)s.") % {"letter": score.words[0].faces[0]}
    return [_say_measure(kind, score), where % {"square": square}, letter][:step]


def _say_measure(kind: str, score: PlayScore) -> str:
    letters = ngettext(
        "The word has %(n)d letter", "The word has %(n)d letters", len(score.words[0].faces)
    ) % {"n": len(score.words[0].faces)}
    if kind == Kind.STEAL:
        rest = ngettext("and steals %(n)d point.", "and steals %(n)d points.", score.stolen)
        return f"{letters} {rest % {'n': score.stolen}}"
    rest = ngettext("and scores %(n)d point.", "and scores %(n)d points.", score.total)
    return f"{letters} {rest % {'n': score.total}}"


def say_measure(kind: str) -> str:
    """What the column of values holds, where it tells more than the score."""
    if kind == Kind.BEST:
        return _("Worth")
    return {Kind.STEAL: _("Stolen"), Kind.ENDGAME: _("Lead won")}.get(Kind(kind), "")


def say_shared(puzzle: Puzzle, day: date | None, tries: int, hints: int, *, found: bool) -> str:
    """What somebody shows others: how it went, and nothing of the answer."""
    head = f"Tileroom · {Kind(puzzle.kind).label} · {name_game(puzzle.variant, puzzle.language)}"
    if day is not None:
        head += f" · {date_format(day, 'SHORT_DATE_FORMAT')}"
    if not found:
        return f"{head}\n{_('Not found')}"
    said = ngettext("Found in %(n)d try", "Found in %(n)d tries", tries) % {"n": tries}
    helped = ngettext("%(n)d hint", "%(n)d hints", hints) % {"n": hints} if hints else _("no hint")
    return f"{head}\n{said}, {helped}"


def number(value: float) -> str:
    """Points as they are read: without a fraction of nothing."""
    return f"{value:.0f}" if value == int(value) else f"{value:.1f}"
