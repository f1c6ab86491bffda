"""A position as a picture: SVG from a template, and PNG made of it.

The letters come with the project (``data/fonts``), so a picture looks the same on every machine;
names in further scripts take what fonts the machine has.
"""

from pathlib import Path

import resvg_py
from django.template.loader import render_to_string

from games.records.perspective.opened import OpenedRecord
from games.records.perspective.pictures import draw_position

FONTS = tuple(str(path) for path in sorted(Path(__file__).parent.glob("data/fonts/*.?tf")))
FAMILY = "DejaVu Sans"


def render_svg(record: OpenedRecord, number: int) -> str:
    """The position after so many moves as an SVG document."""
    picture = draw_position(record, number)
    return render_to_string("games/records/picture.svg", {"picture": picture})


def render_png(record: OpenedRecord, number: int) -> bytes:
    """The same as a PNG of the same size."""
    svg = render_svg(record, number)
    return bytes(
        resvg_py.svg_to_bytes(svg_string=svg, font_files=list(FONTS), sans_serif_family=FAMILY)
    )
