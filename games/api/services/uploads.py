"""Saving and changing the game records that a program uploads for its member."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from games.players.models import Player
from games.uploads.models import UploadedGame
from games.uploads.services.record_inspection import inspect_record
from games.uploads.services.storage import UploadRequest, rename_upload, save_upload, set_shared
from lexicon.models import Lexicon, Revision
from scrabble_site.shared.numbers import parse_small_number
from scrabble_site.shared.refusals import InvalidRequest, NotFound

MAX_FAULTS = 20
NO_DICTIONARY = "-"


@dataclass(frozen=True, slots=True)
class RecordSubmission:
    """A record in GCG, with the tile set and the dictionary's code that the program sent along."""

    gcg: str
    tile_set: str
    dictionary: str
    title: str
    shared: bool


def save_sent_record(
    owner: Player, sent: RecordSubmission, now: datetime
) -> tuple[UploadedGame, dict[str, Any]]:
    """Save a record; return the upload and the findings of the inspection. Nothing is guessed.

    Raises ``InvalidRequest``: "upload.faults" with the faulty lines, "upload.tile_set" or
    "upload.dictionary" if neither the record nor the request names one. Raises ``NotFound`` for an
    unknown dictionary, and what ``save_upload`` raises.
    """
    found = inspect_record(sent.gcg, sent.tile_set)
    if found["faults"]:
        raise InvalidRequest("upload.faults", faults=found["faults"][:MAX_FAULTS])
    if not (sent.tile_set or found["tile_set_stated"]):
        raise InvalidRequest("upload.tile_set", guess=found["tile_set"])
    revision = _find_revision(sent.dictionary, found["dictionary"])
    with transaction.atomic():
        upload = save_upload(owner, UploadRequest(found, sent.title, revision), now)
        if sent.shared and not upload.shared:
            upload = set_shared(owner, upload.pk, shared=True)
    return upload, found


def change_upload(
    owner: Player, upload_id: UUID, shared: bool | None, title: str | None
) -> UploadedGame:
    """Change the arguments that are not ``None``.

    Raises ``NotFound`` for another member's upload.
    """
    with transaction.atomic():
        rows = UploadedGame.objects.select_related("revision__lexicon").filter(
            owner=owner, pk=upload_id
        )
        if title is not None:
            rename_upload(owner, upload_id, title)
        if shared is not None:
            set_shared(owner, upload_id, shared=shared)
        if (found := rows.first()) is None:
            raise NotFound("uploads.unknown")
        return found


def _find_revision(requested: str, written: str) -> Revision | None:
    """Return the dictionary named in the request, or else the one that the record names."""
    if requested == NO_DICTIONARY:
        return None
    code, _space, number = (requested or written).partition(" ")
    if not code:
        raise InvalidRequest("upload.dictionary")
    lexicon = Lexicon.objects.offered().filter(slug=code).first()
    if lexicon is None:
        raise NotFound("dictionary.unknown") if requested else InvalidRequest("upload.dictionary")
    if (wanted := parse_small_number(number)) is not None:
        known = lexicon.revisions.filter(number=wanted).first()
        if known is not None:
            return known
    return lexicon.current_revision
