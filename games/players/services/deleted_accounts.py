"""Remembering names and addresses of deleted accounts for a while, as keyed hashes.

No one else can take the name at once, and a member cannot escape a suspension by deleting the
account and creating another one.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.common.names import list_confusable_keys
from games.players.models import DeletedAccountHash, Player
from games.players.services.sanctions import copy_sanctions


def record_deleted_account(player: Player, emails: Iterable[str], now: datetime) -> None:
    """Remember the name and addresses of a member who deletes the account.

    They are kept for the usual retention time, and at least until a mute or suspension ends.
    """
    ends = now + timedelta(days=settings.RETENTION["deletion_marks"].days)
    lasting = [moment for moment in (player.muted_until, player.suspended_until) if moment]
    # Otherwise a long suspension could be escaped by waiting for the row to be deleted.
    values = {"until": max([ends, *lasting]), "player": player}
    for digest in {
        *map(_hash_name, list_confusable_keys(player.nickname)),
        *map(_hash_email, emails),
    }:
        DeletedAccountHash.objects.update_or_create(digest=digest, defaults=values)


def was_name_of_member(name: str) -> bool:
    """Return whether a name is, or looks like, that of a recently deleted account."""
    digests = map(_hash_name, list_confusable_keys(name))
    return DeletedAccountHash.objects.filter(digest__in=digests, until__gt=timezone.now()).exists()


def restore_sanctions(player: Player, email: str, now: datetime) -> None:
    """Apply sanctions that a deleted account with this address still had to a new player."""
    rows = DeletedAccountHash.objects.filter(
        digest=_hash_email(email), until__gt=now
    ).select_related("player")
    for one in rows:
        copy_sanctions(one.player, player, now)


def _hash_name(key: str) -> str:
    return _keyed_hash(f"name {key}")


def _hash_email(email: str) -> str:
    return _keyed_hash(f"address {email.strip().casefold()}")


def _keyed_hash(text: str) -> str:
    return salted_hmac("games.players.departures", text, algorithm="sha256").hexdigest()
