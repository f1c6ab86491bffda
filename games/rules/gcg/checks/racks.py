"""Check for tiles that no player can have held: on racks, in exchanges, and played through."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from games.rules.equipment.board import Board
from games.rules.equipment.squares import PlayPosition
from games.rules.equipment.tiles import Tile
from games.rules.gcg.bonus_scores import UNKNOWN_RACK, TileSupply, check_rack, read_rack_tiles
from games.rules.gcg.play_notation import read_spelled_letters
from games.rules.gcg.rack_sizes import count_rack_sizes
from games.rules.gcg.records import EntryKind, GcgRecord, RecordEntry
from games.rules.gcg.replayed_entries import RecordMistake, ReplayedEntry

UNKNOWN = "_"
CHECKED_KINDS = (EntryKind.PLAY, EntryKind.EXCHANGE)
"""Lines whose racks are already compared with the board during the replay."""


def check_racks(
    record: GcgRecord, replayed: Sequence[ReplayedEntry], supply: TileSupply
) -> Iterator[RecordMistake]:
    board = Board()
    nicks = [player.nick for player in record.players]
    sizes = [*count_rack_sizes(replayed, nicks, supply)]
    for number, each in enumerate(replayed):
        entry = each.entry
        if entry.rack and entry.rack != UNKNOWN_RACK:
            there = sizes[number + (entry.kind is EntryKind.WITHDRAWAL)]
            yield from _check_rack(each, supply, there.racks[nicks.index(entry.player)])
        match entry.kind:
            case EntryKind.EXCHANGE:
                yield from _check_exchange(entry, supply)
            case EntryKind.PLAY:
                yield from _check_squares(entry, supply, board)
        board = each.board
    yield from _check_headers(record, supply, board)


def _check_rack(each: ReplayedEntry, supply: TileSupply, size: int) -> Iterator[RecordMistake]:
    """Check that a rack has known letters, at most ``size`` tiles, and the tiles that were
    placed."""
    entry = each.entry
    unknown = entry.rack.count(UNKNOWN)
    letters = entry.rack.replace(UNKNOWN, "")
    held = read_rack_tiles(letters, supply.tile_set)
    if letters and held is None:
        message = f"letters that these tiles do not have: {letters}"
        yield _build_mistake(entry, "rack", (len(letters), 0), message, "rack.letters", letters)
        return
    held = held or Counter()
    if (count := held.total() + unknown) > size:
        message = f"more tiles than there can be on the rack: {count}"
        yield _build_mistake(entry, "rack", (count, size), message, "rack.size", entry.rack)
    used = Counter(each.play.tiles()) if each.play else Counter[Tile]()
    if (lacking := used - held).total() > unknown:
        faces = supply.tile_set.write(tuple(lacking.elements()))
        message = f"tiles that are played and not on the rack: {faces}"
        figures = (used.total(), used.total() - lacking.total())
        yield _build_mistake(entry, "rack", figures, message, "rack.laid", faces)
    if entry.kind not in CHECKED_KINDS and (doubt := check_rack(entry, supply, each.board)):
        stated, computed, message = doubt
        yield _build_mistake(entry, "rack", (stated, computed), message)


def _check_exchange(entry: RecordEntry, supply: TileSupply) -> Iterator[RecordMistake]:
    """Check that an exchange has at least one tile, and only known letters."""
    if entry.tiles.isdecimal():
        if not int(entry.tiles):
            message = "no tile is exchanged"
            yield _build_mistake(entry, "exchange", (0, 1), message, "exchange.none")
        return
    letters = entry.tiles.replace(UNKNOWN, "")
    if letters and read_rack_tiles(letters, supply.tile_set) is None:
        message = f"letters that these tiles do not have: {letters}"
        yield _build_mistake(
            entry, "exchange", (len(letters), 0), message, "exchange.letters", letters
        )


def _check_squares(entry: RecordEntry, supply: TileSupply, board: Board) -> Iterator[RecordMistake]:
    """Check that the letters in brackets are those on the board."""
    spelt = read_spelled_letters(entry.tiles, supply.tile_set)
    squares = PlayPosition.parse(entry.position).squares(len(spelt))
    wrong = right = 0
    lying = ""
    for square, letter in zip(squares, spelt, strict=True):
        if letter is None:
            continue
        face = board[square].face
        lying += supply.tile_set.marks.of(face)
        right += letter == face
        wrong += letter != face
    if wrong:
        message = f"other letters lie there: {lying}"
        yield _build_mistake(
            entry, "squares", (right + wrong, right), message, "squares.letters", lying
        )


def _check_headers(record: GcgRecord, supply: TileSupply, board: Board) -> Iterator[RecordMistake]:
    """Check that the racks at the end of a record can have existed together beside the board."""
    together: Counter[Tile] = Counter()
    for line, name, text in record.numbered_headers():
        if not name.startswith("rack") or not name[4:].isdecimal():
            continue
        number = int(name[4:]) if len(name) < 6 else 0
        if not 0 < number <= supply.players:
            yield RecordMistake(
                line, name, "rack", 1, 0, f"no player {name[4:]}", "rack.nobody", name
            )
            continue
        nick = record.players[number - 1].nick if number <= len(record.players) else name
        entry = RecordEntry(nick, EntryKind.RACK, text, 0, 0, line=line)
        each = ReplayedEntry(entry, 0, board)
        if text:
            yield from _check_rack(each, supply, supply.variant.rack_size)
        held = read_rack_tiles(text, supply.tile_set) or Counter()
        alone = supply.missing(board, held)
        together += held
        if not alone and (missing := supply.missing(board, together)):
            faces = supply.tile_set.write(tuple(missing.elements()))
            message = f"more tiles than there are: {faces}"
            figures = (held.total(), held.total() - missing.total())
            yield _build_mistake(entry, "rack", figures, message)


def _build_mistake(
    entry: RecordEntry,
    figure: str,
    figures: tuple[int, int],
    message: str,
    code: str = "",
    about: str = "",
) -> RecordMistake:
    return RecordMistake(entry.line, entry.player, figure, *figures, message, code, about)
