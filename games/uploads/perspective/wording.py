"""Messages about uploaded records: faults, differences and assumptions."""

from typing import Any

from django.utils.translation import gettext_lazy, pgettext_lazy

from games.play.perspective.places import describe_placed_word
from games.play.perspective.wording import describe_wait
from games.play.perspective.wording import explain as explain_game
from games.rules.equipment.errors import RuleError
from games.rules.equipment.squares import Square
from games.rules.gcg.records import EntryKind
from scrabble_site.shared.refusals import Refusal, TooManyRequests

REFUSAL_TEXTS = {
    "uploads.nothing": gettext_lazy("Choose a file or paste a game."),
    "uploads.unknown": gettext_lazy("Game not found."),
    "uploads.title": gettext_lazy("Give the game a name."),
    "uploads.many": gettext_lazy("You already have %(n)s games. Delete one first."),
    "uploads.large": gettext_lazy("You've used all your storage. Delete a game first."),
    "uploads.busy": gettext_lazy(
        "The server is busy. Your game is still here – try again in %(wait)s."
    ),
    "uploads.too_soon": gettext_lazy("Too many uploads. Try again in %(wait)s."),
    "gcg.too_large": gettext_lazy("A file can have 2 MB and 20,000 lines at most."),
    "gcg.too_slow": gettext_lazy("This game takes too long to replay."),
    "gcg.failed": gettext_lazy("This game could not be replayed."),
    "gcg.empty": gettext_lazy("The file has no moves."),
    "gcg.control": gettext_lazy("This line has a control character."),
    "gcg.line": gettext_lazy("This is neither a move nor a header. Moves start with >."),
    "gcg.event": gettext_lazy(
        "Unreadable move. Write it as >name: RACK 8H WORD +12 12, with the total at the end."
    ),
    "gcg.too_long": gettext_lazy("This line is too long for a move."),
    "gcg.too_many": gettext_lazy("A game can't have this many lines."),
    "gcg.players": gettext_lazy("There are more players than seats in this game."),
    "gcg.rack": gettext_lazy("This play uses more tiles than a rack holds."),
    "gcg.withdrawal": gettext_lazy("This player has no play to take back."),
    "gcg.challenge": gettext_lazy("This player has no play that could be challenged."),
    "gcg.after_end": gettext_lazy("The game was already over: leftover tiles had been counted."),
    "gcg.before_start": gettext_lazy("No one had taken a turn yet."),
    "tiles.too_many": gettext_lazy("The board has more of a letter than the tile set."),
    "tile_set.unknown": gettext_lazy("Tile set not found."),
    "notation.letter": gettext_lazy("This tile set doesn't have that letter."),
}

MISTAKE_TEXTS = {
    "score": gettext_lazy("The file says %(stated)s points; the rules give %(computed)s."),
    "total": gettext_lazy(
        "The file says %(stated)s in total; the lines above add up to %(computed)s."
    ),
    "rack": gettext_lazy("This rack is impossible with the tiles on the board."),
    "exchange": gettext_lazy("%(stated)s tiles can't be exchanged here: %(computed)s at most."),
    "left": gettext_lazy(
        "The file counts %(stated)s for leftover tiles; the rules give %(computed)s."
    ),
    "rack.letters": gettext_lazy("The rack has letters that aren't in the tile set: %(about)s."),
    "rack.size": gettext_lazy("The rack has %(stated)s tiles; the limit is %(computed)s."),
    "rack.laid": gettext_lazy("These tiles were played but aren't on the rack: %(about)s."),
    "rack.withdrawn": gettext_lazy("The play that was taken back used these tiles: %(about)s."),
    "rack.nobody": gettext_lazy("This player isn't in the game."),
    "exchange.letters": gettext_lazy("These tiles aren't in this game: %(about)s."),
    "exchange.none": gettext_lazy("An exchange needs at least one tile."),
    "squares.letters": gettext_lazy(
        "The letters in brackets differ from those on the board: %(about)s."
    ),
    "turn.order": gettext_lazy("It was %(about)s's turn."),
    "turn.other": gettext_lazy("It was the other player's turn."),
    "turn.late": gettext_lazy("There was another turn after the play."),
    "turn.judged": gettext_lazy("A challenge to this play had already failed."),
    "turn.after_out": gettext_lazy("The game was already over: the last tiles had been played."),
    "left.twice": gettext_lazy("This player's leftover tiles were already counted."),
    "left.tiles": gettext_lazy(
        "There are more leftover tiles of a letter than the tile set has: %(about)s."
    ),
    "left.bag": gettext_lazy("The game was not over: at least %(about)s tiles were in the bag."),
    "player.twice": gettext_lazy("Two players have the nickname %(about)s."),
    "player.number": gettext_lazy("Two players have this number."),
    "player.unknown": gettext_lazy("This player isn't one of those the file names."),
    "player.unnamed": gettext_lazy("A player needs a nickname."),
    "header.twice": gettext_lazy("This contradicts an earlier line."),
    "header.meaning": gettext_lazy("This doesn't match the game."),
    "header.winner": gettext_lazy("%(about)s doesn't have the most points."),
}

REMARK_TEXTS = {
    "rack.kept": gettext_lazy(
        "Kept after the previous move but missing from this rack: %(about)s."
    ),
    "rack.others": gettext_lazy("On this rack and another player's: %(about)s."),
}

ASSUMPTION_TEXTS = {
    "options": gettext_lazy(
        "The file names options this game doesn't have. Tournament options are assumed."
    ),
    "tiles_unknown": gettext_lazy("There is no tile set called %(first)s here."),
    "game_unknown": gettext_lazy("There is no game called %(first)s here. Scrabble is assumed."),
    "tiles_of_lexicon": gettext_lazy(
        "The file doesn't name its tile set. Shown with the default one for %(second)s."
    ),
    "tiles_usual": gettext_lazy("The file doesn't name its tile set. Shown with the default one."),
    "tiles_of_letters": gettext_lazy(
        "The file doesn't name its tile set. Shown with the first one that has its letters."
    ),
}

ENTRY_TEXTS = {
    EntryKind.EXCHANGE: gettext_lazy("exchanged %(tiles)s"),
    EntryKind.PASS: pgettext_lazy("a move", "passed"),
    EntryKind.WITHDRAWAL: gettext_lazy("taken back"),
    EntryKind.CHALLENGE: gettext_lazy("failed challenge"),
    EntryKind.TIME: gettext_lazy("time"),
    EntryKind.RACK: gettext_lazy("leftover tiles: %(tiles)s"),
}


def explain(refusal: Refusal) -> str:
    """Return a one-sentence message for an error."""
    sentence = REFUSAL_TEXTS.get(refusal.code)
    if sentence is None:
        return explain_game(refusal)
    wait = {"wait": describe_wait(refusal.seconds)} if isinstance(refusal, TooManyRequests) else {}
    return str(sentence) % (refusal.data | wait)


def explain_fault(fault: dict[str, Any]) -> str:
    """Return a sentence about what is wrong with a line."""
    if sentence := REFUSAL_TEXTS.get(fault["code"]):
        return str(sentence)
    squares = (Square.parse(name) for name in fault["squares"])
    return explain_game(RuleError(fault["code"], "", squares=squares, words=fault["words"]))


def explain_mistake(mistake: dict[str, Any]) -> str:
    return str(MISTAKE_TEXTS[mistake["code"] or mistake["figure"]]) % mistake


def explain_remark(remark: dict[str, Any]) -> str:
    return str(REMARK_TEXTS[remark["code"]]) % remark


def describe_assumption(note: dict[str, Any]) -> str:
    about: list[str] = note["about"]
    first, second = (*about, "", "")[:2]
    return str(ASSUMPTION_TEXTS[note["code"]]) % {"first": first, "second": second}


def describe_line(line: dict[str, Any]) -> str:
    """Describe the move in a line."""
    if line["kind"] == EntryKind.PLAY:
        return describe_placed_word(line["position"], line["tiles"])
    return str(ENTRY_TEXTS[EntryKind(line["kind"])]) % line
