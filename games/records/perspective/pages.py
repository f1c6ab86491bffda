"""The page of a record: one position in full, all others ready to be stepped to."""

from dataclasses import dataclass, replace

from django.conf import settings
from django.urls import reverse

from games.play.gameview import (
    BoardView,
    MoveView,
    OutcomeView,
    RoomView,
    StepsView,
    Terms,
    TileView,
)
from games.play.perspective.movelist import list_moves
from games.play.perspective.parts import see_board, see_terms, see_tile
from games.play.perspective.steps import retell
from games.records.perspective.graphs import ScoreGraph, draw_scores
from games.records.perspective.opened import OpenedRecord
from games.records.perspective.positions import PositionView, look_at_positions
from games.records.perspective.results import see_result


@dataclass(frozen=True, slots=True)
class RecordView:
    """``at``: the position that the page opens with, whose ``tiles`` lie on the board. ``room``:
    what is known besides of a game that was played here."""

    id: str
    title: str
    names: tuple[str, ...]
    variant_name: str
    summary: tuple[str, ...]
    board: BoardView
    terms: Terms
    tiles: tuple[TileView, ...]
    at: int
    positions: tuple[PositionView, ...]
    steps: StepsView
    moves: tuple[MoveView, ...]
    teams: bool
    outcome: OutcomeView | None
    graph: ScoreGraph | None
    url: str
    """Of the page, wherever it is read."""
    picture: str
    """Of the position that the page opens with, likewise."""
    room: RoomView | None

    @property
    def last(self) -> int:
        return len(self.positions) - 1

    @property
    def position(self) -> PositionView:
        return self.positions[self.at]


def look_at_page(record: OpenedRecord, number: int | None = None) -> RecordView:
    """The page that opens after so many moves, at the end unless told otherwise."""
    at = record.last if number is None else min(max(number, 0), record.last)
    room, source = record.room, record.source
    owned = record.variant.scoring.owned_tiles
    steps = StepsView(
        record.layout.cols,
        owned,
        tuple(
            retell(record.lines, record.layout, record.tile_set, record.said_names, record.teams)
        ),
    )
    return RecordView(
        id=str(source.id),
        title=source.title,
        names=record.names,
        variant_name=record.variant.name,
        summary=room.summary if room else _summarise(record),
        board=see_board(record.layout, record.tile_set),
        terms=see_terms(record.variant, record.tile_set),
        tiles=_see_tiles(record, at),
        at=at,
        positions=look_at_positions(record),
        steps=steps,
        moves=list_moves(record.lines, record.names, None, record.teams),
        teams=record.teams is not None,
        outcome=see_result(record),
        graph=draw_scores(record),
        url=_address("record", source.id),
        picture=_address("picture_png", source.id, at),
        room=room,
    )


def _address(name: str, *args: object) -> str:
    return f"{settings.SITE_URL.rstrip('/')}{reverse(f'games:{name}', args=args)}"


def _see_tiles(record: OpenedRecord, at: int) -> tuple[TileView, ...]:
    """The tiles on the board, those of the last play and those it stole marked."""
    last, stolen = record.marked_at(at)
    return tuple(
        replace(
            see_tile(square, tile, record.tile_set), last=square in last, stolen=square in stolen
        )
        for square, tile in sorted(record.course.state_at(at).board.items())
    )


def _summarise(record: OpenedRecord) -> tuple[str, ...]:
    """What an uploaded game was played with."""
    revision = record.source.revision
    dictionary = (revision.lexicon.name,) if revision else ()
    return (*dictionary, record.tile_set.name)
