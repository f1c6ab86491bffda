"""What the API refuses, in sentences. The codes of the other domains have their own."""

from django.utils.translation import gettext_lazy

from games.common.refusals import Refusal
from games.play.wording import explain as explain_game
from games.rules.errors import RuleError

SENTENCES = {
    "address.unknown": gettext_lazy("There is nothing at this address."),
    "method.unknown": gettext_lazy("This address is asked in another way."),
    "fields.invalid": gettext_lazy("Some fields are not as they should be."),
    "body.unreadable": gettext_lazy("The body is not JSON."),
    "cursor.invalid": gettext_lazy("This cursor is not from here, or of another list."),
    "since.invalid": gettext_lazy("This time is not to be read."),
    "token.missing": gettext_lazy("Send a token: Authorization: Bearer …"),
    "token.invalid": gettext_lazy("This token is unknown, or good no more."),
    "token.scope": gettext_lazy("This token does not allow that."),
    "token.members_only": gettext_lazy("Tokens are for members: sign up or log in."),
    "token.name": gettext_lazy("Give the token a name."),
    "token.scopes": gettext_lazy("Choose what the token allows."),
    "token.bot": gettext_lazy("Give the bot a name."),
    "token.unknown": gettext_lazy("There is no such token."),
    "token.many": gettext_lazy("%(n)s tokens are the most: revoke one first."),
    "token.many_bots": gettext_lazy("%(n)s bots are the most: choose the name of one you have."),
    "record.unknown": gettext_lazy("There is no such game, or it is not over yet."),
    "analysis.none": gettext_lazy("This game has not been analysed: ask for it on its page."),
    "upload.faults": gettext_lazy("This is no record of a game: see which lines are not."),
    "upload.tile_set": gettext_lazy("Say which tile set it was played with."),
    "upload.dictionary": gettext_lazy("Say which dictionary it was played with, or - for none."),
    "uploads.many": gettext_lazy("%(n)s games are the most. Delete one first."),
    "uploads.large": gettext_lazy("Your games are too large together. Delete one first."),
    "uploads.busy": gettext_lazy("Others upload just now. Try again soon."),
    "gcg.too_large": gettext_lazy("This record is too large."),
    "gcg.too_slow": gettext_lazy("This record takes too long to read."),
    "gcg.failed": gettext_lazy("This record could not be read."),
    "player.closed": gettext_lazy("This member does not show these figures."),
    "player.none": gettext_lazy("There is no such member."),
    "dictionary.unknown": gettext_lazy("There is no such dictionary, or no such revision."),
    "dictionary.closed": gettext_lazy("Dictionaries are closed to whoever plays a running game."),
    "words.none": gettext_lazy("Name the words."),
    "words.many": gettext_lazy("%(n)s words at a time are the most."),
    "tile_set.unknown": gettext_lazy("There is no such tile set."),
    "variant.unknown": gettext_lazy("There is no such game."),
}


def explain(error: Refusal | RuleError) -> str:
    """One sentence for whoever reads the answer."""
    sentence = SENTENCES.get(error.code)
    if sentence is None:
        return explain_game(error)
    data = error.data if isinstance(error, Refusal) else {}
    return str(sentence) % data
