"""Check the end of a record: the tiles left are not elsewhere, and are counted only once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from games.rules.equipment.board import Board
from games.rules.equipment.tiles import Tile
from games.rules.gcg.bonus_scores import TileSupply, read_rack_tiles
from games.rules.gcg.pragmas import TURNS, read_ending
from games.rules.gcg.records import EntryKind, GcgRecord, RecordEntry
from games.rules.gcg.replayed_entries import RecordMistake, ReplayedEntry

BY_SCORE = ("out", "passes", "scoreless")
"""Reasons for an end after which the highest score wins."""


def check_ending(
    record: GcgRecord,
    replayed: Sequence[ReplayedEntry],
    totals: Mapping[str, int],
    supply: TileSupply,
) -> Iterator[RecordMistake]:
    board = replayed[-1].board if replayed else Board()
    counted = [each.entry for each in replayed if each.entry.kind is EntryKind.RACK]
    yield from _check_twice(counted)
    yield from _check_together(counted, supply, board)
    yield from _check_bag(record, counted, supply, board)
    yield from _check_winner(record, totals)


def _check_twice(counted: Sequence[RecordEntry]) -> Iterator[RecordMistake]:
    """Check that no player gains, or loses, points for tiles left twice."""
    seen: set[tuple[str, bool]] = set()
    for entry in counted:
        key = entry.player, entry.score < 0
        if key in seen:
            message = "the tiles left were counted before"
            yield _build_mistake(entry, (entry.score, 0), message, "left.twice")
        seen.add(key)


def _check_together(
    counted: Sequence[RecordEntry], supply: TileSupply, board: Board
) -> Iterator[RecordMistake]:
    """Check that the racks for which points are lost can have been held at the same time."""
    together: Counter[Tile] = Counter()
    for entry in counted:
        held = read_rack_tiles(entry.tiles, supply.tile_set) if entry.score < 0 else None
        if not held or supply.missing(board, held):
            continue
        together += held
        if missing := supply.missing(board, together):
            faces = supply.tile_set.write(tuple(missing.elements()))
            message = f"more tiles than there are: {faces}"
            figures = (held.total(), held.total() - missing.total())
            yield _build_mistake(entry, figures, message, "left.tiles", faces)


def _check_bag(
    record: GcgRecord, counted: Sequence[RecordEntry], supply: TileSupply, board: Board
) -> Iterator[RecordMistake]:
    """Check that no player goes out while there are tiles in the bag."""
    turns = [entry for entry in record.entries if entry.kind in TURNS]
    last = turns[-1] if turns else None
    in_bag = supply.bag(board)
    for entry in counted:
        paid = entry.score > 0 and last and entry.player == last.player
        if paid and last and last.kind is EntryKind.PLAY and in_bag:
            message = f"at least {in_bag} tiles are still in the bag"
            yield _build_mistake(entry, (entry.score, 0), message, "left.bag", str(in_bag))


def _check_winner(record: GcgRecord, totals: Mapping[str, int]) -> Iterator[RecordMistake]:
    """Check that the stated winner has the highest score."""
    ending = read_ending(record)
    if ending is None or ending.winner is None or ending.reason not in BY_SCORE:
        return
    winner = record.players[ending.winner].nick
    most = max(totals.values())
    if totals[winner] < most:
        line = next((at for at, name, _ in record.numbered_headers() if name == "ended"), 0)
        message = f"{winner} does not have the most points"
        yield RecordMistake(
            line, winner, "header", totals[winner], most, message, "header.winner", winner
        )


def _build_mistake(
    entry: RecordEntry, figures: tuple[int, int], message: str, code: str, about: str = ""
) -> RecordMistake:
    return RecordMistake(entry.line, entry.player, "left", *figures, message, code, about)
