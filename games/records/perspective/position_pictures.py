"""The layout of a position image, in pixels. The SVG template only writes it out.

The board is on the left. On the right are the title, the seats with scores and racks, and the last
move.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import shorten, wrap

from django.utils.translation import gettext as _

from games.play.perspective.board_thumbnails import column_from_left, trace_premiums, trace_squares
from games.play.perspective.viewdata import RackTileView
from games.records.perspective.opened_records import OpenedRecord
from games.records.perspective.picture_colours import (
    BLANK_COLOURS,
    OWNER_COLOURS,
    PREMIUM_COLOURS,
    SEAT_COLOURS,
    TILE_COLOURS,
    TileColours,
    get_tile_colours,
)
from games.records.perspective.record_positions import (
    RecordPositionView,
    RecordSeatView,
    build_position,
)
from games.rules.equipment.board import BoardTile
from games.rules.equipment.squares import Square

# The size recommended for Open Graph preview images.
WIDTH, HEIGHT = 1200, 630
MARGIN = 20
FRAME_WIDTH = 24
"""Width of the frame that names rows and columns."""
BOARD_SIZE = HEIGHT - 2 * MARGIN - 2 * FRAME_WIDTH
SIDE_LEFT = MARGIN + HEIGHT + 10
"""Left edge of the text column."""
RACK_TILE = 40
SEATS_TOP, SEAT_HEIGHT = 136, 96
MAX_TITLE_LENGTH, MAX_NAME_LENGTH, MAX_LINE_LENGTH, MAX_LINES = 27, 24, 44, 2


@dataclass(frozen=True, slots=True)
class TilePicture:
    """A tile, placed by its upper left corner."""

    x: float
    y: float
    # Length of a side.
    size: float
    # Height of the letter as a fraction of ``size``.
    letter: float
    face: str
    value: int
    paint: TileColours
    blank: bool = False
    # It was laid by the last move.
    last: bool = False
    stolen: bool = False

    @property
    def base(self) -> float:
        """Baseline of the letter, as a fraction of ``size``."""
        return round(0.48 + 0.36 * self.letter, 2)


@dataclass(frozen=True, slots=True)
class SeatPicture:
    """One seat's part of the image."""

    # Upper edge.
    y: int
    name: str
    score: int
    paint: tuple[str, str]
    to_move: bool
    rack: tuple[TilePicture, ...]
    # Shown in place of an unknown rack.
    note: str


@dataclass(frozen=True, slots=True)
class PositionPicture:
    """The whole image."""

    square: float
    # Pairs of colour and SVG path. These and the next two paths are in units of a ``square``.
    premiums: tuple[tuple[str, str], ...]
    padlocks: str
    filled: str
    lines: tuple[float, ...]
    # Labels of free squares: x, y, text and colour.
    labels: tuple[tuple[float, float, str, str], ...]
    # Names of rows and columns: x, y and text.
    names: tuple[tuple[float, float, str], ...]
    tiles: tuple[TilePicture, ...]
    title: str
    subtitle: str
    seats: tuple[SeatPicture, ...]
    description: tuple[tuple[int, str], ...]
    width: int = WIDTH
    height: int = HEIGHT
    edge: int = MARGIN
    frame: int = FRAME_WIDTH
    field: int = BOARD_SIZE
    aside: int = SIDE_LEFT


def draw_position(record: OpenedRecord, number: int) -> PositionPicture:
    """Lay out the position after ``number`` moves."""
    layout, rtl = record.layout, record.tile_set.direction == "rtl"
    square = BOARD_SIZE / layout.cols
    position = build_position(record, number)
    board = record.history.state_at(number).board
    free = [at for at in layout.squares() if at not in board]
    return PositionPicture(
        square=round(square, 3),
        premiums=tuple(
            (PREMIUM_COLOURS[code][0], path) for code, path in trace_premiums(layout.id, rtl=rtl)
        ),
        padlocks=trace_squares(layout.padlocks, layout, rtl=rtl),
        filled=trace_squares([at for at, _tile in board.items()], layout, rtl=rtl),
        lines=tuple(round(n * square, 2) for n in range(1, layout.cols)),
        labels=tuple(_get_square_label(record, free, square)),
        names=tuple(_label_lines(record, square)),
        tiles=tuple(_place_tiles(record, number, square)),
        title=shorten(record.source.title, MAX_TITLE_LENGTH, placeholder="…"),
        subtitle=_describe_score(record, number),
        seats=tuple(_build_seat(record, seat) for seat in position.seats),
        description=tuple(_describe_move(record, position)),
    )


def _describe_score(record: OpenedRecord, number: int) -> str:
    at = {"n": number, "all": record.last}
    place = _("Move %(n)s of %(all)s") % at if number else _("Start")
    return f"{record.variant.name} · {place}"


def _get_square_label(
    record: OpenedRecord, free: list[Square], square: float
) -> Iterator[tuple[float, float, str, str]]:
    layout, rtl = record.layout, record.tile_set.direction == "rtl"
    for at in free:
        code = layout.premium_code(at)
        label = "★" if at == layout.start else code
        if label:
            ink = PREMIUM_COLOURS[code.lower()][1] if code else PREMIUM_COLOURS["dw"][1]
            x = (column_from_left(at, layout, rtl=rtl) + 0.5) * square
            yield round(x, 1), round((at.row + 0.64) * square, 1), label, ink


def _label_lines(record: OpenedRecord, square: float) -> Iterator[tuple[float, float, str]]:
    """Yield column letters above the board, and row numbers on the side where reading starts."""
    layout, rtl = record.layout, record.tile_set.direction == "rtl"
    beside = BOARD_SIZE + FRAME_WIDTH / 2 if rtl else -FRAME_WIDTH / 2
    for col in range(layout.cols):
        at = Square(0, col)
        x = (column_from_left(at, layout, rtl=rtl) + 0.5) * square
        yield round(x, 1), -FRAME_WIDTH / 2 + 5, at.name[0]
    for row in range(layout.rows):
        yield beside, round((row + 0.5) * square + 5, 1), str(row + 1)


def _place_tiles(record: OpenedRecord, number: int, square: float) -> Iterator[TilePicture]:
    layout, rtl = record.layout, record.tile_set.direction == "rtl"
    owned = record.variant.scoring.owned_tiles
    last, stolen = record.marked_at(number)
    for at, tile in sorted(record.history.state_at(number).board.items()):
        yield TilePicture(
            x=round(column_from_left(at, layout, rtl=rtl) * square + 1, 1),
            y=round(at.row * square + 1, 1),
            size=round(square - 2, 1),
            letter=_get_letter_size(tile.face),
            face=tile.face,
            value=_get_value(record, tile),
            paint=get_tile_colours(tile, owned=owned),
            blank=tile.blank,
            last=at in last,
            stolen=at in stolen,
        )


def _get_value(record: OpenedRecord, tile: BoardTile) -> int:
    return 0 if tile.blank else record.tile_set.values[tile.face]


def _get_letter_size(face: str) -> float:
    return (0.6, 0.6, 0.42, 0.3)[min(len(face), 3)]


def _build_seat(record: OpenedRecord, seat: RecordSeatView) -> SeatPicture:
    paints = OWNER_COLOURS if record.variant.scoring.owned_tiles else SEAT_COLOURS
    y = SEATS_TOP + SEAT_HEIGHT * seat.number
    rack = seat.rack or ()
    if record.tile_set.direction == "rtl":
        # The tiles are placed from left to right, but read from right to left.
        rack = rack[::-1]
    return SeatPicture(
        y=y,
        name=shorten(seat.name, MAX_NAME_LENGTH, placeholder="…"),
        score=seat.score,
        paint=paints[seat.number],
        to_move=seat.to_move,
        rack=tuple(_build_rack_tile(tile, place, y + 42) for place, tile in enumerate(rack)),
        note=_("rack not recorded") if seat.rack is None else "",
    )


def _build_rack_tile(tile: RackTileView, place: int, y: int) -> TilePicture:
    return TilePicture(
        x=SIDE_LEFT + 30 + place * (RACK_TILE + 4),
        y=y,
        size=RACK_TILE,
        letter=_get_letter_size(tile.face),
        face="" if tile.blank else tile.face,
        value=tile.value,
        paint=BLANK_COLOURS if tile.blank else TILE_COLOURS,
        blank=tile.blank,
    )


def _describe_move(record: OpenedRecord, position: RecordPositionView) -> Iterator[tuple[int, str]]:
    """Yield the last move as lines of text below the seats."""
    below = SEATS_TOP + SEAT_HEIGHT * len(record.names) + 26
    lines = wrap(position.description, MAX_LINE_LENGTH, max_lines=MAX_LINES, placeholder="…")
    for place, line in enumerate(lines):
        yield below + 28 * place, line
