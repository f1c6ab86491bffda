"""What a member shows, and to whom."""

from games.common.refusals import Forbidden
from games.people.models import Openness, Privacy
from games.players.models import Player


def choose_privacy(player: Player | None, *, profile: Openness, online: Openness) -> None:
    """Raises ``Forbidden`` for whoever has no account, and so no page."""
    if player is None or player.user_id is None:
        raise Forbidden("follow.members_only")
    chosen = {"profile": profile, "online": online}
    Privacy.objects.update_or_create(player=player, defaults=chosen)
