"""Dictionaries, tile sets and variants."""

from functools import cache

from games.api.terms.schemas.equipment import (
    DictionaryOut,
    LayoutOut,
    RevisionOut,
    TileOut,
    TileSetOut,
    VariantOut,
)
from games.rules.equipment.layouts import load_layout
from games.rules.equipment.tiles import load_tile_set
from games.rules.positions.variants import Variant
from lexicon.models import Lexicon, Revision
from scrabble_site.shared.refusals import NotFound


def find_offered_lexicon(code: str) -> Lexicon:
    """Return a dictionary that is offered to everyone. Raises ``NotFound``."""
    offered = Lexicon.objects.offered().select_related("current_revision")
    found = offered.filter(slug=code).first()
    if found is None:
        raise NotFound("dictionary.unknown")
    return found


def find_revision(lexicon: Lexicon, number: int | None) -> Revision:
    """Return this revision, or the current one if ``number`` is ``None``. Raises ``NotFound``."""
    chosen = {"pk": lexicon.current_revision_id} if number is None else {"number": number}
    found = lexicon.revisions.select_related("lexicon").filter(**chosen).first()
    if found is None:
        raise NotFound("dictionary.unknown")
    return found


def serialize_lexicon(lexicon: Lexicon) -> DictionaryOut:
    assert lexicon.current_revision is not None, "it is offered"
    return DictionaryOut(
        code=lexicon.slug,
        name=lexicon.name,
        language=lexicon.language,
        description=lexicon.description,
        licence=lexicon.licence,
        source=lexicon.source,
        revision=serialize_revision(lexicon.current_revision),
    )


def serialize_revision(revision: Revision) -> RevisionOut:
    return RevisionOut(
        number=revision.number,
        words=revision.word_count,
        added=revision.added,
        removed=revision.removed,
        note=revision.reason,
        sha256=revision.sha256,
        created_at=revision.created_at,
    )


# Tile sets change only with a release.
@cache
def serialize_tile_set(code: str) -> TileSetOut:
    """Return a tile set by its code. Raises ``NotAllowedError`` "tile_set.unknown"."""
    tiles = load_tile_set(code)
    return TileSetOut(
        code=tiles.code,
        name=tiles.name,
        language=tiles.language,
        direction=tiles.direction,
        total=tiles.total,
        blanks=tiles.blanks,
        tiles=[
            TileOut(
                face=face,
                count=tiles.counts[face],
                value=tiles.values[face],
                blank=face not in tiles.never_blank,
            )
            for face in tiles.faces
        ],
        whole=list(tiles.whole),
    )


def serialize_variant(variant: Variant) -> VariantOut:
    return VariantOut(
        id=variant.id,
        name=variant.name,
        min_seats=variant.min_seats,
        max_seats=variant.max_seats,
        rack_size=variant.rack_size,
        tile_set=variant.tile_set,
        layouts=[_serialize_layout(layout) for layout in variant.layouts],
        challenges=[rule.value for rule in variant.challenge_rules],
        ends=list(variant.end_rules),
    )


def _serialize_layout(layout_id: str) -> LayoutOut:
    layout = load_layout(layout_id)
    return LayoutOut(
        id=layout.id,
        name=layout.name,
        lines=list(layout.lines),
        start=layout.start.name,
        padlocks=sorted(square.name for square in layout.padlocks),
    )
