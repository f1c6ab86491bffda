"""Template tags for boards: names of squares, CSS classes of tiles and small example boards.

They render ``games.play.perspective.viewdata``. The page's script relies on the same names and
classes.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, is_dataclass

from django import template
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games.lobby.perspective.featured_game import draw_sample_board
from games.play.live.page_state import serialize_positions, serialize_state, serialize_steps
from games.play.perspective.places import describe_place
from games.play.perspective.viewdata import (
    MoveStepsView,
    RackTileView,
    ReplyPositionView,
    RoomView,
    SquareView,
    TileView,
)
from games.play.perspective.wording import describe_rack_policy
from games.rules.positions.editions import list_editions
from games.rules.positions.variants import get_variant
from scrabble_site.shared.instants import to_ms
from scrabble_site.shared.wording import format_percent, join_list, write_minus

register = template.Library()
register.filter(describe_place)

PREMIUM_NAMES = {
    "DL": gettext_lazy("double letter"),
    "TL": gettext_lazy("triple letter"),
    "QL": gettext_lazy("quadruple letter"),
    "DW": gettext_lazy("double word"),
    "TW": gettext_lazy("triple word"),
    "QW": gettext_lazy("quadruple word"),
}


@register.filter
def square_name(square: SquareView) -> str:
    """Return the name of an empty square without the word "empty".

    The page's script adds "empty", or the tile that lies on it.
    """
    words = [square.name]
    if square.start:
        words.append(_("start"))
    if square.premium:
        words.append(str(PREMIUM_NAMES[square.premium]))
    if square.padlock:
        words.append(_("padlock"))
    return join_list(words)


@register.filter
def square_class(square: SquareView) -> str:
    """Return CSS classes: the premium, ``start``, ``plain-start`` for one without a premium, and
    ``padlock``."""
    plain = square.start and not square.premium
    marks = [
        square.premium.lower(),
        "start" * square.start,
        "plain-start" * plain,
        "padlock" * square.padlock,
    ]
    return " ".join(mark for mark in marks if mark)


@register.filter
def premium_name(code: str) -> str:
    """Return the name of a premium: "DL" is a double letter."""
    return str(PREMIUM_NAMES[code])


@register.filter
def width_class(face: str) -> str:
    """Return the class that makes a face fit: ``w`` for two letters on a tile, ``x`` for more."""
    return ("", "", "w")[len(face)] if len(face) < 3 else "x"


@register.filter
def tile_class(tile: TileView, owned: bool) -> str:
    """Return a tile's CSS classes. They are short because every update sends about forty tiles.

    ``r…`` and ``c…`` are row and column, ``k`` is a blank, ``l`` belongs to the last move, ``t``
    was stolen in it and ``s`` is safe. ``o0`` and ``o1`` are the owner, in variants with owners.
    """
    marks = [f"r{tile.row}", f"c{tile.col}", "k" * tile.blank, "l" * tile.last, "t" * tile.stolen]
    if owned:
        marks += [f"o{tile.owner}", "s" * tile.safe]
    marks.append(width_class(tile.face))
    return " ".join(mark for mark in marks if mark)


@dataclass(frozen=True)
class SketchSquare:
    """A square of a small example board. ``value`` is a tile's value or a square's label."""

    face: str
    value: str
    marks: str


SKETCH_SIGNS = {"#": "padlock", "2": "dw", "d": "dl", "t": "tl", ".": ""}


@register.inclusion_tag("games/play/pieces/example_board.html")
def sketch(label: str, drawing: str) -> dict[str, object]:
    """Draw a small board, with rows separated by ``/`` and squares by spaces.

    A square is a sign in ``SKETCH_SIGNS``, or a tile such as ``C3`` or ``C3:o0s``. The marks are as
    in :func:`tile_class`, with ``n`` for a tile about to be played.
    """
    rows = [[_parse_square(part) for part in row.split()] for row in drawing.split("/")]
    return {"label": label, "rows": rows, "columns": len(rows[0])}


def _parse_square(part: str) -> SketchSquare:
    if part in SKETCH_SIGNS:
        mark = SKETCH_SIGNS[part]
        return SketchSquare("", mark.upper() if mark.upper() in PREMIUM_NAMES else "", mark)
    tile, _sep, marks = part.partition(":")
    split = [f"o{mark}" if mark in "01" else mark for mark in marks.replace("o", "")]
    return SketchSquare(tile[0], tile[1:], " ".join(["tile", *split]))


@register.inclusion_tag("games/common/pieces/word_tiles.html")
def spelt(word: str) -> dict[str, object]:
    """Draw a word in tiles with their points in the page's language. A digit is worth itself."""
    language = (get_language() or "en").partition("-")[0]
    editions = list_editions(get_variant("scrabble"), [language])
    values: Mapping[str, int] = editions[0].values if editions else {}
    return {"tiles": [(one, one if one.isdigit() else values.get(one, "")) for one in word]}


@register.simple_tag
def sample_board() -> SafeString:
    """Draw the sample position of the lobby."""
    return draw_sample_board()


@register.filter
def unsigned(number: int) -> int:
    """Return a number without its sign, to be written after a real minus sign."""
    return abs(number)


@register.filter
def percent(value: float) -> str:
    """Show a percentage without decimals: "34%"."""
    return format_percent(value)


@register.filter
def true_minus(figure: object) -> str:
    """Replace the hyphen of a number by a real minus sign."""
    return write_minus(str(figure))


@register.filter
def signed(number: int) -> str:
    """Format the change of a score: "+12" or "−12", with a real minus sign."""
    return true_minus(f"{number:+d}")


@register.filter
def describe_rack(rack: tuple[RackTileView, ...]) -> str:
    """List the tiles of a rack as a screen reader should say them."""
    return " ".join(_("blank") if tile.blank else tile.face for tile in rack)


@register.filter(name="describe_rack_policy")
def describe_policy(policy: str) -> str:
    """Describe what spectators see of racks under a room's policy."""
    return describe_rack_policy(policy)


@register.filter
def times(number: int) -> range:
    """Return a range, for a loop that runs ``number`` times."""
    return range(number)


# JSON may contain "</script>" or "<!--": escaping these signs keeps the element intact.
_IN_HTML = {ord(">"): "\\u003E", ord("<"): "\\u003C", ord("&"): "\\u0026"}


@register.filter
def state_json(view: RoomView) -> SafeString:
    """Serialise the room for the page's script."""
    return as_json(serialize_state(view))


@register.filter
def steps_json(steps: MoveStepsView) -> SafeString:
    """Serialise the effects of each move for the page's script."""
    return as_json(serialize_steps(steps))


@register.filter
def positions_json(positions: tuple[ReplyPositionView, ...]) -> str:
    """Serialise the positions in which conditional replies are entered, for the page's script."""
    return json_text(serialize_positions(positions))


@register.filter
def as_json(data: object) -> SafeString:
    """Serialise data for a ``<script type="application/json">`` element."""
    return mark_safe(json_text(data).translate(_IN_HTML))  # noqa: S308 - what could end the element is escaped


@register.filter
def json_text(data: object) -> str:
    """Serialise data for an attribute, which the template escapes."""
    plain = asdict(data) if is_dataclass(data) and not isinstance(data, type) else data
    return json.dumps(plain, separators=(",", ":"), ensure_ascii=False)


@register.simple_tag
def server_ms() -> int:
    """Return the server's time in milliseconds since the epoch."""
    return to_ms(timezone.now())
