"""Dictionaries, tile sets and variants. Word checks are closed to anyone who plays in
their language."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query

from games.api.perspective.equipment import (
    find_offered_lexicon,
    find_revision,
    serialize_lexicon,
    serialize_revision,
    serialize_tile_set,
    serialize_variant,
)
from games.api.terms.pagination import paginate
from games.api.terms.schemas.common import READ_ERRORS, Cursor, Limit, Problem
from games.api.terms.schemas.equipment import (
    DictionaryOut,
    RevisionPage,
    TileSetOut,
    VariantOut,
    WordsOut,
    WordVerdict,
)
from games.api.views.responses import PRIVATE_CACHE
from games.api.views.routers import StrictRouter, count_requests
from games.api.views.token_auth import maybe_token, refuse_while_playing
from games.common.client_addresses import get_client_address
from games.common.rate_limits import enforce_rate_limit
from games.rules.equipment.tiles import tile_set_codes
from games.rules.positions.variants import VARIANTS
from lexicon.models import Lexicon
from lexicon.perspective.access import find_lexicon_language
from lexicon.perspective.word_check import MAX_WORDS, check_words, split_words
from scrabble_site.shared.refusals import InvalidRequest

router = StrictRouter(tags=["Equipment"])

EQUIPMENT = "public, max-age=3600"
"""Cache header for data that changes only with a release."""

MAX_TYPED_LENGTH = 1000


@router.get("/variants", response=list[VariantOut])
def variants(request: HttpRequest, response: HttpResponse) -> list[VariantOut]:
    """All games, with their boards."""
    response["Cache-Control"] = EQUIPMENT
    return [serialize_variant(variant) for variant in VARIANTS.values()]


@router.get("/tile-sets", response={200: list[TileSetOut], READ_ERRORS: Problem})
def tile_sets(
    request: HttpRequest,
    response: HttpResponse,
    language: Annotated[str, Query("", max_length=16)],
) -> list[TileSetOut]:
    """All tile sets, or those of a language."""
    response["Cache-Control"] = EQUIPMENT
    sets = [serialize_tile_set(code) for code in tile_set_codes()]
    return [tile_set for tile_set in sets if language in ("", tile_set.language)]


@router.get("/tile-sets/{code}", response={200: TileSetOut, READ_ERRORS: Problem})
def tile_set(request: HttpRequest, response: HttpResponse, code: str) -> TileSetOut:
    """One tile set."""
    response["Cache-Control"] = EQUIPMENT
    return serialize_tile_set(code)


@router.get("/dictionaries", response=list[DictionaryOut])
def dictionaries(request: HttpRequest) -> list[DictionaryOut]:
    """All dictionaries that rooms can choose."""
    offered = Lexicon.objects.offered().select_related("current_revision")
    return [serialize_lexicon(lexicon) for lexicon in offered]


@router.get("/dictionaries/{slug:slug}", response={200: DictionaryOut, READ_ERRORS: Problem})
def dictionary(request: HttpRequest, slug: str) -> DictionaryOut:
    """One dictionary, with the revision that new games use."""
    return serialize_lexicon(find_offered_lexicon(slug))


@router.get(
    "/dictionaries/{slug:slug}/revisions", response={200: RevisionPage, READ_ERRORS: Problem}
)
def revisions(
    request: HttpRequest, response: HttpResponse, slug: str, cursor: Cursor, limit: Limit
) -> RevisionPage:
    """The revisions of a dictionary, the latest first."""
    rows = find_offered_lexicon(slug).revisions.all()
    found, following = paginate(request, response, rows, ("number",), cursor=cursor, limit=limit)
    return RevisionPage(items=[serialize_revision(revision) for revision in found], next=following)


@router.get(
    "/dictionaries/{slug:slug}/words",
    response={200: WordsOut, READ_ERRORS | {401}: Problem},
    auth=maybe_token,
)
@count_requests(also=("api_words",))
def words(
    request: HttpRequest,
    response: HttpResponse,
    slug: str,
    words: Annotated[
        str,
        Query(
            ...,
            max_length=MAX_TYPED_LENGTH,
            description="Up to 20 words, separated by spaces or commas.",
        ),
    ],
    revision: Annotated[int | None, Query(None, ge=0, le=2**31 - 1)],
) -> WordsOut:
    """Check whether these are words in the dictionary, optionally in a given revision.

    Refused, like the dictionary's page, while the requester, the token's member or its bot is
    playing in its language.
    """
    response["Cache-Control"] = PRIVATE_CACHE
    refuse_while_playing(request, "dictionary.closed", find_lexicon_language(slug))
    # Counted after the check above, so that refused requests are free.
    enforce_rate_limit("api_words", address=get_client_address(request))
    requested = split_words(words)
    if not requested:
        raise InvalidRequest("words.none")
    if len(requested) > MAX_WORDS:
        raise InvalidRequest("words.many", n=MAX_WORDS)
    chosen = find_revision(find_offered_lexicon(slug), revision)
    entries = [
        WordVerdict(word=x.word, good=x.good, tiles=list(x.tiles), definition=x.definition)
        for x in check_words(chosen, requested)
    ]
    return WordsOut(dictionary=slug, revision=chosen.number, words=entries)
