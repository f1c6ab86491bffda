"""Editions in which some pairs of letters have a tile of their own, which must be used."""

import pytest

from games.rules.equipment.errors import NotAllowedError
from games.rules.equipment.tiles import load_tile_set, tile_set_codes
from games.rules.flow.game import GameState, preview_score
from games.rules.plays.acts import Challenge
from tests.rules.positions import ALL, do, lay, play, table

WHOLE = {
    "es": ("CH", "LL", "RR"),
    "es-US": ("LL", "RR"),
    "cy": ("CH", "DD", "FF", "LL", "TH"),
}


def spanish(challenge: str) -> GameState:
    racks = ("CALLE[LL]S", "AEIOU??")
    return table(*racks, tile_set="es", bag="AEIOSN", options={"challenge": challenge})


def test_these_editions_require_digraph_tiles() -> None:
    found = {code: load_tile_set(code).whole for code in tile_set_codes()}
    assert {code: whole for code, whole in found.items() if whole} == WHOLE


def test_two_single_tiles_are_refused_if_words_are_judged_at_once() -> None:
    state = spanish("void")
    with pytest.raises(NotAllowedError) as refused:
        lay(state, 0, "8H", "CALLE", ALL)
    assert refused.value.code == "words.invalid"
    assert refused.value.words == ("CALLE",)
    assert preview_score(state, 0, play(state, "8H", "CALLE"), ALL).invalid_words == ("CALLE",)
    assert lay(state, 0, "8H", "CA[LL]E", ALL).state.board


def test_a_challenge_withdraws_a_pair_of_single_tiles() -> None:
    after = lay(spanish("single"), 0, "8H", "CALLE").state
    assert not do(after, 1, Challenge(), ALL).state.board
    after = lay(spanish("single"), 0, "8H", "CA[LL]E").state
    assert do(after, 1, Challenge(), ALL).state.board


def test_a_blank_cannot_be_half_of_a_digraph() -> None:
    state = table("CA?LE??", "A", tile_set="es", options={"challenge": "void"})
    for tiles in ("CAlLE", "CAllE"):
        with pytest.raises(NotAllowedError):
            lay(state, 0, "8H", tiles, ALL)
    assert lay(state, 0, "8H", "CA[ll]E", ALL).state.board


@pytest.mark.parametrize(
    ("code", "tiles"),
    [
        ("es", ("L", "LL")),
        ("es-US", ("C", "H", "A")),
        ("cy", ("D", "A", "N", "G", "O", "S")),
        ("cy", ("P", "A", "R", "H", "A", "U")),
        ("hu", ("E", "G", "É", "S", "Z", "S", "É", "G")),
        ("hr", ("I", "N", "J", "E")),
        ("eu", ("T", "S")),
    ],
)
def test_either_spelling_is_valid_where_the_language_allows_both(
    code: str, tiles: tuple[str, ...]
) -> None:
    assert not load_tile_set(code).has_split_pair(tiles)
