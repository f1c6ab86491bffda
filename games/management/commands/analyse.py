"""``manage.py analyse PATH|GAME``: analyse a game record, in sentences or as JSON."""

import json
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from games.analysis.jobs.analysis_process import describe_dictionary
from games.analysis.perspective.report_texts import (
    describe_seat,
    describe_turn,
    format_act,
    format_dictionary,
)
from games.engine.analysis.analyst import Analyst
from games.engine.analysis.report import AnalysisLevel, GameReport, ReportDictionary
from games.engine.analysis.summary import summarise_game
from games.engine.kernel_warmup import compile_kernels
from games.engine.shipped_graphs import open_shipped_graph
from games.records.services.record_sources import find_source
from games.rules.equipment.errors import RuleError
from games.rules.equipment.tiles import TileSet
from games.rules.flow.game_history import GameHistory
from games.rules.gcg import build_history, read_record, replay_record
from games.rules.gcg.decoding import MAX_BYTES
from games.rules.gcg.records import GcgRecord
from games.rules.positions.variants import get_variant
from games.uploads.models import UploadedGame
from games.uploads.services.lookup import find_named_revision, names
from lexicon.graph.wordgraph import WordGraph
from lexicon.models import Lexicon, Revision
from lexicon.store import open_lexicon
from scrabble_site.shared.refusals import Refusal

SHIPPED_WORDS = "en-open"
"""The word list for English records if the site has no dictionary yet."""


class ChosenDictionary(NamedTuple):
    """A word graph, and the name under which the report mentions it."""

    graph: WordGraph
    words: ReportDictionary


class GameToAnalyse(NamedTuple):
    names: tuple[str, ...]
    history: GameHistory
    chosen: ChosenDictionary


class Command(BaseCommand):
    help = "Analyse a GCG file or a finished game on this site."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("record", metavar="PATH|GAME", help="a GCG file or a game's id")
        parser.add_argument(
            "--level", choices=list(AnalysisLevel), default=AnalysisLevel.QUICK, type=AnalysisLevel
        )
        parser.add_argument("--json", action="store_true", help="write the report as JSON")
        parser.add_argument(
            "--dictionary", metavar="SLUG", help="dictionary for a file; default: the one it names"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        compile_kernels()
        try:
            record = _find_record(options["record"], options["dictionary"])
        except Refusal as refusal:
            raise CommandError(f"Game not found: {options['record']}") from refusal
        except RuleError as error:
            raise CommandError(f"{error.code}: {error.message}") from error
        report = _analyse(record, options["level"])
        if options["json"]:
            data = {"names": record.names, **report.to_json()}
            self.stdout.write(json.dumps(data, ensure_ascii=False, indent=1))
            return
        for line in _write_report(report, record.names):
            self.stdout.write(line)
        self.stdout.write(f"{time.process_time():.1f} s of CPU time, including startup")


def _find_record(source: str, dictionary: str | None) -> GameToAnalyse:
    path = Path(source)
    if path.is_file():
        return _read_file(path, dictionary)
    try:
        record_id = UUID(source)
    except ValueError as error:
        raise CommandError(f"Not a file or a game's id: {source}") from error
    upload = UploadedGame.objects.filter(pk=record_id).select_related("owner").first()
    found = find_source(record_id, upload.owner if upload else None)
    if found.revision is None:
        raise CommandError("This game has no dictionary.")
    faces, words = found.history.opening.tile_set.faces, describe_dictionary(found)
    chosen = ChosenDictionary(open_lexicon(found.revision.pk, faces), words)
    return GameToAnalyse(found.names, found.history, chosen)


def _read_file(path: Path, dictionary: str | None) -> GameToAnalyse:
    with path.open("rb") as file:
        replay = replay_record(read_record(file.read(MAX_BYTES + 1)))
    chosen = _choose_words(replay.record, replay.tile_set, dictionary)
    names = tuple(player.nick for player in replay.record.players)
    return GameToAnalyse(names, build_history(replay, chosen.graph), chosen)


def _choose_words(record: GcgRecord, tile_set: TileSet, slug: str | None) -> ChosenDictionary:
    """Choose the requested dictionary, else the one the record names, else the default."""
    language = tile_set.language.split("-")[0]
    revision = _find_revision(record, language, slug)
    if revision is not None:
        words = ReportDictionary(revision.lexicon.name, revision.number, names(record, revision))
        return ChosenDictionary(open_lexicon(revision.pk, tile_set.faces), words)
    if language == "en" and slug in (None, SHIPPED_WORDS):
        return ChosenDictionary(
            open_shipped_graph(SHIPPED_WORDS, tile_set.code),
            ReportDictionary(SHIPPED_WORDS, None, own=False),
        )
    raise CommandError(f"No matching dictionary for {tile_set.name}.")


def _find_revision(record: GcgRecord, language: str, slug: str | None) -> Revision | None:
    """Find the revision to use; ``None`` if there is none or the database is not prepared."""
    offered = Lexicon.objects.offered().select_related("current_revision__lexicon")
    try:
        headers = record.header("dictionary"), record.header("lexicon")
        if slug is None and (named := find_named_revision(language, *headers)):
            return named
        for one in offered.order_by("-default", "pk"):
            if one.language.split("-")[0] == language and slug in (None, one.slug):
                return one.current_revision
    except DatabaseError:
        return None
    return None


def _analyse(record: GameToAnalyse, level: AnalysisLevel) -> GameReport:
    graph, words = record.chosen
    analyst = Analyst.for_level(level, record.history, graph, own=words.own)
    turns = [analyst.report_on(step.number) for step in record.history.steps]
    return summarise_game(level, record.history, turns, words)


def _write_report(report: GameReport, names: tuple[str, ...]) -> Iterator[str]:
    swaps = get_variant(report.variant).swaps
    yield _describe_dictionary(report.words)
    for turn in report.turns:
        text = " ".join(describe_turn(turn, names, report.words, swaps=swaps))
        act = format_act(turn, swaps=swaps)
        yield f"{turn.number:3} {names[turn.seat]}: {act}. {text}".rstrip()
    for seat in report.seats:
        yield f"\n{names[seat.seat]}, {seat.score}"
        yield from (f"  {text}" for text in describe_seat(seat, report, swaps=swaps))


def _describe_dictionary(words: ReportDictionary) -> str:
    text = f"Words checked with {format_dictionary(words)}"
    return f"{text}." if words.own else f"{text}, which the file does not name."
