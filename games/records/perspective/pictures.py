"""One position as a picture: where everything stands, in pixels. The template only writes it down.

The board lies left; title, seats with scores and racks, and what the last move was stand right.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import shorten, wrap

from django.utils.translation import gettext as _

from games.play.gameview import RackTileView
from games.play.perspective.pictures import place_col, see_premiums, trace_squares
from games.records.perspective.opened import OpenedRecord
from games.records.perspective.paints import (
    BLANK,
    OWNERS,
    PLAIN,
    PREMIUMS,
    SEATS,
    Paint,
    paint_tile,
)
from games.records.perspective.positions import PositionView, SeatAt, look_at_position
from games.rules.board import BoardTile
from games.rules.squares import Square

WIDTH, HEIGHT = 1200, 630
EDGE = 20
FRAME = 24
"""The frame around the squares, where rows and columns are named."""
FIELD = HEIGHT - 2 * EDGE - 2 * FRAME
ASIDE = EDGE + HEIGHT + 10
"""Where the words begin."""
RACK_TILE = 40
SEATS_AT, SEAT_HIGH = 136, 96
LONGEST_TITLE, LONGEST_NAME, LONGEST_LINE, MOST_LINES = 27, 24, 44, 2


@dataclass(frozen=True, slots=True)
class TilePicture:
    """A tile with its upper left corner; ``size`` is its side, ``letter`` the height of its face in
    sides. ``last``: of the last move."""

    x: float
    y: float
    size: float
    letter: float
    face: str
    value: int
    paint: Paint
    blank: bool = False
    last: bool = False
    stolen: bool = False

    @property
    def base(self) -> float:
        """Where the face stands."""
        return round(0.48 + 0.36 * self.letter, 2)


@dataclass(frozen=True, slots=True)
class SeatPicture:
    """``y`` is its upper edge; ``note`` stands in place of a rack that is not known."""

    y: int
    name: str
    score: int
    paint: tuple[str, str]
    to_move: bool
    rack: tuple[TilePicture, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Picture:
    """``premiums``, ``padlocks`` and ``filled`` are paths in units of a ``square``;
    ``labels`` is what is written on free squares, ``names`` those of rows and columns: x, y and
    text, labels with a colour."""

    square: float
    premiums: tuple[tuple[str, str], ...]
    padlocks: str
    filled: str
    lines: tuple[float, ...]
    labels: tuple[tuple[float, float, str, str], ...]
    names: tuple[tuple[float, float, str], ...]
    tiles: tuple[TilePicture, ...]
    title: str
    subtitle: str
    seats: tuple[SeatPicture, ...]
    said: tuple[tuple[int, str], ...]
    width: int = WIDTH
    height: int = HEIGHT
    edge: int = EDGE
    frame: int = FRAME
    field: int = FIELD
    aside: int = ASIDE


def draw_position(record: OpenedRecord, number: int) -> Picture:
    """After so many moves."""
    layout, rtl = record.layout, record.tile_set.direction == "rtl"
    square = FIELD / layout.cols
    position = look_at_position(record, number)
    board = record.course.state_at(number).board
    free = [at for at in layout.squares() if at not in board]
    return Picture(
        square=round(square, 3),
        premiums=tuple(
            (PREMIUMS[look][0], path) for look, path in see_premiums(layout.id, rtl=rtl)
        ),
        padlocks=trace_squares(layout.padlocks, layout, rtl=rtl),
        filled=trace_squares([at for at, _tile in board.items()], layout, rtl=rtl),
        lines=tuple(round(n * square, 2) for n in range(1, layout.cols)),
        labels=tuple(_label(record, free, square)),
        names=tuple(_name_lines(record, square)),
        tiles=tuple(_lay(record, number, square)),
        title=shorten(record.source.title, LONGEST_TITLE, placeholder="…"),
        subtitle=_subtitle(record, number),
        seats=tuple(_seat(record, seat) for seat in position.seats),
        said=tuple(_say(record, position)),
    )


def _subtitle(record: OpenedRecord, number: int) -> str:
    at = {"n": number, "all": record.last}
    place = _("Move %(n)s of %(all)s") % at if number else _("The start")
    return f"{record.variant.name} · {place}"


def _label(
    record: OpenedRecord, free: list[Square], square: float
) -> Iterator[tuple[float, float, str, str]]:
    layout, rtl = record.layout, record.tile_set.direction == "rtl"
    for at in free:
        code = layout.premium_code(at)
        said = "★" if at == layout.start else code
        if said:
            ink = PREMIUMS[code.lower()][1] if code else PREMIUMS["dw"][1]
            x = (place_col(at, layout, rtl=rtl) + 0.5) * square
            yield round(x, 1), round((at.row + 0.64) * square, 1), said, ink


def _name_lines(record: OpenedRecord, square: float) -> Iterator[tuple[float, float, str]]:
    """Columns by letters above the field, rows by numbers on the side where reading begins."""
    layout, rtl = record.layout, record.tile_set.direction == "rtl"
    beside = FIELD + FRAME / 2 if rtl else -FRAME / 2
    for col in range(layout.cols):
        at = Square(0, col)
        x = (place_col(at, layout, rtl=rtl) + 0.5) * square
        yield round(x, 1), -FRAME / 2 + 5, at.name[0]
    for row in range(layout.rows):
        yield beside, round((row + 0.5) * square + 5, 1), str(row + 1)


def _lay(record: OpenedRecord, number: int, square: float) -> Iterator[TilePicture]:
    layout, rtl = record.layout, record.tile_set.direction == "rtl"
    owned = record.variant.scoring.owned_tiles
    last, stolen = record.marked_at(number)
    for at, tile in sorted(record.course.state_at(number).board.items()):
        yield TilePicture(
            x=round(place_col(at, layout, rtl=rtl) * square + 1, 1),
            y=round(at.row * square + 1, 1),
            size=round(square - 2, 1),
            letter=_letter_size(tile.face),
            face=tile.face,
            value=_value(record, tile),
            paint=paint_tile(tile, owned=owned),
            blank=tile.blank,
            last=at in last,
            stolen=at in stolen,
        )


def _value(record: OpenedRecord, tile: BoardTile) -> int:
    return 0 if tile.blank else record.tile_set.values[tile.face]


def _letter_size(face: str) -> float:
    return (0.6, 0.6, 0.42, 0.3)[min(len(face), 3)]


def _seat(record: OpenedRecord, seat: SeatAt) -> SeatPicture:
    paints = OWNERS if record.variant.scoring.owned_tiles else SEATS
    y = SEATS_AT + SEAT_HIGH * seat.number
    rack = seat.rack or ()
    if record.tile_set.direction == "rtl":
        rack = rack[::-1]
    return SeatPicture(
        y=y,
        name=shorten(seat.name, LONGEST_NAME, placeholder="…"),
        score=seat.score,
        paint=paints[seat.number],
        to_move=seat.to_move,
        rack=tuple(_rack_tile(tile, place, y + 42) for place, tile in enumerate(rack)),
        note=_("rack not recorded") if seat.rack is None else "",
    )


def _rack_tile(tile: RackTileView, place: int, y: int) -> TilePicture:
    return TilePicture(
        x=ASIDE + 30 + place * (RACK_TILE + 4),
        y=y,
        size=RACK_TILE,
        letter=_letter_size(tile.face),
        face="" if tile.blank else tile.face,
        value=tile.value,
        paint=BLANK if tile.blank else PLAIN,
        blank=tile.blank,
    )


def _say(record: OpenedRecord, position: PositionView) -> Iterator[tuple[int, str]]:
    """The move in lines below the seats."""
    below = SEATS_AT + SEAT_HIGH * len(record.names) + 26
    lines = wrap(position.said, LONGEST_LINE, max_lines=MOST_LINES, placeholder="…")
    for place, line in enumerate(lines):
        yield below + 28 * place, line
