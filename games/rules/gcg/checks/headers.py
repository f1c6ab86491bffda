"""Check for players named twice or not at all, and for contradictory or meaningless headers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.rules.gcg.game_settings import TILE_HEADERS, VARIANT_HEADERS
from games.rules.gcg.pragmas import (
    ENDED,
    OPTIONS,
    read_challenges,
    read_ending,
    read_leaves,
)
from games.rules.gcg.records import GcgRecord
from games.rules.gcg.replayed_entries import RecordMistake

SENTENCES = {
    "player.twice": "two players have this nickname",
    "player.number": "two players have this number",
    "player.unknown": "no header names this player",
    "player.unnamed": "this player has no nickname",
    "header.twice": "it contradicts an earlier header",
    "header.meaning": "it does not fit this game",
}
ONCE = (*TILE_HEADERS, *VARIANT_HEADERS, "lexicon", "dictionary", OPTIONS, ENDED)


def check_headers(record: GcgRecord) -> Iterator[RecordMistake]:
    for odd in record.odd:
        yield RecordMistake(
            odd.line, odd.about, "player", 2, 1, SENTENCES[odd.code], odd.code, odd.about
        )
    seen: dict[str, str] = {}
    for line, name, value in record.numbered_headers():
        known = name.lower()
        if known in ONCE and seen.setdefault(known, value) != value:
            yield _build_mistake(line, name, "header.twice")
        if _is_meaningless(record, name, value):
            yield _build_mistake(line, name, "header.meaning")


def _is_meaningless(record: GcgRecord, name: str, value: str) -> bool:
    """Return whether one of our own headers names no seat, line or end of this game."""
    alone = replace(record, headers=((name, value),))
    match name:
        case "left":
            return not any(read_leaves(alone))
        case "challenged":
            return not any(read_challenges(alone))
        case "ended":
            return read_ending(alone) is None
    return False


def _build_mistake(line: int, name: str, code: str) -> RecordMistake:
    return RecordMistake(line, f"#{name}", "header", 1, 0, SENTENCES[code], code, name)
