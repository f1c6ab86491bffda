"""What the site says in words: why something was refused, what a move was, how a game ended.

The rules and services speak in codes and data; every sentence a person reads about a game is
made here, translatable, and in :mod:`games.play.telling`.
"""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.common.refusals import Refusal
from games.rules.errors import RuleError

SENTENCES = {
    "room.unknown": gettext_lazy("There is no such room."),
    "room.seats": gettext_lazy("This game is not played with that many seats."),
    "room.lexicon_empty": gettext_lazy("That dictionary holds no words yet."),
    "room.host_only": gettext_lazy("Only the host can do that, unless the host is away."),
    "room.too_few": gettext_lazy("At least two seats must be taken."),
    "room.kept": gettext_lazy("Every free seat is kept for somebody who is invited."),
    "room.many": gettext_lazy(
        "You have %(n)s rooms open already. Finish, resign or leave a game first: see My games."
    ),
    "room.full": gettext_lazy("Every seat is taken."),
    "game.unknown": gettext_lazy("There is no such game."),
    "game.not_started": gettext_lazy("The game has not started yet."),
    "game.started": gettext_lazy("The game has already started."),
    "game.running": gettext_lazy("The game is still going on."),
    "game.over": gettext_lazy("The game is over."),
    "game.moved_on": gettext_lazy("The game has moved on. Here is how it stands now."),
    "seat.unknown": gettext_lazy("There is no such seat."),
    "seat.taken": gettext_lazy("Somebody else has just taken that seat."),
    "seat.kept": gettext_lazy("That seat is kept for %(name)s."),
    "seat.have_one": gettext_lazy("You have a seat in this game already."),
    "seat.not_yours": gettext_lazy("You have no seat in this game."),
    "player.unknown": gettext_lazy("Nobody here is called %(name)s."),
    "player.sits": gettext_lazy("%(name)s sits at this table already."),
    "player.many": gettext_lazy(
        "Several players are called %(name)s. Send the one you mean the room's link."
    ),
    "nickname.at_table": gettext_lazy(
        "Somebody at this table is called %(name)s, or nearly so. Choose another name."
    ),
    "nickname.member": gettext_lazy(
        "A member is called %(name)s, or nearly so. Choose another name."
    ),
    "nickname.moving": gettext_lazy("You were sitting down elsewhere just now. Try again."),
    "nickname.reserved": gettext_lazy("Nobody can be called %(name)s. Choose another name."),
    "nickname.scripts": gettext_lazy("A name is written in the letters of one script."),
    "nickname.unreadable": gettext_lazy("A name needs a letter or a digit that can be read."),
    "invitation.gone": gettext_lazy("That seat is not kept for anybody any more."),
    "invitation.not_yours": gettext_lazy("This invitation is not yours to decline."),
    "computer.level": gettext_lazy("There is no computer player of that level."),
    "hint.closed": gettext_lazy("Hints are only given in games against the computer alone."),
    "hint.none": gettext_lazy("No play is to be found: exchange or pass."),
    "form.turn": gettext_lazy("The page sent something unreadable. Reload it, please."),
    "form.game": gettext_lazy("The page sent something unreadable. Reload it, please."),
    "form.text": gettext_lazy("The page sent something unreadable. Reload it, please."),
    "form.seat": gettext_lazy("The page sent something unreadable. Reload it, please."),
    "form.too_long": gettext_lazy("That is too long to be a move."),
    "hint.not_yours": gettext_lazy("That was not your turn."),
    "notation.coordinates": gettext_lazy("That is not a place on the board."),
    "words.invalid": gettext_lazy("Not in the dictionary: %(words)s."),
    "turn.final_challenge": gettext_lazy("The last play has to be accepted or challenged first."),
    "turn.left": gettext_lazy("You have left this game."),
    "tiles.never_blank": gettext_lazy("A blank cannot stand for %(words)s here."),
    "tiles.unknown_face": gettext_lazy("There is no tile %(words)s in this game."),
    "exchange.no_tiles": gettext_lazy("Choose the tiles to exchange."),
    "exchange.bag_too_small": gettext_lazy("Too few tiles are left in the bag for that."),
    "challenge.nothing": gettext_lazy("There is no play to challenge now."),
    "challenge.own_play": gettext_lazy("You cannot challenge your own play."),
    "challenge.accepted": gettext_lazy("You have accepted the play already."),
    "accept.nothing": gettext_lazy("There is no play to accept now."),
    "accept.own_play": gettext_lazy("Your own play is for the others to accept."),
    "accept.already": gettext_lazy("You have accepted the play already."),
    "placement.not_connected": gettext_lazy("The tiles must touch a tile on the board."),
    "placement.start_not_covered": gettext_lazy("The first play covers the centre square."),
    "placement.one_tile": gettext_lazy("The first play has at least two tiles."),
    "placement.empty_square": gettext_lazy("There must be no empty square between the tiles."),
    "placement.off_board": gettext_lazy("The play runs off the board."),
    "placement.no_tiles": gettext_lazy("Lay at least one tile."),
    "placement.occupied": gettext_lazy("There is a tile on %(squares)s already."),
    "placement.word_not_whole": gettext_lazy("The word goes on beyond the tiles you named."),
}

FAMILIES = {
    "notation": gettext_lazy("That could not be read as a move."),
    "placement": gettext_lazy("The tiles cannot lie there."),
    "rack": gettext_lazy("Those tiles are not on your rack."),
    "exchange": gettext_lazy("Those tiles cannot be exchanged now."),
    "challenge": gettext_lazy("There is nothing to challenge now."),
    "turn": gettext_lazy("It is not your turn."),
}

LEVEL_LABELS = {
    1: gettext_lazy("Gentle"),
    2: gettext_lazy("Casual"),
    3: gettext_lazy("Steady"),
    4: gettext_lazy("Strong"),
    5: gettext_lazy("Expert"),
}
"""What the levels of computer players are called; their play is in games.engine.levels."""

KEYBOARD = (
    (("←", "↑", "→", "↓"), gettext_lazy("move the cursor on the board, the focus on the rack")),
    (("A", "…", "Z"), gettext_lazy("lay a tile and go on; without one a blank stands for it")),
    (("Space",), gettext_lazy("turn: type across or down")),
    (("Backspace",), gettext_lazy("take the last tile back")),
    (("Enter",), gettext_lazy("play; on the rack, choose the tile for a square")),
    (("Escape",), gettext_lazy("recall every tile you laid")),
    (
        ("Home", "End"),
        gettext_lazy("to the ends of the row, with Ctrl to the corners of the board"),
    ),
    (("Page Up", "Page Down"), gettext_lazy("five rows up or down")),
    (("Shift", "← →"), gettext_lazy("on the rack: carry the tile along")),
)
"""What the page's script does on keys (``static/js``), for the help."""


def explain(error: Refusal | RuleError) -> str:
    """One sentence for a person, from the error's code and data."""
    sentence = SENTENCES.get(error.code) or FAMILIES.get(error.code.split(".")[0])
    if sentence is None:
        return _("That is not possible now.")
    return str(sentence) % _data(error)


def _data(error: Refusal | RuleError) -> dict[str, object]:
    if isinstance(error, Refusal):
        return error.data
    return {
        "words": ", ".join(error.words),
        "squares": ", ".join(square.name for square in error.squares),
    }
