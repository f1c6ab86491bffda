"""Colours of the position images, equal to the light theme's (css/site/tokens.css).

The images are shown outside the site, where no stylesheet applies.
"""

from games.rules.equipment.board import BoardTile

PREMIUM_COLOURS = {
    "tw": ("#b0302b", "#ffffff"),
    "dw": ("#ebb2b7", "#6d2230"),
    "tl": ("#2b5b99", "#ffffff"),
    "dl": ("#b2d2eb", "#174468"),
    "qw": ("#6a2a86", "#ffffff"),
    "ql": ("#12706b", "#ffffff"),
}
"""Colours of a premium square and its label, by premium code."""

SEAT_COLOURS = (
    ("#d9ccf0", "#43306b"),
    ("#f7d3b4", "#6e3c12"),
    ("#c9e3d4", "#1e5138"),
    ("#f3cbd6", "#74233e"),
)
OWNER_COLOURS = (("#b7d3f2", "#173f70"), ("#fbcf9f", "#6b3503"))
"""Colours of the seats in games whose tiles have owners."""

TILE_COLOURS = ("#f3dfb3", "#c39f5f", "#32281a")
BLANK_COLOURS = ("#f3dfb3", "#c39f5f", "#8a2f6b")
OWNED_TILE_COLOURS = (
    ("#b9d5f3", "#7ba0c9", "#10305a"),
    ("#fbd2a2", "#cf9450", "#532903"),
)
SAFE_TILE_COLOURS = (
    ("#1f5fae", "#123c73", "#ffffff"),
    ("#b34f00", "#6b2d00", "#ffffff"),
)
"""Colours of a tile's face, edge and letter; indexed by owner where tiles have owners."""

TileColours = tuple[str, str, str]


def get_tile_colours(tile: BoardTile, *, owned: bool) -> TileColours:
    if not owned:
        return BLANK_COLOURS if tile.blank else TILE_COLOURS
    return SAFE_TILE_COLOURS[tile.owner] if tile.safe else OWNED_TILE_COLOURS[tile.owner]
