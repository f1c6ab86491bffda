"""Renders a position as SVG. PNG is made from it in ``games.records.services.png_rendering``."""

from django.template.loader import render_to_string

from games.records.perspective import OpenedRecord
from games.records.perspective.position_pictures import draw_position


def render_position_svg(record: OpenedRecord, number: int) -> str:
    """Render the position after ``number`` moves."""
    picture = draw_position(record, number)
    return render_to_string("games/records/picture.svg", {"picture": picture})
