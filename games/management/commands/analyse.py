"""``manage.py analyse PATH|GAME``: what the engine says of a record, in sentences or as JSON."""

import json
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from games.analysis.telling import name_act, tell_seat, tell_turn
from games.common.refusals import Refusal
from games.engine.analysis.analyst import Analyst
from games.engine.analysis.report import Level, Report
from games.engine.analysis.summary import sum_up
from games.engine.warm import warm
from games.engine.wordlists import open_shipped
from games.records.services.sources import find_source
from games.rules.course import Course
from games.rules.errors import RuleError
from games.rules.gcg import make_course, read_record, replay_record
from games.rules.gcg.decoding import MOST_BYTES
from games.rules.tiles import TileSet
from games.rules.variants import get_variant
from games.uploads.models import Upload
from lexicon.graph.wordgraph import WordGraph
from lexicon.models import Lexicon
from lexicon.store import open_lexicon

SHIPPED = "en-open"
"""The words for English records where the site has no dictionary yet."""


class Record(NamedTuple):
    names: tuple[str, ...]
    course: Course
    words: WordGraph


class Command(BaseCommand):
    help = "Analyse a GCG record, or a game of this site that is over."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("record", metavar="PATH|GAME", help="a GCG file, or a record's id")
        parser.add_argument("--level", choices=list(Level), default=Level.QUICK, type=Level)
        parser.add_argument("--json", action="store_true", help="the report as data")
        parser.add_argument("--dictionary", metavar="SLUG", help="for a file; else the usual one")

    def handle(self, *args: Any, **options: Any) -> None:
        warm()
        try:
            record = _find(options["record"], options["dictionary"])
        except Refusal as refusal:
            raise CommandError(f"There is no such record: {options['record']}") from refusal
        except RuleError as error:
            raise CommandError(f"{error.code}: {error.message}") from error
        report = _analyse(record, options["level"])
        if options["json"]:
            told = {"names": record.names, **report.to_json()}
            self.stdout.write(json.dumps(told, ensure_ascii=False, indent=1))
            return
        for line in _tell(report, record.names):
            self.stdout.write(line)
        self.stdout.write(f"{time.process_time():.1f} s of processor, start included")


def _find(said: str, dictionary: str | None) -> Record:
    path = Path(said)
    if path.is_file():
        return _read_file(path, dictionary)
    try:
        record_id = UUID(said)
    except ValueError as error:
        raise CommandError(f"Neither a file nor a record's id: {said}") from error
    upload = Upload.objects.filter(pk=record_id).select_related("owner").first()
    source = find_source(record_id, upload.owner if upload else None)
    if source.revision is None:
        raise CommandError("No dictionary belongs to this record.")
    faces = source.course.opening.tile_set.faces
    return Record(source.names, source.course, open_lexicon(source.revision.pk, faces))


def _read_file(path: Path, dictionary: str | None) -> Record:
    with path.open("rb") as file:
        replay = replay_record(read_record(file.read(MOST_BYTES + 1)))
    words = _open_words(replay.tile_set, dictionary)
    names = tuple(player.nick for player in replay.record.players)
    return Record(names, make_course(replay, words), words)


def _open_words(tile_set: TileSet, slug: str | None) -> WordGraph:
    language = tile_set.language.split("-")[0]
    chosen = next((one for one in _dictionaries(language) if slug in (None, one.slug)), None)
    if chosen is not None and chosen.current_revision_id is not None:
        return open_lexicon(chosen.current_revision_id, tile_set.faces)
    if language == "en" and slug in (None, SHIPPED):
        return open_shipped(SHIPPED, tile_set.code)
    raise CommandError(f"There is no such dictionary for {tile_set.name}.")


def _dictionaries(language: str) -> list[Lexicon]:
    """Those of the site, the usual one first; none where nothing was prepared yet."""
    offered = Lexicon.objects.offered().order_by("-default", "pk")
    try:
        return [one for one in offered if one.language.split("-")[0] == language]
    except DatabaseError:
        return []


def _analyse(record: Record, level: Level) -> Report:
    analyst = Analyst.at(level, record.course, record.words)
    turns = [analyst.look_at(step.number) for step in record.course.steps]
    return sum_up(level, record.course, turns)


def _tell(report: Report, names: tuple[str, ...]) -> Iterator[str]:
    swaps = get_variant(report.variant).swaps
    for turn in report.turns:
        said = " ".join(tell_turn(turn, names, swaps=swaps))
        yield f"{turn.number:3} {names[turn.seat]}: {name_act(turn, swaps=swaps)}. {said}".rstrip()
    for seat in report.seats:
        yield f"\n{names[seat.seat]}, {seat.score}"
        yield from (f"  {said}" for said in tell_seat(seat, report, swaps=swaps))
