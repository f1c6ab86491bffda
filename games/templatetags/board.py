"""What the board's templates need: names of squares, classes of tiles, little example boards.

``games.play.gameview`` is what they draw; the page's script reads the same names back.
"""

import json
from dataclasses import asdict, dataclass, is_dataclass

from django import template
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.common.instants import to_ms
from games.play.gameview import RackTileView, RoomView, SquareView, StepsView, TileView
from games.play.pagestate import tell_state, tell_steps
from games.play.wording import racks_in_words

register = template.Library()

PREMIUMS = {
    "DL": gettext_lazy("double letter"),
    "TL": gettext_lazy("triple letter"),
    "QL": gettext_lazy("quadruple letter"),
    "DW": gettext_lazy("double word"),
    "TW": gettext_lazy("triple word"),
    "QW": gettext_lazy("quadruple word"),
}


@register.filter
def square_name(square: SquareView) -> str:
    """What a square is called while it is empty, without the word "empty".

    The page's script adds "empty", or the tile that lies there.
    """
    said = [square.name]
    if square.start:
        said.append(_("start"))
    if square.premium:
        said.append(str(PREMIUMS[square.premium]))
    if square.padlock:
        said.append(_("padlock"))
    return ", ".join(said)


@register.filter
def square_class(square: SquareView) -> str:
    """CSS classes: the premium, ``start``, ``bare`` without one, and ``padlock``."""
    bare = square.start and not square.premium
    marks = [
        square.premium.lower(),
        "start" * square.start,
        "bare" * bare,
        "padlock" * square.padlock,
    ]
    return " ".join(mark for mark in marks if mark)


@register.filter
def premium_name(code: str) -> str:
    """What a premium square is called: "DL" is a double letter."""
    return str(PREMIUMS[code])


@register.filter
def width_class(face: str) -> str:
    """``w`` for two signs on one tile, ``x`` for more, so that they fit."""
    return ("", "", "w")[len(face)] if len(face) < 3 else "x"


@register.filter
def tile_class(tile: TileView, owned: bool) -> str:
    """One-letter classes, because forty tiles travel with every bundle.

    ``r``/``c`` place it; ``k`` blank, ``l`` of the last move, ``t`` stolen in it, ``s`` safe,
    ``o0``/``o1`` the owner where the variant has owners.
    """
    marks = [f"r{tile.row}", f"c{tile.col}", "k" * tile.blank, "l" * tile.last, "t" * tile.stolen]
    if owned:
        marks += [f"o{tile.owner}", "s" * tile.safe]
    marks.append(width_class(tile.face))
    return " ".join(mark for mark in marks if mark)


@dataclass(frozen=True)
class Sketched:
    """One square of a little example board. ``value`` is a tile's value or a square's label."""

    face: str
    value: str
    marks: str


SIGNS = {"#": "padlock", "2": "dw", "d": "dl", "t": "tl", ".": ""}


@register.inclusion_tag("games/play/pieces/sketch.html")
def sketch(label: str, drawing: str) -> dict[str, object]:
    """A little board: rows apart by ``/``, squares by spaces.

    A square is a sign of ``SIGNS`` or a tile such as ``C3``, ``C3:o0s`` (marks as in
    :func:`tile_class`, ``n`` for a tile about to be played).
    """
    rows = [[_sketched(part) for part in row.split()] for row in drawing.split("/")]
    return {"label": label, "rows": rows, "columns": len(rows[0])}


def _sketched(part: str) -> Sketched:
    if part in SIGNS:
        mark = SIGNS[part]
        return Sketched("", mark.upper() if mark.upper() in PREMIUMS else "", mark)
    tile, _sep, marks = part.partition(":")
    split = [f"o{mark}" if mark in "01" else mark for mark in marks.replace("o", "")]
    return Sketched(tile[0], tile[1:], " ".join(["tile", *split]))


@register.inclusion_tag("games/common/pieces/spelt.html")
def spelt(tiles: str) -> dict[str, object]:
    """A word of tiles as decoration: ``{% spelt "N1 O1" %}`` shows N and O, each worth a point."""
    return {"tiles": [(tile[0], tile[1:]) for tile in tiles.split()]}


@register.filter
def unsigned(number: int) -> int:
    """The amount without its sign, to be set after a true minus."""
    return abs(number)


@register.filter
def true_minus(figure: object) -> str:
    """A figure as it is written, but for its sign."""
    return str(figure).replace("-", "−")


@register.filter
def signed(number: int) -> str:
    """The change of a score: "+12", or with a true minus."""
    return true_minus(f"{number:+d}")


@register.filter
def rack_in_words(rack: tuple[RackTileView, ...]) -> str:
    """The tiles of a rack as they are said."""
    return " ".join(_("blank") if tile.blank else tile.face for tile in rack)


@register.filter(name="racks_in_words")
def say_policy(policy: str) -> str:
    """What watchers see of racks under a room's policy."""
    return racks_in_words(policy)


@register.filter
def times(number: int) -> range:
    """Something to loop over so often."""
    return range(number)


_IN_HTML = {ord(">"): "\\u003E", ord("<"): "\\u003C", ord("&"): "\\u0026"}


@register.filter
def state_json(view: RoomView) -> SafeString:
    """The view as data for the page's script."""
    return as_json(tell_state(view))


@register.filter
def steps_json(steps: StepsView) -> SafeString:
    """What each move did, as data for the page's script."""
    return as_json(tell_steps(steps))


@register.filter
def as_json(data: object) -> SafeString:
    """Data for the page's script, to stand in an element that runs nothing."""
    return mark_safe(json_text(data).translate(_IN_HTML))  # noqa: S308 - what could end the element is escaped


@register.filter
def json_text(data: object) -> str:
    """Data for the page's script, to stand in an attribute."""
    plain = asdict(data) if is_dataclass(data) and not isinstance(data, type) else data
    return json.dumps(plain, separators=(",", ":"), ensure_ascii=False)


@register.simple_tag
def server_ms() -> int:
    """What time it is here, in milliseconds since the epoch."""
    return to_ms(timezone.now())
