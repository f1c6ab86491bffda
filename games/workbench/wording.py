"""Refusals of the analysis board in sentences; what is not its own is said by the room's."""

from django.utils.translation import gettext_lazy

from games.common.refusals import Refusal
from games.play.wording import explain as explain_play
from games.players.names import isolate
from games.rules.errors import RuleError

SENTENCES = {
    "workbench.running": gettext_lazy(
        "This is a position of a game that is still going on, or nearly one. Nobody may have it"
        " analysed before that game is over."
    ),
    "thought.unknown": gettext_lazy(
        "Another position has been asked about since, or this was long ago. Ask once more."
    ),
    "workbench.no_rack": gettext_lazy("Say first which tiles the rack holds."),
    "setup.version": gettext_lazy("This address is of a form that is not known here."),
    "setup.too_long": gettext_lazy("“%(said)s” is too long in this address."),
    "setup.game": gettext_lazy("There is no game “%(said)s”."),
    "setup.tiles": gettext_lazy("This game has no tile set “%(said)s”."),
    "setup.layout": gettext_lazy("This game is not played on a board “%(said)s”."),
    "setup.dict": gettext_lazy("There is no dictionary “%(said)s” for these tiles."),
    "setup.no_dict": gettext_lazy("No dictionary for these tiles is installed."),
    "setup.rows": gettext_lazy("The board has %(said)s rows, and the address another number."),
    "setup.row": gettext_lazy("Row %(said)s of the board cannot be read, or has another length."),
    "setup.owners": gettext_lazy("Every tile needs its owner: %(said)s tiles lie on the board."),
    "setup.owner": gettext_lazy("“%(said)s” is no owner: a, b, or A, B for safe tiles."),
    "setup.rack": gettext_lazy("The rack “%(said)s” has a letter that is on no tile."),
    "setup.rack_size": gettext_lazy("A rack holds %(said)s tiles at the most."),
    "setup.too_many": gettext_lazy("There are not so many tiles %(said)s in the set."),
    "setup.never_blank": gettext_lazy("No blank may stand for %(said)s."),
    "setup.seats": gettext_lazy("This game is not played with that many seats."),
    "setup.seat": gettext_lazy("There is no such seat: %(said)s."),
    "setup.scores": gettext_lazy("The scores are a number for each seat, not “%(said)s”."),
    "setup.scores_follow": gettext_lazy("In this game the scores follow from the tiles."),
    "setup.racks": gettext_lazy("The other racks cannot hold that many tiles."),
    "setup.out": gettext_lazy("These seats cannot have left: %(said)s."),
    "setup.exchange": gettext_lazy("Exchanging cannot need so many tiles: %(said)s."),
    "setup.passes": gettext_lazy("The passes before are 0 or 1, not “%(said)s”."),
}


def explain(error: Refusal | RuleError) -> str:
    """One sentence that names what is wrong."""
    sentence = SENTENCES.get(error.code)
    if sentence is None or error.code.endswith("too_soon"):
        return explain_play(error)
    words = error.words if isinstance(error, RuleError) else (str(error.data.get("said", "")),)
    return str(sentence) % {"said": ", ".join(map(isolate, words))}
