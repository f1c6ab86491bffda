"""GCG export of finished and uploaded games."""

from collections.abc import Iterator
from dataclasses import replace

from games.play import store
from games.play.models import Game
from games.play.perspective import get_seat_name
from games.play.store.replay import list_recorded_acts, restore_initial_state
from games.records.services.record_sources import RecordSource
from games.rules.gcg.game_recorder import record_game
from games.rules.gcg.game_settings import TILE_HEADERS, detect_settings
from games.rules.gcg.reader import read_record
from games.rules.gcg.records import GcgRecord, RecordPlayer
from games.rules.gcg.writer import write_record
from games.uploads.models import UploadedGame


def export_record(source: RecordSource) -> str:
    """Return the GCG text of a record, with all racks. The game must be over."""
    if source.upload is not None:
        return export_upload(source.upload)
    assert source.game is not None
    return export_gcg(source.game)


def export_gcg(game: Game) -> str:
    """Return the GCG text of a game played here, with all racks. The game must be over."""
    seats = game.seats.prefetch_related("holders__player").order_by("number")
    names = [get_seat_name(seat) or f"seat {seat.number + 1}" for seat in seats]
    record = record_game(
        restore_initial_state(game),
        [(move.seat, act) for move, act in list_recorded_acts(game)],
        [RecordPlayer(name, name) for name in names],
        lexicon=store.get_lexicon(game, store.get_tile_set(game)),
        seed=store.read_seed(game),
        headers=_build_headers(game),
    )
    return write_record(record)


def export_upload(upload: UploadedGame) -> str:
    """Return an uploaded record with the tile set and dictionary that its owner chose as headers.

    Reading the result again gives the same tiles and dictionary. A record that was exported here is
    returned byte for byte.
    """
    record = read_record(upload.text)
    if chosen := dict(_list_chosen_headers(upload, record)):
        others = [
            each for each in record.headers if each[0].lower() not in _list_replaced_headers(chosen)
        ]
        record = replace(record, headers=(*others, *chosen.items()))
    return write_record(record)


def _list_chosen_headers(upload: UploadedGame, record: GcgRecord) -> Iterator[tuple[str, str]]:
    """Yield headers for choices that the record itself lacks.

    The default tile set is written only together with a dictionary.
    """
    tiles, dictionary = detect_settings(record), ""
    if upload.revision is not None:
        dictionary = f"{upload.revision.lexicon.slug} {upload.revision.number}"
    is_new = bool(dictionary) and record.header("dictionary") != dictionary
    if tiles.tile_set.code != upload.tile_set or (is_new and not tiles.is_stated):
        yield "tile-set", upload.tile_set
    if is_new:
        yield "dictionary", dictionary


def _list_replaced_headers(chosen: dict[str, str]) -> set[str]:
    """Return the names of headers that would contradict the chosen ones."""
    return {*chosen, *(TILE_HEADERS if "tile-set" in chosen else ())}


def _build_headers(game: Game) -> list[tuple[str, str]]:
    headers = [("title", game.room.shown_title), ("id", f"tileroom {game.pk}")]
    if game.revision is not None:
        lexicon, number = game.revision.lexicon, game.revision.number
        headers.append(("lexicon", f"{lexicon.name}, revision {number}"))
        headers.append(("dictionary", f"{lexicon.slug} {number}"))
    return headers
