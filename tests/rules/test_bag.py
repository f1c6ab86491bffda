"""The verifiable shuffle: its documented result, its fairness and the size of its seed."""

import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.equipment.errors import NotAllowedError
from games.rules.equipment.fair_shuffle import Shuffler, hash_secret
from games.rules.equipment.tiles import load_tile_set
from games.rules.flow.game import start_game
from games.rules.positions.variants import get_variant
from tests.rules.positions import SEED

ENGLISH = load_tile_set("en")


def test_shuffle_is_the_documented_function() -> None:
    """The result is computed here from the published description alone."""
    tiles = ENGLISH.read("CAB?DEFGHIJ")
    order = list("ABCDEFGHIJ?")
    stream = b"".join(
        hmac.digest(SEED, (5).to_bytes(8, "big") + n.to_bytes(8, "big"), "sha256") for n in range(9)
    )
    numbers = iter([int.from_bytes(stream[i : i + 4], "big") for i in range(0, len(stream), 4)])
    for place in range(10, 0, -1):
        # Larger numbers are skipped, since the remainder would favour the first places.
        fair = 2**32 // (place + 1) * (place + 1)
        other = next(n for n in numbers if n < fair) % (place + 1)
        order[place], order[other] = order[other], order[place]
    assert ENGLISH.write(Shuffler(SEED).shuffle(tiles, 5)) == "".join(order)


def test_a_known_shuffle_never_changes() -> None:
    shuffled = Shuffler(b"\0" * 32).shuffle(ENGLISH.all_tiles(), 0)
    assert ENGLISH.write(shuffled)[:14] == "OSASE?BWAORFTE"
    assert hash_secret(b"\0" * 32).startswith("66687aadf862bd77")


@given(st.permutations(ENGLISH.read("AABCDEE?")), st.integers(0, 1000))
def test_the_result_depends_only_on_the_tiles(tiles: list[object], counter: int) -> None:
    expected = Shuffler(SEED).shuffle(ENGLISH.read("AABCDEE?"), counter)
    assert Shuffler(SEED).shuffle(tiles, counter) == expected  # type: ignore[arg-type]


def test_every_order_is_equally_likely() -> None:
    tiles = ENGLISH.read("ABC")
    counts = Counter(Shuffler(SEED).shuffle(tiles, n) for n in range(6000))
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())


def test_the_seed_has_32_bytes() -> None:
    with pytest.raises(NotAllowedError):
        start_game("scrabble", get_variant("scrabble").options(), 2, b"short")
