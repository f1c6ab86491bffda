"""Finding uploads: visible to their owner, and to everyone once shared."""

from uuid import UUID

from django.db.models import Q, QuerySet

from games.players.models import Player
from games.rules.gcg.records import GcgRecord
from games.uploads.models import UploadedGame
from lexicon.models import Lexicon, Revision
from scrabble_site.shared.numbers import parse_small_number


def find_upload(upload_id: UUID, player: Player | None) -> UploadedGame | None:
    """Return an upload that the player may see, or ``None``."""
    seen = Q(shared=True) | Q(owner=player) if player else Q(shared=True)
    return (
        UploadedGame.objects.filter(seen, pk=upload_id).select_related("revision__lexicon").first()
    )


def list_uploads(player: Player) -> QuerySet[UploadedGame]:
    """Return the player's uploads, the newest first, without their texts."""
    return UploadedGame.objects.filter(owner=player).order_by("-created_at", "pk").defer("text")


def find_named_revision(language: str, dictionary: str, lexicon: str) -> Revision | None:
    """Return the dictionary that a record names, if this site has it in the language of the tiles.

    ``dictionary`` is the header of records exported here, ``lexicon`` the one that all programs
    write.
    """
    slug, _sep, number = dictionary.partition(" ")
    offered = Lexicon.objects.offered().filter(language=language)
    if slug and (wanted := parse_small_number(number)) is not None:
        made_here = Revision.objects.filter(lexicon__in=offered, lexicon__slug=slug)
        if found := made_here.filter(number=wanted).select_related("lexicon").first():
            return found
    called = lexicon.strip()
    same = offered.select_related("current_revision__lexicon").filter(name__iexact=called).first()
    return same.current_revision if called and same else None


def names(record: GcgRecord, revision: Revision) -> bool:
    """Return whether a record says that it was played with this dictionary."""
    slug, _sep, number = record.header("dictionary").partition(" ")
    if slug == revision.lexicon.slug:
        return parse_small_number(number) == revision.number
    return record.header("lexicon").strip().casefold() == revision.lexicon.name.casefold()
