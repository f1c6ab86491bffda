"""Saves what a member shows to whom."""

from games.people.models import PrivacySettings, Visibility
from games.players.models import Player
from scrabble_site.shared.refusals import Forbidden


def save_privacy(player: Player | None, *, profile: Visibility, online: Visibility) -> None:
    """Save a member's choices. Raises ``Forbidden`` for players without an account, who have no
    page."""
    if player is None or player.user_id is None:
        raise Forbidden("follow.members_only")
    chosen = {"profile": profile, "online": online}
    PrivacySettings.objects.update_or_create(player=player, defaults=chosen)
