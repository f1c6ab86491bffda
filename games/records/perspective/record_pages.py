"""The page of a record: one position in full, and the data to step through all others."""

from dataclasses import dataclass, replace

from django.conf import settings
from django.urls import reverse

from games.play.perspective.board_and_racks import (
    build_board_view,
    build_tile_view,
    build_variant_terms,
)
from games.play.perspective.move_list import list_moves
from games.play.perspective.steps import build_steps
from games.play.perspective.viewdata import (
    BoardView,
    MoveStepsView,
    MoveView,
    OutcomeView,
    RoomView,
    TileView,
    VariantTerms,
)
from games.records.perspective.opened_records import OpenedRecord
from games.records.perspective.record_outcomes import build_record_outcome
from games.records.perspective.record_positions import RecordPositionView, list_positions
from games.records.perspective.score_graphs import ScoreGraph, draw_score_graph


@dataclass(frozen=True, slots=True)
class RecordView:
    """A record's page."""

    id: str
    title: str
    names: tuple[str, ...]
    variant_name: str
    summary: tuple[str, ...]
    board: BoardView
    terms: VariantTerms
    # The board's tiles at the position ``at``.
    tiles: tuple[TileView, ...]
    # Number of the position with which the page opens.
    at: int
    positions: tuple[RecordPositionView, ...]
    steps: MoveStepsView
    moves: tuple[MoveView, ...]
    teams: bool
    outcome: OutcomeView | None
    graph: ScoreGraph | None
    url: str
    """Absolute URL of the page."""
    picture: str
    """Absolute URL of the image of the position ``at``."""
    # The room of a game played here; ``None`` for an upload.
    room: RoomView | None

    @property
    def last(self) -> int:
        return len(self.positions) - 1

    @property
    def position(self) -> RecordPositionView:
        return self.positions[self.at]


def build_record_page(record: OpenedRecord, number: int | None = None) -> RecordView:
    """Return the page opened at the position after ``number`` moves, or at the end."""
    at = record.last if number is None else min(max(number, 0), record.last)
    room, source = record.room, record.source
    owned = record.variant.scoring.owned_tiles
    steps = MoveStepsView(
        record.layout.cols,
        owned,
        tuple(
            build_steps(
                record.lines, record.layout, record.tile_set, record.isolated_names, record.teams
            )
        ),
    )
    return RecordView(
        id=str(source.id),
        title=source.title,
        names=record.names,
        variant_name=record.variant.name,
        summary=room.summary if room else _describe_upload(record),
        board=build_board_view(record.layout, record.tile_set),
        terms=build_variant_terms(record.variant, record.tile_set),
        tiles=build_tiles_at(record, at),
        at=at,
        positions=list_positions(record),
        steps=steps,
        moves=list_moves(record.lines, record.names, None, record.teams),
        teams=record.teams is not None,
        outcome=build_record_outcome(record),
        graph=draw_score_graph(record),
        url=_build_url("record", source.id),
        picture=_build_url("record_picture_png", source.id, at),
        room=room,
    )


def _build_url(name: str, *args: object) -> str:
    return f"{settings.SITE_URL.rstrip('/')}{reverse(f'games:{name}', args=args)}"


def build_tiles_at(record: OpenedRecord, at: int) -> tuple[TileView, ...]:
    """Return the tiles on the board after ``at`` moves.

    Those of the last play and the stolen ones are marked.
    """
    last, stolen = record.marked_at(at)
    return tuple(
        replace(
            build_tile_view(square, tile, record.tile_set),
            last=square in last,
            stolen=square in stolen,
        )
        for square, tile in sorted(record.history.state_at(at).board.items())
    )


def _describe_upload(record: OpenedRecord) -> tuple[str, ...]:
    """Return the dictionary and the tile set of an uploaded game."""
    revision = record.source.revision
    dictionary = (revision.lexicon.shown_name,) if revision else ()
    return (*dictionary, record.tile_set.name)
