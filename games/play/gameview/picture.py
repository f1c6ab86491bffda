"""A board drawn small, for lists and for what is only thought of."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class PictureView:
    """``areas``: squares of one look, as a CSS class and the data of a path, one unit to a square.
    ``faces``: what is written on tiles, by column and row; empty where it is too small for that.
    """

    rows: int
    cols: int
    areas: tuple[tuple[str, str], ...]
    faces: tuple[tuple[int, int, str], ...]
    owned: bool
    direction: Literal["ltr", "rtl"] = "ltr"
