"""Bulk export of whole games, with only a few in memory at a time."""

import logging
from collections.abc import Iterator
from uuid import UUID

from django.db.models import Q, QuerySet

from games.api.terms.schemas.games import RecordOut
from games.play.models import Game
from games.records.perspective import open_record, serialize_record
from games.records.services.record_sources import build_game_source
from scrabble_site.shared.refusals import NotFound

logger = logging.getLogger(__name__)

# Most games per request; the program continues with ``after``.
MAX_GAMES = 1000
GAMES_PER_QUERY = 20


def stream_records(rows: QuerySet[Game], after: UUID | None) -> Iterator[RecordOut]:
    """Yield the records of these games, the latest first, starting after the game ``after``.

    Raises ``NotFound`` right away if there is no such game. Games that cannot be serialized are
    skipped.
    """
    last = None
    if after is not None:
        last = Game.objects.filter(pk=after, ended_at__isnull=False).only("ended_at").first()
        if last is None:
            raise NotFound("record.unknown")
    return _stream_serialized(rows.order_by("-ended_at", "-pk"), last)


def _stream_serialized(rows: QuerySet[Game], last: Game | None) -> Iterator[RecordOut]:
    for _page in range(MAX_GAMES // GAMES_PER_QUERY):
        page = list(_filter_older(rows, last)[:GAMES_PER_QUERY].values_list("pk", flat=True))
        for pk in page:
            # Loaded one by one, because the states are large.
            games = Game.objects.select_related("room", "revision__lexicon")
            last = games.filter(pk=pk).first() or last
            if (
                last is not None
                and last.pk == pk
                and (serialized := _serialize_game(last)) is not None
            ):
                yield serialized
        if len(page) < GAMES_PER_QUERY:
            return


def _filter_older(rows: QuerySet[Game], last: Game | None) -> QuerySet[Game]:
    if last is None:
        return rows
    earlier = Q(ended_at__lt=last.ended_at) | Q(ended_at=last.ended_at, pk__lt=last.pk)
    return rows.filter(earlier)


def _serialize_game(game: Game) -> RecordOut | None:
    try:
        return RecordOut.model_validate(serialize_record(open_record(build_game_source(game))))
    # One damaged record must not end an export of a thousand games.
    except Exception:
        logger.exception("Could not export %s", game.pk)
        return None
