"""Every way to place a play, and every placement that is refused."""

import pytest

from games.rules.equipment.errors import NotAllowedError
from games.rules.flow.game import GameState, preview_score
from tests.rules.positions import ALL, lay, play, table

JACK = [("8G", "JACK")]


def words(state: GameState, position: str, tiles: str) -> list[str]:
    return [word.word for word in preview_score(state, 0, play(state, position, tiles), ALL).words]


def test_words_extend_at_the_back() -> None:
    assert words(table("S", "", board=JACK), "8G", "....S") == ["JACKS"]


def test_words_extend_at_the_front() -> None:
    assert words(table("HI", "", board=JACK), "8E", "HI....") == ["HIJACK"]


def test_words_extend_at_both_ends() -> None:
    assert words(table("HIING", "", board=JACK), "8E", "HI....ING") == ["HIJACKING"]


def test_plays_hook_a_word_perpendicularly() -> None:
    state = table("IONIZES", "", board=JACK)
    assert words(state, "K2", "IONIZES") == ["IONIZES", "JACKS"]


def test_plays_go_through_a_letter() -> None:
    assert words(table("YEUY", "", board=JACK), "J5", "YEU.Y") == ["YEUKY"]


def test_plays_lie_parallel_to_a_word() -> None:
    assert words(table("CON", "", board=JACK), "9F", "CON") == ["CON", "JO", "AN"]


def test_plays_bridge_two_words() -> None:
    state = table("AEN", "", board=[("6G", "BROOD"), ("8F", "CAVES")])
    assert words(state, "H6", ".A.EN") == ["RAVEN"]


def test_plays_bridge_two_words_of_one_line() -> None:
    state = table("T", "", board=[("8F", "DO"), ("8I", "EN")])
    assert words(state, "8F", "..T..") == ["DOTEN"]


def test_one_tile_forms_its_main_word_in_either_direction() -> None:
    state = table("S", "", board=JACK)
    across = preview_score(state, 0, play(state, "8G", "....S"), ALL)
    down = preview_score(state, 0, play(state, "K8", "S"), ALL)
    assert across == down


def test_one_tile_forms_two_words() -> None:
    state = table("S", "", board=[*JACK, ("K5", "TEN")])
    assert sorted(words(state, "K5", "...S")) == ["JACKS", "TENS"]


def test_seven_tiles_beside_a_word_form_up_to_eight_words() -> None:
    state = table("AEIOUAE", "", board=[("8E", "STRANGE")])
    assert len(words(state, "9E", "AEIOUAE")) == 8


def test_first_play_across_or_down_covers_the_start() -> None:
    state = table("CAT", "")
    assert words(state, "8F", "CAT") == words(state, "H8", "CAT") == ["CAT"]


@pytest.mark.parametrize(
    ("position", "tiles", "code"),
    [
        ("8E", "CAT", "start_not_covered"),
        ("8H", "C", "one_tile"),
        ("8H", "..", "no_tiles"),
        ("8H", "", "no_tiles"),
        ("8N", "CAT", "off_board"),
        ("16A", "CAT", "off_board"),
        ("8G", "C.T", "empty_square"),
    ],
)
def test_invalid_first_plays_are_refused(position: str, tiles: str, code: str) -> None:
    state = table("CATDOG", "")
    with pytest.raises(NotAllowedError) as caught:
        lay(state, 0, position, tiles)
    assert caught.value.code == f"placement.{code}"


@pytest.mark.parametrize(
    ("position", "tiles", "code"),
    [
        ("1A", "CAT", "not_connected"),
        ("7A", "CAT", "not_connected"),
        ("8G", "S", "occupied"),
        ("8F", "CAT", "occupied"),
        ("8K", "S", "word_not_whole"),
        ("8E", "HI", "word_not_whole"),
        ("G7", "A", "word_not_whole"),
        ("8F", "..A", "empty_square"),
    ],
)
def test_invalid_later_plays_are_refused(position: str, tiles: str, code: str) -> None:
    state = table("CATSHI", "", board=JACK)
    with pytest.raises(NotAllowedError) as caught:
        lay(state, 0, position, tiles)
    assert caught.value.code == f"placement.{code}"


def test_errors_carry_their_squares() -> None:
    state = table("CATSHI", "", board=JACK)
    with pytest.raises(NotAllowedError) as caught:
        lay(state, 0, "8G", "S")
    assert [square.name for square in caught.value.squares] == ["G8"]


def test_touching_corners_do_not_connect() -> None:
    with pytest.raises(NotAllowedError, match="touches no tile"):
        lay(table("CAT", "", board=JACK), 0, "9K", "CAT")


def test_tiles_must_be_on_the_rack() -> None:
    state = table("CAS", "")
    for tiles in ("CAT", "CASs", "SASS"):
        with pytest.raises(NotAllowedError) as caught:
            lay(state, 0, "8H", tiles)
        assert caught.value.code == "rack.missing_tile"


def test_tiles_of_another_alphabet_are_refused() -> None:
    english, spanish = table("CAS", ""), table("[CH]AS", "", tile_set="es")
    with pytest.raises(NotAllowedError) as caught:
        preview_score(english, 0, play(spanish, "8H", "[CH]A"), None)
    assert caught.value.code == "tiles.unknown_face"


def test_a_tile_of_several_letters_takes_one_square() -> None:
    state = table("[CH]ICO", "", tile_set="es")
    score = preview_score(state, 0, play(state, "8H", "[CH]ICO"), ALL)
    assert score.words[0].faces == ("CH", "I", "C", "O")
    assert score.words[0].word == "CHICO"
    assert len(score.words[0].squares) == 4


def test_right_to_left_scripts_play_in_reading_order() -> None:
    state = table("שלומ", "", tile_set="he")
    after = lay(state, 0, "8H", "שלומ").state
    assert [tile.face for _, tile in sorted(after.board.items())] == ["ש", "ל", "ו", "מ"]
