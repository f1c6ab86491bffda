"""Tile sets and board layouts, checked against the rules' own constants and published facts."""

import json
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games.rules.equipment.errors import NotAllowedError
from games.rules.equipment.layouts import list_layout_ids, load_layout
from games.rules.equipment.squares import Square
from games.rules.equipment.tiles import BLANK, LetterTile, load_tile_set, tile_set_codes
from games.rules.plays.acts import Play
from games.rules.positions.variants import VARIANTS


@pytest.mark.parametrize("code", tile_set_codes())
def test_tile_set_is_sound(code: str) -> None:
    tile_set = load_tile_set(code)
    assert tile_set.code == code
    assert len(set(tile_set.faces)) == len(tile_set.faces)
    assert len(tile_set.all_tiles()) == tile_set.total
    for face in tile_set.faces:
        assert face == unicodedata.normalize("NFC", face) != ""
        assert (tile_set.counts[face] > 0) == (tile_set.values[face] > 0)
    assert max(tile_set.counts.values()) > 0


def test_tile_sets_are_those_of_the_facts(facts_dir: Path) -> None:
    for file in sorted((facts_dir / "tilesets").glob("*.json")):
        facts = json.loads(file.read_text(encoding="utf-8"))
        tile_set = load_tile_set(facts["code"])
        printed = tuple(face for face in tile_set.faces if tile_set.counts[face])
        assert printed == tuple(tile["letter"] for tile in facts["tiles"])
        assert {f: tile_set.counts[f] for f in printed} == _by_letter(facts, "count")
        assert {f: tile_set.values[f] for f in printed} == _by_letter(facts, "value")
        assert (tile_set.blanks, tile_set.total) == (facts["blanks"], facts["total"])
        assert (tile_set.language, tile_set.direction) == (facts["language"], facts["direction"])


def _by_letter(facts: dict[str, Any], name: str) -> dict[str, int]:
    return {tile["letter"]: tile[name] for tile in facts["tiles"]}


def test_the_english_set_has_its_tiles() -> None:
    english = load_tile_set("en")
    assert (english.total, english.blanks, english.points) == (100, 2, 187)
    assert english.value(LetterTile("Q")) == 10


def test_qwibble_set_has_173_points_and_wilds_that_are_never_s() -> None:
    tile_set = load_tile_set("qwibble-en")
    assert (tile_set.total, tile_set.points) == (100, 173)
    assert "S" not in tile_set.blank_faces
    assert len(tile_set.blank_faces) == 25


def test_right_to_left_sets_have_their_direction() -> None:
    rtl = {code for code in tile_set_codes() if load_tile_set(code).direction == "rtl"}
    assert {"he", "ar", "fa"} <= rtl


def test_the_standard_layout_has_its_premiums() -> None:
    layout = load_layout("standard")
    codes = Counter(layout.premium_code(square) for square in layout.squares())
    assert codes == {"TW": 8, "DW": 17, "TL": 12, "DL": 24, "": 164}
    assert layout.start == Square.parse("H8")
    assert layout.premium_code(layout.start) == "DW"
    assert layout.word_multiplier(Square.parse("A1")) == 3
    assert layout.letter_multiplier(Square.parse("F2")) == 3


def test_the_super_layout_has_its_premiums() -> None:
    layout = load_layout("super")
    codes = Counter(layout.premium_code(square) for square in layout.squares())
    assert (layout.rows, layout.cols, layout.start.name) == (21, 21, "K11")
    assert codes == {"QW": 4, "QL": 8, "TW": 16, "DW": 41, "TL": 20, "DL": 36, "": 316}
    assert layout.word_multiplier(Square.parse("A1")) == 4


def test_qwibble_layout_has_padlocks_and_no_premiums() -> None:
    layout = load_layout("qwibble")
    padlocks = {square.name for square in layout.padlocks}
    assert padlocks == {"C1", "H1", "M1", "C15", "H15", "M15", "A3", "A8", "A13", "O3", "O8", "O13"}
    assert all(layout.premium_code(square) == "" for square in layout.squares())
    assert layout.start.name == "H8"


def test_layouts_are_those_of_the_facts(facts_dir: Path) -> None:
    boards = json.loads((facts_dir / "boards.json").read_text(encoding="utf-8"))["boards"]
    known = [board for board in boards if board["id"] in list_layout_ids()]
    assert known
    for board in known:
        layout = load_layout(board["id"])
        assert layout.lines == tuple(board["rows"])
        assert list(layout.start) == board["start"]


def test_every_variant_has_its_equipment() -> None:
    for variant in VARIANTS.values():
        assert load_tile_set(variant.tile_set).total >= variant.max_seats * variant.rack_size
        for layout in variant.layouts:
            assert load_layout(layout).start


def test_unknown_equipment_is_refused() -> None:
    for load in (load_tile_set, load_layout):
        with pytest.raises(NotAllowedError):
            load("../secrets")


@pytest.mark.parametrize(("code", "letters"), [("sv", "QWÆÜ"), ("sk", "WQÖÜĚŘ"), ("it", "JKWXY")])
def test_a_blank_may_be_a_letter_that_has_no_tile(code: str, letters: str) -> None:
    tile_set = load_tile_set(code)
    assert set(letters) <= set(tile_set.blank_faces)
    assert not {LetterTile(face) for face in letters} & set(tile_set.all_tiles())
    played = Play.read("8H", letters[0].lower() + tile_set.faces[0], tile_set)
    assert played.tiles() == (BLANK, LetterTile(tile_set.faces[0]))
