"""The colours of pictures that leave the site: those of the light pages (css/site/tokens.css).

A picture knows no style sheet.
"""

from games.rules.board import BoardTile

PREMIUMS = {
    "tw": ("#b0302b", "#ffffff"),
    "dw": ("#ebb2b7", "#6d2230"),
    "tl": ("#2b5b99", "#ffffff"),
    "dl": ("#b2d2eb", "#174468"),
    "qw": ("#6a2a86", "#ffffff"),
    "ql": ("#12706b", "#ffffff"),
}
"""By the look of a square: its colour, and that of what is written on it."""

SEATS = (
    ("#d9ccf0", "#43306b"),
    ("#f7d3b4", "#6e3c12"),
    ("#c9e3d4", "#1e5138"),
    ("#f3cbd6", "#74233e"),
)
OWNERS = (("#b7d3f2", "#173f70"), ("#fbcf9f", "#6b3503"))
"""The seats of a game whose tiles have owners."""

PLAIN = ("#f3dfb3", "#c39f5f", "#32281a")
BLANK = ("#f3dfb3", "#c39f5f", "#8a2f6b")
OWNED = (
    ("#b9d5f3", "#7ba0c9", "#10305a"),
    ("#fbd2a2", "#cf9450", "#532903"),
)
SAFE = (
    ("#1f5fae", "#123c73", "#ffffff"),
    ("#b34f00", "#6b2d00", "#ffffff"),
)
"""Of a tile: its face, its edge, its letter; by owner where tiles have owners."""

Paint = tuple[str, str, str]


def paint_tile(tile: BoardTile, *, owned: bool) -> Paint:
    if not owned:
        return BLANK if tile.blank else PLAIN
    return SAFE[tile.owner] if tile.safe else OWNED[tile.owner]
