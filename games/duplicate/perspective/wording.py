"""Sentences about duplicate games."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.common.names import isolate_name
from games.duplicate.models import DuplicateEntrant, DuplicateGame
from games.play.perspective.wording import LEVEL_LABELS
from games.play.perspective.wording import explain as explain_play
from games.rules.duplicate.formats import (
    LONE_BEST_BONUS,
    LONE_BEST_PLAYERS,
    DuplicateFormat,
    DuplicateOptions,
)
from games.rules.duplicate.game import DuplicateEnd
from games.rules.equipment.errors import RuleError
from scrabble_site.shared.refusals import Refusal

ABANDONED = "abandoned"

REFUSAL_TEXTS = {
    "duplicate.unknown": gettext_lazy("This duplicate game doesn't exist."),
    "duplicate.not_entered": gettext_lazy("Join the game first."),
    "duplicate.moved_on": gettext_lazy("That turn is over."),
    "duplicate.too_late": gettext_lazy("Time is up. Your play came too late for this turn."),
    "duplicate.over": gettext_lazy("The game is over."),
    "duplicate.computers": gettext_lazy("You can add up to %(n)s computer players."),
    "duplicate.too_many_tiles": gettext_lazy("A play uses at most seven tiles."),
    "duplicate.variant": gettext_lazy("This game can't be played as duplicate."),
    "duplicate.no_turns": gettext_lazy("No turn of this game is over yet."),
    "duplicate.running": gettext_lazy("The game is still in progress."),
}

ENDING_TEXTS = {
    DuplicateEnd.NO_TILES: gettext_lazy("Every tile has been played."),
    DuplicateEnd.NO_BALANCE: gettext_lazy("No vowels or no consonants are left."),
    DuplicateEnd.NO_PLAY: gettext_lazy("No play is possible with this rack."),
    ABANDONED: gettext_lazy("No one sent a play in three turns."),
}

FORMAT_LABELS = {
    DuplicateFormat.STANDARD: gettext_lazy("Standard"),
    DuplicateFormat.JOKER: gettext_lazy("Joker: a blank on every rack"),
    DuplicateFormat.SEVEN_OF_EIGHT: gettext_lazy("7 of 8: racks of eight tiles"),
}


def explain(error: Refusal | RuleError) -> str:
    """Return the sentence that explains an error to a player."""
    sentence = REFUSAL_TEXTS.get(error.code)
    if sentence is None:
        return explain_play(error)
    return str(sentence) % (error.data if isinstance(error, Refusal) else {})


def get_shown_title(game: DuplicateGame) -> str:
    """Return the title the host chose, or one of the host's name in the reader's language."""
    if game.title:
        return game.title
    return _("%(name)s's duplicate game") % {"name": isolate_name(game.host.shown_name)}


def get_entrant_name(entrant: DuplicateEntrant) -> str:
    if entrant.player is not None:
        return entrant.player.shown_name
    return _("%(level)s bot") % {"level": LEVEL_LABELS[entrant.computer_level or 1]}


def describe_duplicate_options(options: DuplicateOptions) -> tuple[str, ...]:
    """Describe what differs from a standard game, one phrase each."""
    phrases = []
    if options.format is not DuplicateFormat.STANDARD:
        phrases.append(str(FORMAT_LABELS[options.format]))
    if options.refuses_invalid_words:
        phrases.append(_("invalid words rejected"))
    if options.lone_best_bonus:
        values = {"points": LONE_BEST_BONUS, "players": LONE_BEST_PLAYERS}
        phrases.append(
            _("+%(points)s points if only one player finds the best play (%(players)s+ players)")
            % values
        )
    return tuple(phrases)
