"""Error messages of the analysis board. Other codes are worded by :mod:`games.play`."""

from django.utils.translation import gettext_lazy

from games.common.names import isolate_name
from games.play.perspective.wording import explain as explain_play
from games.rules.equipment.errors import RuleError
from scrabble_site.shared.refusals import Refusal
from scrabble_site.shared.wording import join_list

REFUSAL_TEXTS = {
    "rollouts.unknown": gettext_lazy("This analysis is no longer available. Run it again."),
    "analysis_board.no_rack": gettext_lazy("Enter the tiles on the rack first."),
    "setup.version": gettext_lazy("This link has an unknown format."),
    "setup.too_long": gettext_lazy("“%(said)s” is too long in this link."),
    "setup.game": gettext_lazy("There is no game “%(said)s”."),
    "setup.tiles": gettext_lazy("This game has no tile set “%(said)s”."),
    "setup.layout": gettext_lazy("This game has no board “%(said)s”."),
    "setup.dict": gettext_lazy("There is no dictionary “%(said)s” for these tiles."),
    "setup.no_dict": gettext_lazy("No dictionary for these tiles is installed."),
    "setup.rows": gettext_lazy("The board has %(said)s rows, but the link has a different number."),
    "setup.row": gettext_lazy("Row %(said)s of the board is unreadable or has the wrong length."),
    "setup.owners": gettext_lazy("Every tile needs an owner. The board has %(said)s tiles."),
    "setup.owner": gettext_lazy(
        "“%(said)s” is not an owner. Use a or b, or A or B for safe tiles."
    ),
    "setup.rack": gettext_lazy("The rack “%(said)s” has a letter that isn't in the tile set."),
    "setup.rack_size": gettext_lazy("A rack holds %(said)s tiles at most."),
    "setup.too_many": gettext_lazy("Too many tiles for this set: %(said)s."),
    "setup.never_blank": gettext_lazy("A blank can't represent %(said)s."),
    "setup.seats": gettext_lazy("This game can't be played with that many seats."),
    "setup.seat": gettext_lazy("There is no seat %(said)s."),
    "setup.scores": gettext_lazy("Enter one score per seat, not “%(said)s”."),
    "setup.scores_follow": gettext_lazy("In this game, the tiles on the board set the scores."),
    "setup.racks": gettext_lazy("The other racks can't hold that many tiles."),
    "setup.out": gettext_lazy("These seats can't have left the game: %(said)s."),
    "setup.exchange": gettext_lazy("An exchange can't require %(said)s tiles in the bag."),
    "setup.passes": gettext_lazy("The number of earlier passes must be 0 or 1, not “%(said)s”."),
}


def explain(error: Refusal | RuleError) -> str:
    """Return a sentence that says what is wrong."""
    sentence = REFUSAL_TEXTS.get(error.code)
    if sentence is None or error.code.endswith("too_soon"):
        return explain_play(error)
    words = error.words if isinstance(error, RuleError) else (str(error.data.get("said", "")),)
    return str(sentence) % {"said": join_list(map(isolate_name, words))}
