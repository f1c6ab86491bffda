"""Tokens and bots when their member logs out everywhere, deletes the account or exports the
data.
"""

from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.accounts.services.account_deletion import delete_account
from games.accounts.services.sessions import end_sessions
from games.api.models import ApiToken
from games.players.models import Player


def close_bot_sockets(*, player: str, **_signal: Any) -> None:
    """Close the sockets of a member's bots when all of the member's sessions end."""
    for bot in Player.objects.filter(operator=UUID(player), left_at=None):
        end_sessions(bot)


def erase_api_data(player: Player, **_signal: Any) -> None:
    """Delete the tokens of a member who deletes the account, then the accounts of the bots."""
    ApiToken.objects.filter(owner=player).delete()
    # Deleting a bot ends its games, which must not happen if the member's deletion is rolled back.
    for bot in player.bots.filter(left_at=None):
        transaction.on_commit(partial(delete_account, bot, timezone.now()))


def export_api_data(player: Player, **_signal: Any) -> dict[str, Any]:
    """Return the stored API data of a player as plain data."""
    tokens = player.tokens.values("name", "scopes", "created_at", "used_at", "revoked_at")
    return {
        "tokens": list(tokens),
        "bots": list(player.bots.order_by("created_at").values_list("nickname", flat=True)),
    }
