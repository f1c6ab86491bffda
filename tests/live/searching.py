"""The search for what nobody may be told: tiles and seeds, in whatever form they might stand."""

import base64
import json
import re

from games.rules.tiles import Letter, Tile
from tests.live.client import Answer
from tests.live.tables import Table

_TAG = re.compile(r"<[^>]*>")
_NO_TILE = re.compile(r"[^A-Z?]+")
_PROSE = re.compile(r"\\(?:u[0-9a-f]{4}|[a-z])|[A-Za-z0-9]*[a-z][A-Za-z0-9]*")
"""Words and tokens with small letters in them: their capitals are no tiles."""
LEAST = 6
"""Tiles in a row that hardly turn up by chance."""
Gone = dict[str, tuple[int, tuple[Tile, ...]]]
"""Tiles that were on a rack once, by what they were, with the seat that saw them."""


class Secrets:
    """What one viewer may not be told; ``found_in`` looks for it in any form it might have."""

    def __init__(self) -> None:
        self.runs: dict[str, str] = {}
        self.texts: dict[str, str] = {}

    def add_tiles(self, name: str, tiles: tuple[Tile, ...]) -> None:
        """Some tiles in their order, blanks shown or not."""
        faces = [tile.face if isinstance(tile, Letter) else "?" for tile in tiles]
        for some in (faces, [face for face in faces if face != "?"]):
            if len(some) >= LEAST:
                self.runs["".join(some)] = name
                self.texts[json.dumps(some)] = name
                self.texts[json.dumps(some, separators=(",", ":"))] = name

    def add_rack(self, name: str, tiles: tuple[Tile, ...]) -> None:
        """A rack in its order or sorted, as pages may show it. A part of the bag is not looked for
        like that: letters in their order stand in many a text."""
        faces = sorted(tiles, key=lambda tile: tile.face if isinstance(tile, Letter) else "?")
        self.add_tiles(f"{name}, sorted", tuple(faces))
        self.add_tiles(name, tiles)

    def add_seed(self, seed: bytes) -> None:
        self.texts[seed.hex()] = self.texts[base64.b64encode(seed).decode()] = "the seed"
        self.texts[base64.urlsafe_b64encode(seed).decode()] = "the seed"

    def found_in(self, text: str) -> set[str]:
        """Names of the secrets in a text: plain, as JSON, or one letter to a tag."""
        plain = text.replace("&quot;", '"').replace("&#x27;", "'")
        bare = [_NO_TILE.sub("", _PROSE.sub("", one)) for one in (plain, _TAG.sub("", plain))]
        found = {name for secret, name in self.texts.items() if secret in plain}
        return found | {name for run, name in self.runs.items() if any(run in b for b in bare)}


def secrets_from(table: Table, viewer: int | None, gone: Gone) -> Secrets:
    """All that ``viewer`` (a seat, or ``None``) may not know of the game as it stands."""
    secrets = Secrets()
    secrets.add_seed(table.seed)
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


def told_by(answer: Answer) -> str:
    return f"{answer.headers}\n{answer.text}"
