"""Squares, positions and tiles as text, in many scripts."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.equipment.errors import NotationError
from games.rules.equipment.squares import Direction, PlayPosition, Square
from games.rules.equipment.tiles import BLANK, LetterTile, load_tile_set, tile_set_codes
from games.rules.plays.acts import (
    Abort,
    Accept,
    Annul,
    Challenge,
    Exchange,
    Expire,
    Forfeit,
    Pass,
    Play,
    PlayedLetter,
    PlayThrough,
    Resign,
    act_from_json,
    act_to_json,
)


def test_square_names_count_columns_by_letter_and_rows_by_number() -> None:
    assert Square(7, 7).name == "H8"
    assert Square.parse("u21") == Square(20, 20)


def test_row_first_is_across_and_column_first_is_down() -> None:
    assert PlayPosition.parse("8H") == PlayPosition(Square(7, 7), Direction.ACROSS)
    assert PlayPosition.parse("h8") == PlayPosition(Square(7, 7), Direction.DOWN)


@given(st.integers(0, 20), st.integers(0, 20), st.sampled_from(Direction))
def test_position_names_read_back(row: int, col: int, direction: Direction) -> None:
    position = PlayPosition(Square(row, col), direction)
    assert PlayPosition.parse(position.name) == position


@pytest.mark.parametrize("text", ["", "8", "H", "H0", "0H", "H0H", "HH", "H100", "8É", "H8 8H"])
def test_invalid_coordinates_are_refused(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        PlayPosition.parse(text)
    assert caught.value.code == "notation.coordinates"


def test_play_text_marks_filled_squares_and_blanks() -> None:
    english = load_tile_set("en")
    play = Play.read("8H", "C.aT", english)
    assert play.letters == (
        PlayedLetter("C"),
        PlayThrough(),
        PlayedLetter("A", blank=True),
        PlayedLetter("T"),
    )
    assert play.write(english) == ("8H", "C.aT")
    assert play.tiles() == (LetterTile("C"), BLANK, LetterTile("T"))


@pytest.mark.parametrize(
    ("code", "text", "faces"),
    [
        ("es", "[CH]O[rr]A", ("CH", "O", "RR", "A")),
        ("ca", "I[L·L][l·l]A", ("I", "L·L", "L·L", "A")),
        ("tr", "IiİıA", ("I", "İ", "İ", "I", "A")),
        ("is", "ÓGæ", ("Ó", "G", "Æ")),
        ("he", "א?ב", ("א", "ב")),
        ("fr", "ÉA", None),
    ],
)
def test_letters_of_many_scripts_are_read(
    code: str, text: str, faces: tuple[str, ...] | None
) -> None:
    tile_set = load_tile_set(code)
    if faces is None:
        with pytest.raises(NotationError):
            Play.read("8H", text, tile_set)
        return
    play = Play.read("8H", text, tile_set)
    assert tuple(x.face for x in play.letters if isinstance(x, PlayedLetter)) == faces
    assert play.write(tile_set)[1] == text


def test_decomposed_accents_are_read() -> None:
    decomposed = unicodedata.normalize("NFD", "É")
    icelandic = load_tile_set("is")
    assert icelandic.read(decomposed) == (LetterTile("É"),)


@pytest.mark.parametrize("code", tile_set_codes())
def test_every_face_of_every_set_reads_back_as_letter_and_as_blank(code: str) -> None:
    tile_set = load_tile_set(code)
    letters = tuple(PlayedLetter(f, blank=b) for f in tile_set.faces for b in (False, True))
    play = Play(PlayPosition.parse("8A"), letters)
    assert Play.read(*play.write(tile_set), tile_set) == play
    tiles = tile_set.all_tiles()
    assert tile_set.read(tile_set.write(tiles)) == tiles


@pytest.mark.parametrize("text", ["[CH", "[]", "A?", "É", "1"])
def test_invalid_tiles_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        Play.read("8H", text, load_tile_set("es"))


def test_acts_survive_json() -> None:
    spanish = load_tile_set("es")
    acts = (
        Play.read("H8", ".[CH]a", spanish),
        Exchange(spanish.read("A[LL]?")),
        Pass(),
        Challenge(),
        Accept(),
        Resign(),
        Forfeit("time"),
        Abort(),
        Annul(),
        Expire(),
    )
    for act in acts:
        assert act_from_json(act_to_json(act, spanish), spanish) == act
    assert len(set(acts)) == len(acts)


@pytest.mark.parametrize("data", [{}, {"kind": "jump"}, {"kind": "play"}, {"kind": "pass", "x": 1}])
def test_json_without_an_act_is_refused(data: dict[str, object]) -> None:
    if data.get("kind") == "pass":
        assert act_from_json(data, load_tile_set("en")) == Pass()
        return
    with pytest.raises(NotationError):
        act_from_json(data, load_tile_set("en"))
