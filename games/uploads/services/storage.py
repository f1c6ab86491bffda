"""Storing uploaded games. Only their owner may share, rename or delete them."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Sum

from games.players.models import Player
from games.rules.positions.variants import get_variant
from games.uploads.models import MAX_NAME_LENGTH, MAX_TITLE_LENGTH, UploadedGame
from games.uploads.signals import upload_deleted, upload_shared
from lexicon.models import Revision
from scrabble_site.shared.refusals import Conflict, InvalidRequest, NotFound

UPLOAD_LIMITS = ("uploads_of_player", "upload_kilobytes_of_player")


@dataclass(frozen=True, slots=True)
class UploadRequest:
    """A record to save: findings without faults, and the owner's choices."""

    findings: dict[str, Any]
    title: str
    revision: Revision | None


def save_upload(player: Player, upload_request: UploadRequest, now: datetime) -> UploadedGame:
    """Save a record, or return the owner's existing upload of the same text.

    Raises ``Conflict`` "uploads.many" or "uploads.large" if the owner's space is used up, and
    "player.gone" for a deleted account.
    """
    found = upload_request.findings
    data = found["text"].encode()
    digest = hashlib.sha256(data).hexdigest()
    with transaction.atomic():
        # Locked so that uploads sent at once cannot exceed the limits together.
        player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if player.left_at is not None:
            raise Conflict("player.gone")
        if known := UploadedGame.objects.filter(owner=player, digest=digest).first():
            return known
        _require_space(player, len(data))
        names = list_seat_names(found)
        return UploadedGame.objects.create(
            owner=player,
            text=found["text"],
            digest=digest,
            size=len(data),
            title=normalize_title(upload_request.title)
            or normalize_title(found["title"])
            or _join_names(names),
            names=names,
            variant=found["variant"],
            tile_set=found["tile_set"],
            layout=found["layout"],
            revision=upload_request.revision,
            created_at=now,
        )


def set_shared(player: Player | None, upload_id: UUID, *, shared: bool) -> UploadedGame:
    """Make an upload visible to everyone who knows the URL, or to its owner only."""
    with transaction.atomic():
        upload = _lock_own_upload(player, upload_id)
        upload.shared = shared
        upload.save(update_fields=["shared"])
        if shared:
            upload_shared.send(sender=UploadedGame, upload=upload)
        return upload


def rename_upload(player: Player | None, upload_id: UUID, title: str) -> UploadedGame:
    """Rename an upload. Raises ``InvalidRequest`` "uploads.title" for an empty title."""
    if not (title := normalize_title(title)):
        raise InvalidRequest("uploads.title")
    with transaction.atomic():
        upload = _lock_own_upload(player, upload_id)
        upload.title = title
        upload.save(update_fields=["title"])
        return upload


def delete_upload(player: Player | None, upload_id: UUID) -> None:
    """Delete an upload. Raises ``NotFound`` if it is already deleted or belongs to someone else."""
    with transaction.atomic():
        _delete_row(_lock_own_upload(player, upload_id))


def erase_upload_data(player: Player, **_signal: Any) -> None:
    """Delete the private uploads of a member who deletes the account.

    Shared ones stay, because people have linked to them; their owner is then shown as a former
    player.
    """
    for upload in UploadedGame.objects.filter(owner=player, shared=False).defer("text"):
        _delete_row(upload)


def export_upload_data(player: Player, **_signal: Any) -> dict[str, Any]:
    """Return the stored uploads of a player as plain data."""
    uploads = UploadedGame.objects.filter(owner=player).select_related("revision__lexicon")
    return {
        "uploads": [
            {
                "id": one.pk,
                "title": one.title,
                "at": one.created_at,
                "shared": one.shared,
                "variant": one.variant,
                "tiles": one.tile_set,
                "dictionary": str(one.revision) if one.revision else "",
                "record": one.text,
            }
            for one in uploads.order_by("created_at")
        ]
    }


def normalize_title(title: str) -> str:
    """Return the title on one line, cut to the maximum length."""
    printable = "".join(sign if sign.isprintable() else " " for sign in title)
    return " ".join(printable.split())[:MAX_TITLE_LENGTH].strip()


def list_seat_names(findings: dict[str, Any]) -> list[str]:
    """Return a name for every seat; empty for a seat that the record does not name."""
    names = [normalize_title(name)[:MAX_NAME_LENGTH] for name in findings["names"]]
    lacking = get_variant(findings["variant"]).min_seats - len(names)
    return [*names, *[""] * lacking]


def _delete_row(upload: UploadedGame) -> None:
    upload_deleted.send(sender=UploadedGame, record_id=upload.pk)
    upload.delete()


def _lock_own_upload(player: Player | None, upload_id: UUID) -> UploadedGame:
    upload = UploadedGame.objects.select_for_update().filter(pk=upload_id, owner=player).first()
    if player is None or upload is None:
        raise NotFound("uploads.unknown")
    return upload


def _require_space(player: Player, size: int) -> None:
    uploads = UploadedGame.objects.filter(owner=player)
    limit, kilobytes = (settings.CONCURRENCY_LIMITS[name] for name in UPLOAD_LIMITS)
    if uploads.count() >= limit:
        raise Conflict("uploads.many", n=limit)
    if (uploads.aggregate(sum=Sum("size"))["sum"] or 0) + size > kilobytes * 1000:
        raise Conflict("uploads.large")


def _join_names(names: list[str]) -> str:
    return normalize_title(" – ".join(name or "?" for name in names))
