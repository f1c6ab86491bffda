"""The preview of a record before it is saved: its faults, or the game it contains."""

from dataclasses import dataclass
from typing import Any

from games.play.perspective.board_and_racks import (
    build_board_view,
    build_tile_view,
    build_variant_terms,
)
from games.play.perspective.viewdata import BoardView, TileView, VariantTerms
from games.rules.equipment.board import BoardTile
from games.rules.equipment.layouts import load_layout
from games.rules.equipment.squares import Square
from games.rules.equipment.tiles import load_tile_set
from games.rules.positions.variants import get_variant
from games.uploads.perspective.wording import (
    describe_assumption,
    describe_line,
    explain_fault,
    explain_mistake,
    explain_remark,
)
from games.uploads.services.storage import list_seat_names


@dataclass(frozen=True, slots=True)
class RecordFaultView:
    """A fault in a record.

    ``line`` counts from 1, or is 0 for the whole record; ``text`` is the text of that line.
    """

    line: int
    text: str
    sentence: str
    code: str


@dataclass(frozen=True, slots=True)
class RecordLineView:
    """One line of the score sheet. ``mistakes`` are the errors in its figures."""

    line: int
    player: str
    rack: str
    done: str
    score: int
    total: int
    mistakes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UploadPreviewView:
    """The game in a record.

    Each of the ``mistakes`` and ``remarks`` has a line, a player and a sentence.
    """

    variant_name: str
    tiles_name: str
    board: BoardView
    tiles: tuple[TileView, ...]
    terms: VariantTerms
    totals: tuple[tuple[str, int], ...]
    ended: bool
    assumed: tuple[str, ...]
    mistakes: tuple[tuple[int, str, str], ...]
    remarks: tuple[tuple[int, str, str], ...]
    lines: tuple[RecordLineView, ...]


def build_fault_views(findings: dict[str, Any]) -> tuple[RecordFaultView, ...]:
    return tuple(
        RecordFaultView(each["line"], each["text"], explain_fault(each), each["code"])
        for each in findings["faults"]
    )


def build_upload_preview(findings: dict[str, Any]) -> UploadPreviewView:
    variant, tile_set = get_variant(findings["variant"]), load_tile_set(findings["tile_set"])
    mistakes = tuple(
        (one["line"], one["player"], describe_mistake(one)) for one in findings["slips"]
    )
    names = list_seat_names(findings)
    return UploadPreviewView(
        variant_name=variant.name,
        tiles_name=tile_set.name,
        board=build_board_view(load_layout(findings["layout"]), tile_set),
        tiles=tuple(
            build_tile_view(Square(row, col), BoardTile(face, blank, owner, safe), tile_set)
            for row, col, face, blank, owner, safe in findings["board"]
        ),
        terms=build_variant_terms(variant, tile_set),
        totals=tuple(zip(names, findings["totals"], strict=False)),
        ended=findings["ended"],
        assumed=tuple(describe_assumption(note) for note in findings["assumed"]),
        mistakes=mistakes,
        remarks=tuple(
            (one["line"], one["player"], describe_remark(one)) for one in findings["remarks"]
        ),
        lines=tuple(_build_line(each, mistakes) for each in findings["lines"]),
    )


def describe_mistake(mistake: dict[str, Any]) -> str:
    """Return a sentence about what is wrong."""
    return explain_mistake(mistake)


def describe_remark(remark: dict[str, Any]) -> str:
    """Return a sentence about a contradiction with another line."""
    return explain_remark(remark)


def _build_line(line: dict[str, Any], mistakes: tuple[tuple[int, str, str], ...]) -> RecordLineView:
    return RecordLineView(
        line=line["line"],
        player=line["player"],
        rack=line["rack"],
        done=describe_line(line),
        score=line["score"],
        total=line["total"],
        mistakes=tuple(
            sentence for number, _player, sentence in mistakes if number == line["line"]
        ),
    )
