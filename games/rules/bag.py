"""The bag, and a shuffle that anyone can check afterwards.

Before anything is drawn, the site chooses 32 secret bytes and shows their SHA-256. Then each
player's page adds 16 random bytes of its own, which everyone sees. The game's seed is made of both
(:func:`mix_seed`), so neither the site nor a player alone can have chosen the bag; the secret is
published after the game. Games begun before pages added anything have the secret for a seed.

Shuffle number ``n`` of a game works like this:

1. Lay the tiles out in order of their faces (by code point), blanks last. So the result depends
   on which tiles are in the bag and never on how they got there.
2. Random numbers come from the stream HMAC-SHA256(seed, n || 0), HMAC-SHA256(seed, n || 1) ...
   with ``n`` and the block number as 8 bytes, big-endian; each block gives eight 32-bit numbers,
   big-endian.
3. Fisher-Yates from the last place down: for place ``i`` take the next number below the largest
   multiple of ``i + 1`` that fits in 32 bits (others are thrown away, so there is no modulo
   bias), and swap places ``i`` and ``number mod (i + 1)``.

Tiles are drawn from the front of the shuffled bag. The page's own check of an ended game does the
same in ``static/js/bag/drawing.js``.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from itertools import count
from struct import unpack
from typing import Any, TypeVar

from games.rules.tiles import Tile, tile_key

_WORD = 1 << 32
T = TypeVar("T")


SECRET_BYTES = 32
CONTRIBUTION_BYTES = 16


class Scheme(IntEnum):
    """How a game's seed comes about; kept with every game, so that old ones can be checked."""

    SECRET_ALONE = 1
    """The seed is the site's secret."""
    MIXED = 2
    """The seed is mixed from the secret and what the players' pages added."""


def hash_secret(secret: bytes) -> str:
    """The SHA-256 of the secret in hexadecimal: what players see before they add to it."""
    return hashlib.sha256(secret).hexdigest()


def mix_seed(secret: bytes, contributions: Sequence[bytes]) -> bytes:
    """HMAC-SHA256 with the secret for its key over all contributions in the order of the seats.

    Each contribution is preceded by its length as 2 bytes, big-endian, so that no two lists of
    contributions read alike; a seat that added nothing counts as empty. The players of a team
    add 16 bytes each, one after another in the order in which they sat down.
    """
    told = b"".join(len(one).to_bytes(2, "big") + one for one in contributions)
    return hmac.digest(secret, told, "sha256")


def make_seed(scheme: Scheme, secret: bytes, contributions: Sequence[bytes]) -> bytes:
    """The seed of a game with this scheme."""
    return secret if scheme is Scheme.SECRET_ALONE else mix_seed(secret, contributions)


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
