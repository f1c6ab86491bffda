"""Messages for the API's error codes. Codes of other domains are worded there."""

from django.utils.translation import gettext_lazy

from games.events.perspective.wording import explain as explain_event
from games.play.perspective.wording import explain as explain_game
from games.rules.equipment.errors import RuleError
from scrabble_site.shared.refusals import Refusal

REFUSAL_TEXTS = {
    "address.unknown": gettext_lazy("Not found. Check the address."),
    "method.unknown": gettext_lazy("This method is not allowed here."),
    "fields.invalid": gettext_lazy("Some fields are not valid."),
    "body.unreadable": gettext_lazy("The request body must be a JSON object."),
    "cursor.invalid": gettext_lazy("This cursor is not valid for this list."),
    "since.invalid": gettext_lazy("This time is not valid."),
    "token.missing": gettext_lazy("Send a token in the header “Authorization: Bearer …”."),
    "token.invalid": gettext_lazy("This token is unknown or no longer valid."),
    "token.scope": gettext_lazy("This token doesn't allow this action."),
    "token.members_only": gettext_lazy("Tokens are for members. Sign up or log in."),
    "token.name": gettext_lazy("Give the token a name."),
    "token.scopes": gettext_lazy("Choose at least one permission."),
    "token.bot": gettext_lazy("Give the bot a name."),
    "token.unknown": gettext_lazy("Token not found."),
    "token.many": gettext_lazy("You can have %(n)s tokens at most. Revoke one first."),
    "token.many_bots": gettext_lazy(
        "You can have %(n)s bots at most. Enter the name of one of them."
    ),
    "record.unknown": gettext_lazy("This game does not exist or is not over yet."),
    "analysis.none": gettext_lazy("This game has not been analysed yet."),
    "analysis.no_words": gettext_lazy("This game has no dictionary, so it can't be analysed."),
    "analysis.playing": gettext_lazy(
        "Analyses in the language of your game are closed to you and your bot. "
        "Finish the game first."
    ),
    "puzzles.playing": gettext_lazy(
        "Answers in the language of your game are closed to you and your bot. "
        "Finish the game first."
    ),
    "plays.no_words": gettext_lazy("This game has no dictionary, so plays can't be found."),
    "plays.turn": gettext_lazy("This game doesn't have that many moves."),
    "plays.no_rack": gettext_lazy("The rack in this position is unknown."),
    "position.running": gettext_lazy("This position is too similar to one in a running game."),
    "uploads.unknown": gettext_lazy("Upload not found."),
    "uploads.title": gettext_lazy("Give the game a title."),
    "streams_of_member.too_soon": gettext_lazy(
        "You have too many streams open. Close one, or try again later."
    ),
    "uploads_by_token.too_soon": gettext_lazy("Too many games at once. Try again later."),
    "upload.faults": gettext_lazy("This game record has errors. Check the lines listed."),
    "upload.tile_set": gettext_lazy("Send the tile set the game was played with."),
    "upload.dictionary": gettext_lazy(
        "Send the dictionary the game was played with, or “-” if it isn't on this site."
    ),
    "uploads.many": gettext_lazy("You can keep %(n)s games at most. Delete one first."),
    "uploads.large": gettext_lazy("Your uploads take up too much space. Delete one first."),
    "uploads.busy": gettext_lazy("The server is busy. Try again soon."),
    "gcg.too_large": gettext_lazy("This record is too large."),
    "gcg.too_slow": gettext_lazy("This record takes too long to read."),
    "gcg.failed": gettext_lazy("This record could not be read."),
    "player.closed": gettext_lazy("This member's statistics are private."),
    "player.none": gettext_lazy("Member not found."),
    "dictionary.unknown": gettext_lazy("Dictionary or revision not found."),
    "dictionary.closed": gettext_lazy(
        "Dictionaries in the language of your game are closed to you and your bot."
    ),
    "words.none": gettext_lazy("Send at least one word."),
    "words.many": gettext_lazy("Send %(n)s words at most."),
    "tile_set.unknown": gettext_lazy("Tile set not found."),
    "variant.unknown": gettext_lazy("Game not found."),
}


def explain(error: Refusal | RuleError) -> str:
    """Return a one-sentence message for an error."""
    sentence = REFUSAL_TEXTS.get(error.code)
    if sentence is None and error.code.startswith(("event.", "pairing.")):
        return explain_event(error)
    if sentence is None:
        return explain_game(error)
    data = error.data if isinstance(error, Refusal) else {}
    return str(sentence) % data


def serialize_details(error: Refusal | RuleError) -> dict[str, object]:
    """Return the error's data as plain JSON values."""
    if isinstance(error, RuleError):
        squares = [square.name for square in error.squares]
        return {"words": list(error.words), "squares": squares}
    return {
        name: value if isinstance(value, int | str | list) else str(value)
        for name, value in error.data.items()
    }
