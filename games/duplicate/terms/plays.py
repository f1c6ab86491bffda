"""Plays of a duplicate game as they are stored: in notation, with their words and score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.rules.equipment.tiles import TileSet
from games.rules.plays.acts import Play


@dataclass(frozen=True, slots=True)
class StoredPlay:
    """A play in notation. ``words`` are as they read on the board, the main word first."""

    position: str
    tiles: str
    score: int
    words: tuple[str, ...] = ()

    @staticmethod
    def of(play: Play, score: int, words: Sequence[str], tile_set: TileSet) -> StoredPlay:
        position, tiles = play.write(tile_set)
        return StoredPlay(position, tiles, score, tuple(words))

    @staticmethod
    def from_json(data: dict[str, Any]) -> StoredPlay:
        words = tuple(data["words"])
        return StoredPlay(data["position"], data["tiles"], data["score"], words)

    def to_json(self) -> dict[str, Any]:
        return {
            "position": self.position,
            "tiles": self.tiles,
            "score": self.score,
            "words": list(self.words),
        }

    def read(self, tile_set: TileSet) -> Play:
        return Play.read(self.position, self.tiles, tile_set)
