"""A thumbnail of a board, for lists and for previews of replies."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class ThumbnailView:
    """A small drawing of a board, as SVG paths one unit per square."""

    rows: int
    cols: int
    # CSS classes with the path data of their squares.
    areas: tuple[tuple[str, str], ...]
    # Column, row and face of each tile; empty if the drawing is too small for letters.
    faces: tuple[tuple[int, int, str], ...]
    # Whether tiles have owners.
    owned: bool
    direction: Literal["ltr", "rtl"] = "ltr"
