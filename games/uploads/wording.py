"""What is said of records that people bring along: what is wrong, what differs, what is assumed."""

from typing import Any

from django.utils.translation import gettext_lazy, pgettext_lazy

from games.common.refusals import Refusal, TooSoon
from games.play.wording import explain as explain_game
from games.play.wording import tell_wait
from games.rules.errors import RuleError
from games.rules.gcg.records import EntryKind
from games.rules.squares import Square

SENTENCES = {
    "uploads.nothing": gettext_lazy("Choose a file, or paste a record."),
    "uploads.unknown": gettext_lazy("There is no such game of yours."),
    "uploads.title": gettext_lazy("A game needs a name."),
    "uploads.many": gettext_lazy("You keep %(n)s games already: delete one first."),
    "uploads.large": gettext_lazy("You keep as much as one may: delete a game first."),
    "uploads.busy": gettext_lazy("Others upload just now. Try again in a moment."),
    "uploads.too_soon": gettext_lazy(
        "You have sent many records just now. You can send another in %(wait)s."
    ),
    "gcg.too_large": gettext_lazy("A record has two megabytes and 20,000 lines at most."),
    "gcg.too_slow": gettext_lazy("This record takes too long to be played through."),
    "gcg.failed": gettext_lazy("This record could not be played through."),
    "gcg.empty": gettext_lazy("There is no move in it."),
    "gcg.control": gettext_lazy("The line holds a sign that no text has."),
    "gcg.line": gettext_lazy("This is neither a move nor a header: moves begin with >."),
    "gcg.event": gettext_lazy(
        "This cannot be read. A move is written >name: RACK 8H WORD +12 12, the total at its end."
    ),
    "gcg.too_long": gettext_lazy("This line is too long for a move."),
    "gcg.too_many": gettext_lazy("No game has as many lines as this."),
    "gcg.players": gettext_lazy("There are more players than this game has seats."),
    "gcg.rack": gettext_lazy("More tiles are laid than a rack holds."),
    "gcg.withdrawal": gettext_lazy("There is no play of this player to take back."),
    "gcg.challenge": gettext_lazy("There is no play of this player that was challenged."),
    "gcg.after_end": gettext_lazy("The game is over by then: the tiles left were counted."),
    "gcg.before_start": gettext_lazy("Nobody had taken a turn by then."),
    "tiles.too_many": gettext_lazy("More tiles of a letter lie there than the game has."),
    "tile_set.unknown": gettext_lazy("There is no such set of tiles."),
    "notation.letter": gettext_lazy("These tiles have no such letter."),
}

SLIPS = {
    "score": gettext_lazy("The file says %(stated)s points; by the rules it is %(computed)s."),
    "total": gettext_lazy("The file says %(stated)s in total; the lines before give %(computed)s."),
    "rack": gettext_lazy("These tiles cannot have been held beside those on the board."),
    "exchange": gettext_lazy("%(stated)s tiles cannot be exchanged there: %(computed)s at most."),
    "left": gettext_lazy("The file counts %(stated)s for the tiles left; it is %(computed)s."),
}

ASSUMED = {
    "options": gettext_lazy(
        "The file names options that this game does not have: those of tournaments are assumed."
    ),
    "tiles_unknown": gettext_lazy("No set of tiles here is called %(first)s."),
    "game_unknown": gettext_lazy("No game here is called %(first)s: Scrabble is assumed."),
    "tiles_of_lexicon": gettext_lazy(
        "The file does not name its tiles. Shown with those usual for %(second)s."
    ),
    "tiles_usual": gettext_lazy("The file does not name its tiles. Shown with the usual ones."),
    "tiles_of_letters": gettext_lazy(
        "The file does not name its tiles. Shown with the first set that has its letters."
    ),
}

DONE = {
    EntryKind.EXCHANGE: gettext_lazy("exchanged %(tiles)s"),
    EntryKind.PASS: pgettext_lazy("a move", "passed"),
    EntryKind.WITHDRAWAL: gettext_lazy("taken back"),
    EntryKind.CHALLENGE: gettext_lazy("challenged in vain"),
    EntryKind.TIME: gettext_lazy("time"),
    EntryKind.RACK: gettext_lazy("tiles left: %(tiles)s"),
}


def explain(refusal: Refusal) -> str:
    """One sentence for a person, from the refusal's code and data."""
    sentence = SENTENCES.get(refusal.code)
    if sentence is None:
        return explain_game(refusal)
    wait = {"wait": tell_wait(refusal.seconds)} if isinstance(refusal, TooSoon) else {}
    return str(sentence) % (refusal.data | wait)


def explain_fault(fault: dict[str, Any]) -> str:
    """What is wrong with a line."""
    if sentence := SENTENCES.get(fault["code"]):
        return str(sentence)
    squares = (Square.parse(name) for name in fault["squares"])
    return explain_game(RuleError(fault["code"], "", squares=squares, words=fault["words"]))


def explain_slip(slip: dict[str, Any]) -> str:
    return str(SLIPS[slip["figure"]]) % slip


def tell_assumed(note: dict[str, Any]) -> str:
    about: list[str] = note["about"]
    first, second = (*about, "", "")[:2]
    return str(ASSUMED[note["code"]]) % {"first": first, "second": second}


def tell_line(line: dict[str, Any]) -> str:
    """What was done in a line."""
    if line["kind"] == EntryKind.PLAY:
        return f"{line['position']} {line['tiles']}"
    return str(DONE[EntryKind(line["kind"])]) % line
