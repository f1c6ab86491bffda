"""Plays of a duplicate game as they are stored: in notation, with their words and score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.rules.equipment.notation import lowercase_face
from games.rules.equipment.tiles import TileSet
from games.rules.plays.acts import Play
from games.rules.plays.scoring import PlayScore, WordScore


@dataclass(frozen=True, slots=True)
class StoredPlay:
    """A play in notation, with its score and all its words, the main word first."""

    position: str
    tiles: str
    score: int
    words: tuple[str, ...] = ()

    @staticmethod
    def of(play: Play, score: PlayScore, tile_set: TileSet) -> StoredPlay:
        position, tiles = play.write(tile_set)
        words = tuple(_write_word(word, tile_set.language) for word in score.words)
        return StoredPlay(position, tiles, score.total, words)

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


def _write_word(word: WordScore, language: str) -> str:
    """Return a word in notation: blanks are lower case, if the script has case."""
    pairs = zip(word.faces, word.blanks, strict=True)
    return "".join(lowercase_face(face, language) if blank else face for face, blank in pairs)
