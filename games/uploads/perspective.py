"""What is shown of a record before it is kept: what is wrong with it, or the game it holds."""

from dataclasses import dataclass
from typing import Any

from games.play.gameview import BoardView, Terms, TileView
from games.play.perspective.parts import see_board, see_terms, see_tile
from games.rules.board import BoardTile
from games.rules.layouts import load_layout
from games.rules.squares import Square
from games.rules.tiles import load_tile_set
from games.rules.variants import get_variant
from games.uploads.services.keeping import name_seats
from games.uploads.wording import explain_fault, explain_slip, tell_assumed, tell_line


@dataclass(frozen=True, slots=True)
class FaultView:
    """``line`` counts from 1, and is 0 where the whole record is meant; ``text`` is that line."""

    line: int
    text: str
    sentence: str
    code: str


@dataclass(frozen=True, slots=True)
class LineView:
    """One line of the score sheet. ``slips``: what is not right about its figures."""

    line: int
    player: str
    rack: str
    done: str
    score: int
    total: int
    slips: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PreviewView:
    """The game a record holds. ``slips`` have the line, whose it is, and a sentence."""

    variant_name: str
    tiles_name: str
    board: BoardView
    tiles: tuple[TileView, ...]
    terms: Terms
    totals: tuple[tuple[str, int], ...]
    ended: bool
    assumed: tuple[str, ...]
    slips: tuple[tuple[int, str, str], ...]
    lines: tuple[LineView, ...]


def look_at_faults(findings: dict[str, Any]) -> tuple[FaultView, ...]:
    return tuple(
        FaultView(each["line"], each["text"], explain_fault(each), each["code"])
        for each in findings["faults"]
    )


def look_at_game(findings: dict[str, Any]) -> PreviewView:
    variant, tile_set = get_variant(findings["variant"]), load_tile_set(findings["tile_set"])
    slips = tuple((one["line"], one["player"], explain_slip(one)) for one in findings["slips"])
    names = name_seats(findings)
    return PreviewView(
        variant_name=variant.name,
        tiles_name=tile_set.name,
        board=see_board(load_layout(findings["layout"]), tile_set),
        tiles=tuple(
            see_tile(Square(row, col), BoardTile(face, blank, owner, safe), tile_set)
            for row, col, face, blank, owner, safe in findings["board"]
        ),
        terms=see_terms(variant, tile_set),
        totals=tuple(zip(names, findings["totals"], strict=False)),
        ended=findings["ended"],
        assumed=tuple(tell_assumed(note) for note in findings["assumed"]),
        slips=slips,
        lines=tuple(_line(each, slips) for each in findings["lines"]),
    )


def _line(line: dict[str, Any], slips: tuple[tuple[int, str, str], ...]) -> LineView:
    return LineView(
        line=line["line"],
        player=line["player"],
        rack=line["rack"],
        done=tell_line(line),
        score=line["score"],
        total=line["total"],
        slips=tuple(sentence for number, _player, sentence in slips if number == line["line"]),
    )
