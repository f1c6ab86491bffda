"""Hiding one person's words from another. Nobody else learns of it."""

from games.chat.models import Message, Mute
from games.chat.services.stamping import bump_all
from games.common.refusals import Missing, Unsuitable
from games.players.models import Player


def mute(player: Player, other: Player) -> None:
    """Everything ``other`` has written and will write vanishes for ``player``."""
    if player == other:
        raise Unsuitable("chat.oneself")
    Mute.objects.get_or_create(player=player, other=other)
    refresh_between(player, other)


def unmute(player: Player, other: Player) -> None:
    """Their words are back, the old ones too."""
    player.mutes.filter(other=other).delete()
    refresh_between(player, other)


def author_of(code: str, number: int) -> Player:
    """Who wrote a message in a room. Raises ``Missing``."""
    message = Message.objects.select_related("author").filter(pk=number, chat__room__code=code)
    found = message.first()
    if found is None or found.author is None:
        raise Missing("chat.gone")
    return found.author


def refresh_between(*people: Player) -> None:
    """Who reads whom has changed: the rooms in which one of them has written look different."""
    bump_all(Message.objects.filter(author__in=people).values("chat").distinct())
