"""Dictionaries, tile sets and variants: for everybody, words not for those who play just now."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from games.api.answers import PRIVATE
from games.api.cursors import take_page
from games.api.identity import maybe_token, token_of
from games.api.perspective.equipment import (
    find_lexicon,
    find_revision,
    tell_lexicon,
    tell_revision,
    tell_tile_set,
    tell_variant,
)
from games.api.schemas.common import READ_ERRORS, Cursor, Limit, Problem
from games.api.schemas.equipment import (
    DictionaryOut,
    RevisionPage,
    TileSetOut,
    VariantOut,
    WordsOut,
    WordVerdict,
)
from games.common.addresses import address_of
from games.common.rates import spend
from games.common.refusals import Forbidden, Unsuitable
from games.play.fairness import plays_now, sits_in_running_game
from games.rules.tiles import tile_set_codes
from games.rules.variants import VARIANTS
from lexicon.lookup import MOST_WORDS, check_words, split_words
from lexicon.models import Lexicon

router = Router(tags=["Equipment"])

EQUIPMENT = "public, max-age=3600"
"""Comes with a release."""

TYPED_MOST = 1000


@router.get("/variants", response=list[VariantOut])
def variants(request: HttpRequest, response: HttpResponse) -> list[VariantOut]:
    """The games, with their boards."""
    response["Cache-Control"] = EQUIPMENT
    return [tell_variant(one) for one in VARIANTS.values()]


@router.get("/tile-sets", response={200: list[TileSetOut], READ_ERRORS: Problem})
def tile_sets(
    request: HttpRequest,
    response: HttpResponse,
    language: Annotated[str, Query("", max_length=16)],
) -> list[TileSetOut]:
    """All tile sets, or those of a language."""
    response["Cache-Control"] = EQUIPMENT
    told = [tell_tile_set(code) for code in tile_set_codes()]
    return [one for one in told if language in ("", one.language)]


@router.get("/tile-sets/{code}", response={200: TileSetOut, READ_ERRORS: Problem})
def tile_set(request: HttpRequest, response: HttpResponse, code: str) -> TileSetOut:
    """One tile set."""
    response["Cache-Control"] = EQUIPMENT
    return tell_tile_set(code)


@router.get("/dictionaries", response=list[DictionaryOut])
def dictionaries(request: HttpRequest) -> list[DictionaryOut]:
    """All dictionaries that rooms can choose."""
    offered = Lexicon.objects.offered().select_related("current_revision")
    return [tell_lexicon(one) for one in offered]


@router.get("/dictionaries/{slug:slug}", response={200: DictionaryOut, READ_ERRORS: Problem})
def dictionary(request: HttpRequest, slug: str) -> DictionaryOut:
    """One dictionary, with the revision that new games are held to."""
    return tell_lexicon(find_lexicon(slug))


@router.get(
    "/dictionaries/{slug:slug}/revisions", response={200: RevisionPage, READ_ERRORS: Problem}
)
def revisions(
    request: HttpRequest, response: HttpResponse, slug: str, cursor: Cursor, limit: Limit
) -> RevisionPage:
    """Its revisions, the latest first."""
    rows = find_lexicon(slug).revisions.all()
    found, following = take_page(request, response, rows, ("number",), cursor=cursor, limit=limit)
    return RevisionPage(items=[tell_revision(one) for one in found], next=following)


@router.get(
    "/dictionaries/{slug:slug}/words",
    response={200: WordsOut, READ_ERRORS | {401}: Problem},
    auth=maybe_token,
)
def words(
    request: HttpRequest,
    response: HttpResponse,
    slug: str,
    words: Annotated[
        str, Query(..., max_length=TYPED_MOST, description="Between spaces or commas: 20 at most.")
    ],
    revision: Annotated[int | None, Query(None, ge=0, le=2**31 - 1)],
) -> WordsOut:
    """Whether these are words of the dictionary, and of this revision of it.

    Closed, like the dictionary's page, to whoever plays a running game, and to the programs of
    whoever does.
    """
    response["Cache-Control"] = PRIVATE
    _require_idle(request)
    spend("api_words", address=address_of(request))
    asked = split_words(words)
    if not asked:
        raise Unsuitable("words.none")
    if len(asked) > MOST_WORDS:
        raise Unsuitable("words.many", n=MOST_WORDS)
    chosen = find_revision(find_lexicon(slug), revision)
    told = [
        WordVerdict(word=x.word, good=x.good, tiles=list(x.tiles), definition=x.definition)
        for x in check_words(chosen, asked)
    ]
    return WordsOut(dictionary=slug, revision=chosen.number, words=told)


def _require_idle(request: HttpRequest) -> None:
    token = token_of(request)
    people = [token.owner, token.bot] if token else []
    if sits_in_running_game(request) or any(plays_now(one) for one in people if one):
        raise Forbidden("dictionary.closed")
