"""An ended game, or an uploaded one, as a GCG record for other programs."""

from games.play import store
from games.play.history import deal_again, recorded_acts
from games.play.models import Game
from games.play.perspective import seat_name
from games.records.services.sources import Source
from games.rules.gcg.reader import read_record
from games.rules.gcg.recording import record_game
from games.rules.gcg.records import Player
from games.rules.gcg.writer import write_record
from games.uploads.models import Upload


def export_record(source: Source) -> str:
    """In UTF-8, racks included: for games that are over."""
    if source.upload is not None:
        return export_upload(source.upload)
    assert source.game is not None
    return export_gcg(source.game)


def export_gcg(game: Game) -> str:
    """The whole record in UTF-8, racks included: for games that are over."""
    seats = game.seats.prefetch_related("holders__player").order_by("number")
    names = [seat_name(seat) or f"seat {seat.number + 1}" for seat in seats]
    record = record_game(
        deal_again(game),
        [(move.seat, act) for move, act in recorded_acts(game)],
        [Player(name, name) for name in names],
        lexicon=store.lexicon_of(game, store.tile_set_of(game)),
        seed=store.seed_of(game),
        headers=_headers(game),
    )
    return write_record(record)


def export_upload(upload: Upload) -> str:
    """The record as it came, in UTF-8 and in order: one written here comes out byte for byte."""
    return write_record(read_record(upload.text))


def _headers(game: Game) -> list[tuple[str, str]]:
    headers = [("title", game.room.title), ("id", f"tileroom {game.pk}")]
    if game.revision is not None:
        lexicon, number = game.revision.lexicon, game.revision.number
        headers.append(("lexicon", f"{lexicon.name}, revision {number}"))
        headers.append(("dictionary", f"{lexicon.slug} {number}"))
    return headers
