"""A position as an SVG document, made by a template. PNG is made of it in ``raster``."""

from django.template.loader import render_to_string

from games.records.perspective import OpenedRecord
from games.records.perspective.pictures import draw_position


def render_svg(record: OpenedRecord, number: int) -> str:
    """The position after so many moves."""
    picture = draw_position(record, number)
    return render_to_string("games/records/picture.svg", {"picture": picture})
