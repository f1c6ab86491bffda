"""Keeping uploaded games: saved once; shared, renamed and deleted by their owner alone."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Sum

from games.common.refusals import Conflict, Missing, Unsuitable
from games.players.models import Player
from games.rules.variants import get_variant
from games.uploads.models import LONGEST_NAME, LONGEST_TITLE, Upload
from games.uploads.signals import upload_gone, upload_shared
from lexicon.models import Revision

MOST = ("uploads_of_player", "upload_kilobytes_of_player")


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants to keep: findings without a fault, and what they chose besides."""

    findings: dict[str, Any]
    title: str
    revision: Revision | None


def keep(player: Player, wish: Wish, now: datetime) -> Upload:
    """The upload of this text: a new one, or the one there is.

    Raises Conflict "uploads.many" for somebody who keeps as much as one may.
    """
    found = wish.findings
    data = found["text"].encode()
    digest = hashlib.sha256(data).hexdigest()
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        if player.left_at is not None:
            raise Conflict("player.gone")
        if known := Upload.objects.filter(owner=player, digest=digest).first():
            return known
        _require_room(player, len(data))
        names = name_seats(found)
        return Upload.objects.create(
            owner=player,
            text=found["text"],
            digest=digest,
            size=len(data),
            title=clean_title(wish.title) or clean_title(found["title"]) or _versus(names),
            names=names,
            variant=found["variant"],
            tile_set=found["tile_set"],
            layout=found["layout"],
            revision=wish.revision,
            created_at=now,
        )


def share(player: Player | None, upload_id: UUID, *, shared: bool) -> Upload:
    """Let everybody who knows the address see it, or nobody else any more."""
    with transaction.atomic():
        upload = _own(player, upload_id)
        upload.shared = shared
        upload.save(update_fields=["shared"])
        if shared:
            upload_shared.send(sender=Upload, upload=upload)
        return upload


def rename(player: Player | None, upload_id: UUID, title: str) -> Upload:
    """Raises Unsuitable "uploads.title" for an empty one."""
    if not (title := clean_title(title)):
        raise Unsuitable("uploads.title")
    with transaction.atomic():
        upload = _own(player, upload_id)
        upload.title = title
        upload.save(update_fields=["title"])
        return upload


def remove(player: Player | None, upload_id: UUID) -> None:
    """Twice the same is refused as unknown, for by then it is."""
    with transaction.atomic():
        _delete(_own(player, upload_id))


def take_away(player: Player, **_said: Any) -> None:
    """Whoever leaves for good takes along what nobody else may see. What is shared stays: people
    have linked to it, and its owner is a former player from now on."""
    for upload in Upload.objects.filter(owner=player, shared=False).defer("text"):
        _delete(upload)


def hand_out(player: Player, **_said: Any) -> dict[str, Any]:
    """What is kept of a player here, in plain data."""
    kept = Upload.objects.filter(owner=player).select_related("revision__lexicon")
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
            for one in kept.order_by("created_at")
        ]
    }


def clean_title(title: str) -> str:
    """In one line, and no longer than a title may be."""
    shown = "".join(sign if sign.isprintable() else " " for sign in title)
    return " ".join(shown.split())[:LONGEST_TITLE].strip()


def name_seats(findings: dict[str, Any]) -> list[str]:
    """A name for every seat, none for one that the record does not know."""
    names = [clean_title(name)[:LONGEST_NAME] for name in findings["names"]]
    lacking = get_variant(findings["variant"]).min_seats - len(names)
    return [*names, *[""] * lacking]


def _delete(upload: Upload) -> None:
    upload_gone.send(sender=Upload, record_id=upload.pk)
    upload.delete()


def _own(player: Player | None, upload_id: UUID) -> Upload:
    upload = Upload.objects.select_for_update().filter(pk=upload_id, owner=player).first()
    if player is None or upload is None:
        raise Missing("uploads.unknown")
    return upload


def _require_room(player: Player, size: int) -> None:
    kept = Upload.objects.filter(owner=player)
    most, kilobytes = (settings.AT_ONCE[name] for name in MOST)
    if kept.count() >= most:
        raise Conflict("uploads.many", n=most)
    if (kept.aggregate(sum=Sum("size"))["sum"] or 0) + size > kilobytes * 1000:
        raise Conflict("uploads.large")


def _versus(names: list[str]) -> str:
    return clean_title(" – ".join(name or "?" for name in names))
