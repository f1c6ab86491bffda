"""Texts of the chat: channel names, reasons for refusals, and the notification of a mention."""

from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.chat.models import ChatChannel
from games.play.perspective.wording import explain as explain_game
from games.players.services.notification_settings import NotificationEvent
from games.players.services.notifications import NotificationContext, NotificationKind, PushPolicy
from scrabble_site.shared.refusals import Refusal

CHANNEL_NAMES = {
    ChatChannel.ROOM: gettext_lazy("Everyone"),
    ChatChannel.PLAYERS: gettext_lazy("Players"),
    ChatChannel.SPECTATORS: gettext_lazy("Spectators"),
    ChatChannel.TEAM: gettext_lazy("My team"),
}

CHANNEL_HINTS = {
    ChatChannel.ROOM: gettext_lazy("Message everyone here"),
    ChatChannel.PLAYERS: gettext_lazy("Message the players"),
    ChatChannel.SPECTATORS: gettext_lazy("Message spectators"),
    ChatChannel.TEAM: gettext_lazy("Message your team"),
}

REFUSAL_TEXTS = {
    "chat.empty": gettext_lazy("Type a message first."),
    "chat.long": gettext_lazy("Messages can have up to %(n)s characters and six lines."),
    "chat.moved_on": gettext_lazy(
        "The game has moved on, so your message would now go to different people. Check who "
        "you're writing to and send it again."
    ),
    "chat.off": gettext_lazy("The host has turned off the chat."),
    "chat.gone": gettext_lazy("This message no longer exists."),
    "chat.oneself": gettext_lazy("You can't do that to yourself."),
}


def explain(refusal: Refusal) -> str:
    """Return the sentence that explains a refusal to a player."""
    sentence = REFUSAL_TEXTS.get(refusal.code)
    return explain_game(refusal) if sentence is None else str(sentence) % refusal.data


def _describe_mention(context: NotificationContext) -> str:
    """Name the author and the room, but do not quote the message."""
    return _("%(name)s mentioned you in %(title)s.") % {
        "name": context.actor,
        "title": context.title,
    }


MENTION_NOTIFICATION = NotificationKind(
    code="mention",
    title=gettext_lazy("Someone mentioned you"),
    describe=_describe_mention,
    setting_event=NotificationEvent.MENTION,
    leads_to="room",
    mail_after=None,
    push=PushPolicy(lifetime=timedelta(hours=1), urgency="normal", topic="mention"),
    crosses_blocks=False,
    in_bell=True,
)
