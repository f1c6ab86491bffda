"""Searches answers for secrets: hidden tiles and seeds, in every form in which they might leak."""

import base64
import json
import re

from games.rules.equipment.tiles import LetterTile, Tile
from tests.live.client import Answer
from tests.live.live_table import Table

_TAG = re.compile(r"<[^>]*>")
_NO_TILE = re.compile(r"[^A-Z?]+")
_PROSE = re.compile(r"\\(?:u[0-9a-f]{4}|[a-z])|[A-Za-z0-9]*[a-z][A-Za-z0-9]*")
"""Words and tokens that contain small letters: their capitals are no tiles."""
MIN_TILES = 6
"""The shortest run of tiles to search for; shorter ones turn up by chance."""
PlayedTiles = dict[str, tuple[int, tuple[Tile, ...]]]
"""Tiles that were once on a rack: by name, with the seat that saw them."""


class Secrets:
    """Everything one viewer may not learn; ``found_in`` searches a text for it."""

    def __init__(self) -> None:
        self.runs: dict[str, str] = {}
        self.texts: dict[str, str] = {}

    def add_tiles(self, name: str, tiles: tuple[Tile, ...]) -> None:
        """Add tiles in this order, with and without blanks."""
        faces = [tile.face if isinstance(tile, LetterTile) else "?" for tile in tiles]
        for some in (faces, [face for face in faces if face != "?"]):
            if len(some) >= MIN_TILES:
                self.runs["".join(some)] = name
                self.texts[json.dumps(some)] = name
                self.texts[json.dumps(some, separators=(",", ":"))] = name

    def add_rack(self, name: str, tiles: tuple[Tile, ...]) -> None:
        """Add a rack in its order and sorted, since pages may show it either way.

        The bag is searched for in drawing order only: short alphabetical runs occur in many texts.
        """
        faces = sorted(tiles, key=lambda tile: tile.face if isinstance(tile, LetterTile) else "?")
        self.add_tiles(f"{name}, sorted", tuple(faces))
        self.add_tiles(name, tiles)

    def add_seed(self, seed: bytes) -> None:
        self.texts[seed.hex()] = self.texts[base64.b64encode(seed).decode()] = "the seed"
        self.texts[base64.urlsafe_b64encode(seed).decode()] = "the seed"

    def found_in(self, text: str) -> set[str]:
        """Return the names of the secrets in a text: plain, as JSON, or with one letter per tag."""
        plain = text.replace("&quot;", '"').replace("&#x27;", "'")
        bare = [_NO_TILE.sub("", _PROSE.sub("", one)) for one in (plain, _TAG.sub("", plain))]
        found = {name for secret, name in self.texts.items() if secret in plain}
        return found | {name for run, name in self.runs.items() if any(run in b for b in bare)}


def list_secrets(table: Table, viewer: int | None, gone: PlayedTiles) -> Secrets:
    """Collect what ``viewer`` (a seat, or ``None``) may not know about the current game."""
    secrets = Secrets()
    secrets.add_seed(table.seed)
    # Tiles are drawn from the front, but a leak could list the bag either way.
    bag = table.state.bag
    for start in range(0, len(bag) - 7, 7):
        secrets.add_tiles(f"the bag from {start}", bag[start : start + 7])
        secrets.add_tiles(f"the bag from {start}, backwards", bag[start : start + 7][::-1])
    for seat, state in enumerate(table.state.seats):
        if seat != viewer:
            secrets.add_rack(f"the rack of seat {seat}", state.rack)
    for name, (seat, tiles) in gone.items():
        if seat != viewer:
            secrets.add_rack(name, tiles)
    return secrets


def join_answer(answer: Answer) -> str:
    return f"{answer.headers}\n{answer.text}"
