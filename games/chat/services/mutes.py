"""Hide one player's messages from another. No one else learns of it."""

from games.chat.models import Message, Mute
from games.chat.services.stamps import bump_stamps
from games.players.models import Player
from scrabble_site.shared.refusals import InvalidRequest, NotFound


def mute(player: Player, other: Player) -> None:
    """Hide all past and future messages by ``other`` from ``player``."""
    if player == other:
        raise InvalidRequest("chat.oneself")
    Mute.objects.get_or_create(player=player, other=other)
    refresh_shared_rooms(player, other)


def unmute(player: Player, other: Player) -> None:
    """Show messages by ``other`` to ``player`` again, including old ones."""
    player.mutes.filter(other=other).delete()
    refresh_shared_rooms(player, other)


def get_author(code: str, number: int) -> Player:
    """Return the author of a message. Raises ``NotFound`` if either is gone."""
    message = Message.objects.select_related("author").filter(pk=number, chat__room__code=code)
    found = message.first()
    if found is None or found.author is None:
        raise NotFound("chat.gone")
    return found.author


def refresh_shared_rooms(*people: Player) -> None:
    """Bump the chats in which these players have written, after a change of who reads whom."""
    bump_stamps(Message.objects.filter(author__in=people).values("chat").distinct())
