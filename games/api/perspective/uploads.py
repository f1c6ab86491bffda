"""Uploaded games, as their owner sees them."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse

from games.api.terms.schemas.uploads import MistakeOut, RemarkOut, UploadOut
from games.uploads.models import UploadedGame
from games.uploads.perspective import describe_mistake, describe_remark

NO_FINDINGS: Mapping[str, Any] = {"slips": (), "remarks": ()}


def serialize_upload(upload: UploadedGame, found: Mapping[str, Any] = NO_FINDINGS) -> UploadOut:
    """Return an upload, with the ``found`` problems of its record if it has just been inspected."""
    return UploadOut(
        id=upload.pk,
        url=reverse("games:record", args=[upload.pk]),
        title=upload.title,
        variant=upload.variant,
        tile_set=upload.tile_set,
        dictionary=str(upload.revision) if upload.revision else None,
        shared=upload.shared,
        names=upload.names,
        slips=[serialize_mistake(mistake) for mistake in found["slips"]],
        remarks=[
            RemarkOut(**{**remark, "message": describe_remark(remark)})
            for remark in found["remarks"]
        ],
    )


def serialize_mistake(mistake: dict[str, Any]) -> MistakeOut:
    values = {name: mistake[name] for name in MistakeOut.model_fields if name in mistake}
    return MistakeOut(**{**values, "message": describe_mistake(mistake)})
