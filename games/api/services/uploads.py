"""A record that a member's program sends, kept as their own."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from games.common.refusals import Missing, Unsuitable
from games.players.models import Player
from games.uploads.models import Upload
from games.uploads.services.checking import inspect_record
from games.uploads.services.keeping import Wish, keep, share
from lexicon.models import Lexicon, Revision
from lexicon.numbers import read_small

FAULTS_MOST = 20
NO_DICTIONARY = "-"


@dataclass(frozen=True, slots=True)
class Sent:
    """A record in GCG, and what was said besides: a tile set, a dictionary's code."""

    gcg: str
    tile_set: str
    dictionary: str
    title: str
    shared: bool


def upload(owner: Player, sent: Sent, now: datetime) -> tuple[Upload, list[dict[str, Any]]]:
    """The game that is kept, and the slips in its record. Nothing is guessed.

    Raises ``Unsuitable``: "upload.faults" with each line's, "upload.tile_set" and
    "upload.dictionary" where neither the record nor the program says; and what keeping raises.
    """
    found = inspect_record(sent.gcg, sent.tile_set)
    if found["faults"]:
        raise Unsuitable("upload.faults", faults=found["faults"][:FAULTS_MOST])
    if not (sent.tile_set or found["tiles_said"]):
        raise Unsuitable("upload.tile_set", guess=found["tile_set"])
    revision = _revision(sent.dictionary, found["dictionary"])
    with transaction.atomic():
        kept = keep(owner, Wish(found, sent.title, revision), now)
        if sent.shared and not kept.shared:
            kept = share(owner, kept.pk, shared=True)
    return kept, found["slips"]


def _revision(said: str, written: str) -> Revision | None:
    """The dictionary that was named, else the one the record names, as this site writes it."""
    if said == NO_DICTIONARY:
        return None
    code, _space, number = (said or written).partition(" ")
    if not code:
        raise Unsuitable("upload.dictionary")
    lexicon = Lexicon.objects.offered().filter(slug=code).first()
    if lexicon is None:
        raise Missing("dictionary.unknown") if said else Unsuitable("upload.dictionary")
    if (wanted := read_small(number)) is not None:
        known = lexicon.revisions.filter(number=wanted).first()
        if known is not None:
            return known
    return lexicon.current_revision
