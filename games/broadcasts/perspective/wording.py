"""Sentences about annotated games and broadcasts."""

from django.utils.translation import gettext_lazy, pgettext_lazy

from games.events.perspective.wording import explain as explain_event
from games.rules.equipment.errors import RuleError
from games.rules.gcg import EntryKind
from games.uploads.perspective.wording import explain as explain_upload
from games.uploads.perspective.wording import explain_fault
from scrabble_site.shared.refusals import Refusal

REFUSAL_TEXTS = {
    "annotation.unknown": gettext_lazy("This game doesn't exist."),
    "annotation.keepers_only": gettext_lazy("Only the scorekeepers of this game can do that."),
    "annotation.owner_only": gettext_lazy("Only the first scorekeeper can do that."),
    "annotation.old_link": gettext_lazy("This link doesn't work. Ask the scorekeeper for another."),
    "annotation.keepers": gettext_lazy("A game can have %(n)s scorekeepers at most."),
    "annotation.many": gettext_lazy("You keep score in %(n)s games. End one of them first."),
    "annotation.names": gettext_lazy("Enter the names of 2 to %(n)s players."),
    "annotation.played_here": gettext_lazy(
        "The games of this event are played here, so they are recorded already."
    ),
    "annotation.over": gettext_lazy("The game is over. Reopen it to change it."),
    "annotation.changed": gettext_lazy(
        "The game has changed since this page was loaded. Look at it, then send your move again."
    ),
    "annotation.no_move": gettext_lazy("The game has no such move."),
    "annotation.no_moves": gettext_lazy("Enter the moves first."),
    "annotation.too_long": gettext_lazy("A game can't have more moves."),
    "annotation.later_move": gettext_lazy("That change would make move %(n)s impossible."),
}

FAULT_TEXTS = {
    "gcg.withdrawal": gettext_lazy("There is no play to take back."),
    "gcg.challenge": gettext_lazy("There is no play that could be challenged."),
    "notation.tiles": gettext_lazy("Enter the tiles of the move."),
    "notation.rack": gettext_lazy("Enter the rack as letters, with _ for a tile you don't know."),
}

KIND_LABELS = {
    EntryKind.PLAY: pgettext_lazy("a kind of move", "Play"),
    EntryKind.EXCHANGE: pgettext_lazy("a kind of move", "Exchange"),
    EntryKind.PASS: pgettext_lazy("a kind of move", "Pass"),
    EntryKind.WITHDRAWAL: gettext_lazy("Last play challenged off"),
    EntryKind.CHALLENGE: gettext_lazy("Challenge failed"),
}


def explain(error: Refusal | RuleError) -> str:
    """Return the sentence that explains an error to a scorekeeper."""
    if isinstance(error, RuleError):
        if sentence := FAULT_TEXTS.get(error.code):
            return str(sentence)
        squares = [square.name for square in error.squares]
        return explain_fault({"code": error.code, "squares": squares, "words": list(error.words)})
    if sentence := REFUSAL_TEXTS.get(error.code):
        return str(sentence) % error.data
    if error.code.startswith(("uploads.", "gcg.")):
        return explain_upload(error)
    return explain_event(error)
