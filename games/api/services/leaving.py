"""What becomes of tokens and bots when their member logs out everywhere, leaves, or asks for all
that is kept."""

from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.accounts.services.leaving import leave_for_good
from games.accounts.services.sessions import end_sessions
from games.api.models import Token
from games.players.models import Player


def end_sockets(*, player: str, **_said: Any) -> None:
    """The sockets of a member's bots end with all sessions of the member."""
    for bot in Player.objects.filter(operator=UUID(player), left_at=None):
        end_sessions(bot)


def take_away(player: Player, **_said: Any) -> None:
    """A member leaves for good: the bots leave their games, too, once the member is gone."""
    Token.objects.filter(owner=player).delete()
    for bot in player.bots.filter(left_at=None):
        transaction.on_commit(partial(leave_for_good, bot, timezone.now()))


def hand_out(player: Player, **_said: Any) -> dict[str, Any]:
    """What is kept of a player here, in plain data."""
    tokens = player.tokens.values("name", "scopes", "created_at", "used_at", "revoked_at")
    return {
        "tokens": list(tokens),
        "bots": list(player.bots.order_by("created_at").values_list("nickname", flat=True)),
    }
