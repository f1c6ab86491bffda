"""The bag, and a shuffle that anyone can check afterwards.

The seed is 32 secret bytes; its SHA-256 is published before the first draw, the seed itself after
the game. Shuffle number ``n`` of a game works like this:

1. Lay the tiles out in order of their faces (by code point), blanks last. So the result depends
   on which tiles are in the bag and never on how they got there.
2. Random numbers come from the stream HMAC-SHA256(seed, n || 0), HMAC-SHA256(seed, n || 1) ...
   with ``n`` and the block number as 8 bytes, big-endian; each block gives eight 32-bit numbers,
   big-endian.
3. Fisher-Yates from the last place down: for place ``i`` take the next number below the largest
   multiple of ``i + 1`` that fits in 32 bits (others are thrown away, so there is no modulo
   bias), and swap places ``i`` and ``number mod (i + 1)``.

Tiles are drawn from the front of the shuffled bag.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from struct import unpack
from typing import Any, TypeVar

from games.rules.tiles import Tile, tile_key

_WORD = 1 << 32
T = TypeVar("T")


def seed_hash(seed: bytes) -> str:
    """The SHA-256 of a seed in hexadecimal: what players see before the first draw."""
    return hashlib.sha256(seed).hexdigest()


class Shuffler:
    """All randomness of one game, as a function of its seed and a counter."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed

    def shuffle(self, tiles: Iterable[Tile], counter: int) -> tuple[Tile, ...]:
        return self._permute(tiles, counter, tile_key)

    def choose(self, seats: Iterable[int], counter: int) -> int:
        """One of the seats, each equally likely."""
        return self._permute(seats, counter, None)[0]

    def _permute(
        self, items: Iterable[T], counter: int, key: Callable[[T], Any] | None
    ) -> tuple[T, ...]:
        order: list[T] = sorted(items, key=key)  # type: ignore[type-var, arg-type]
        numbers = self._numbers(counter)
        for place in range(len(order) - 1, 0, -1):
            other = _below(place + 1, numbers)
            order[place], order[other] = order[other], order[place]
        return tuple(order)

    def _numbers(self, counter: int) -> Iterator[int]:
        for block in count():
            text = counter.to_bytes(8, "big") + block.to_bytes(8, "big")
            yield from unpack(">8I", hmac.digest(self._seed, text, "sha256"))


def _below(limit: int, numbers: Iterator[int]) -> int:
    fair = _WORD - _WORD % limit
    return next(number for number in numbers if number < fair) % limit
