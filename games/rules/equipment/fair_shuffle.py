"""The bag, and a shuffle that anyone can verify afterwards.

Before anything is drawn, the site chooses 32 secret bytes and publishes their SHA-256. Then each
player's page adds 16 random bytes, which all players see. The game's seed is made from both
(:func:`mix_seed`), so neither the site nor a player alone can have chosen the bag; the secret is
published after the game. In old games, from before pages added anything, the secret is the seed.

Shuffle number ``n`` of a game works like this:

1. Sort the tiles by face (code point order), blanks last, so that the result depends only on which
   tiles are in the bag and never on how they got there.
2. Random numbers come from the stream HMAC-SHA256(seed, n || 0), HMAC-SHA256(seed, n || 1) ... with
   ``n`` and the block number as 8 bytes, big-endian; each block gives eight 32-bit numbers,
   big-endian.
3. Fisher-Yates from the last place down: for place ``i`` take the next number below the largest
   multiple of ``i + 1`` that fits in 32 bits (others are discarded, so there is no modulo bias),
   and swap places ``i`` and ``number mod (i + 1)``.

Tiles are drawn from the front of the shuffled bag. In the browser, ``static/js/bag/shuffle.js``
does the same to verify a finished game.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from itertools import count
from struct import unpack
from typing import Any, TypeVar

from games.rules.equipment.tiles import Tile, tile_sort_key

_WORD = 1 << 32
T = TypeVar("T")


SECRET_BYTES = 32
CONTRIBUTION_BYTES = 16


class SeedScheme(IntEnum):
    """How a game's seed is made; stored with every game, so that old ones can be verified."""

    SECRET_ALONE = 1
    """The seed is the site's secret."""
    MIXED = 2
    """The seed is mixed from the secret and the bytes that the players' pages added."""


def hash_secret(secret: bytes) -> str:
    """Return the SHA-256 of the secret in hexadecimal; players see it before they add their bytes.

    >>> hash_secret(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(secret).hexdigest()


def mix_seed(secret: bytes, contributions: Sequence[bytes]) -> bytes:
    """Return HMAC-SHA256, keyed by the secret, of all contributions in the order of the seats.

    Each contribution is preceded by its length as 2 bytes, big-endian, so that different lists of
    contributions never give the same input; a seat that added nothing counts as empty. The players
    of a team add 16 bytes each, in the order in which they joined the seat.

    >>> mix_seed(bytes(32), [b"one", b"two"]) == mix_seed(bytes(32), [b"on", b"etwo"])
    False
    """
    joined = b"".join(len(one).to_bytes(2, "big") + one for one in contributions)
    return hmac.digest(secret, joined, "sha256")


def make_seed(scheme: SeedScheme, secret: bytes, contributions: Sequence[bytes]) -> bytes:
    """Return the seed of a game with this scheme: 32 bytes.

    >>> make_seed(SeedScheme.SECRET_ALONE, bytes(32), [b"one"]) == bytes(32)
    True
    >>> len(make_seed(SeedScheme.MIXED, bytes(32), [b"one", b""]))
    32
    """
    return secret if scheme is SeedScheme.SECRET_ALONE else mix_seed(secret, contributions)


class Shuffler:
    """All randomness of one game, as a function of its seed and a counter."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed

    def shuffle(self, tiles: Iterable[Tile], counter: int) -> tuple[Tile, ...]:
        """Return the tiles in the order of shuffle number ``counter``, whatever their order was.

        >>> from games.rules.equipment.tiles import load_tile_set
        >>> tiles, shuffler = load_tile_set("en").read("RETAINS"), Shuffler(bytes(32))
        >>> load_tile_set("en").write(shuffler.shuffle(tiles, 0))
        'ERANSIT'
        >>> shuffler.shuffle(tiles[::-1], 0) == shuffler.shuffle(tiles, 0)
        True
        """
        return self._permute(tiles, counter, tile_sort_key)

    def choose(self, seats: Iterable[int], counter: int) -> int:
        """Return one of the seats, each equally likely.

        >>> [Shuffler(bytes(32)).choose(range(4), counter) for counter in range(6)]
        [1, 2, 2, 3, 3, 0]
        """
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
    # Rejecting the last, incomplete range keeps all results equally likely.
    fair = _WORD - _WORD % limit
    return next(number for number in numbers if number < fair) % limit
