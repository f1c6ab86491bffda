"""Uploaded games, as their owner sees them."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse

from games.api.terms.schemas.uploads import RemarkOut, SlipOut, UploadOut
from games.uploads.models import UploadedGame
from games.uploads.perspective import describe_remark, describe_slip

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
        slips=[serialize_slip(slip) for slip in found["slips"]],
        remarks=[
            RemarkOut(**{**remark, "message": describe_remark(remark)})
            for remark in found["remarks"]
        ],
    )


def serialize_slip(slip: dict[str, Any]) -> SlipOut:
    values = {name: slip[name] for name in SlipOut.model_fields if name in slip}
    return SlipOut(**{**values, "message": describe_slip(slip)})
