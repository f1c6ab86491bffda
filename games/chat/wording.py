"""What the chat says in words: places, and why something was refused."""

from django.utils.translation import gettext_lazy

from games.chat.models import Channel
from games.common.refusals import Refusal
from games.play.wording import explain as explain_game

PLACES = {
    Channel.ROOM: gettext_lazy("Everybody"),
    Channel.PLAYERS: gettext_lazy("Players"),
    Channel.WATCHERS: gettext_lazy("Watchers"),
    Channel.TEAM: gettext_lazy("My team"),
}

HINTS = {
    Channel.ROOM: gettext_lazy("Write to everybody here"),
    Channel.PLAYERS: gettext_lazy("Write to the players"),
    Channel.WATCHERS: gettext_lazy("Write to those who watch"),
    Channel.TEAM: gettext_lazy("Write to your team"),
}

SENTENCES = {
    "chat.empty": gettext_lazy("There is nothing to send yet."),
    "chat.long": gettext_lazy("A message has at most %(n)s characters and six lines."),
    "chat.moved_on": gettext_lazy(
        "The game has moved on, and with it who reads this. Look whom you write to, then send."
    ),
    "chat.off": gettext_lazy("The host has switched the chat off."),
    "chat.gone": gettext_lazy("That message is gone."),
    "chat.oneself": gettext_lazy("That is you."),
}


def explain(refusal: Refusal) -> str:
    """One sentence for a person, from the refusal's code and data."""
    sentence = SENTENCES.get(refusal.code)
    return explain_game(refusal) if sentence is None else str(sentence) % refusal.data
