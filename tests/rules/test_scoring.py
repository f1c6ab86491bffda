"""The scores of plays in Scrabble."""

import pytest

from games.rules.flow.game import GameState, preview_score
from games.rules.plays.scoring import PlayScore
from tests.rules.positions import ALL, AllExcept, lay, play, scores, table


def score(state: GameState, position: str, tiles: str) -> PlayScore:
    return preview_score(state, 0, play(state, position, tiles), ALL)


def test_centre_doubles_the_first_word() -> None:
    assert score(table("CAT", ""), "8F", "CAT").total == 2 * (3 + 1 + 1)


def test_letter_premium_counts_before_word_premium() -> None:
    result = score(table("JIHAD", ""), "8D", "JIHAD")
    assert result.total == 48
    assert [letter.multiplier for letter in result.words[0].letters] == [2, 1, 1, 1, 1]
    assert result.words[0].word_multiplier == 2


def test_blank_is_worth_nothing_even_on_a_letter_premium_but_doubles_words() -> None:
    assert score(table("?IHAD", ""), "8D", "jIHAD").total == 2 * (0 + 1 + 4 + 1 + 2)
    state = table("C?T", "")
    assert score(state, "8G", "CaT").total == 2 * (3 + 0 + 1)


def test_premium_counts_only_on_the_play_that_covers_it() -> None:
    state = table("S", "", board=[("8G", "JACK")])
    assert score(state, "8G", "....S").total == 8 + 1 + 3 + 5 + 1


def test_premium_counts_for_main_word_and_cross_word() -> None:
    state = table("AB", "", board=[("8F", "CART")])
    result = score(state, "9F", "AB")  # F9 and G9: G9 doubles its letter in both words
    assert [word.word for word in result.words] == ["AB", "CA", "AB"]
    assert [word.score for word in result.words] == [1 + 6, 3 + 1, 1 + 6]


def test_two_double_words_count_four_times() -> None:
    state = table("AAAAAAA", "", board=[("L5", "B")])
    assert score(state, "5E", "AAAAAAA.").total == 4 * 10 + 50


def test_two_triple_words_count_nine_times() -> None:
    state = table("AAAAAAA", "", board=[("4H", "B"), ("1E", "B")])
    result = score(state, "1A", "AAAA.AAA")
    assert result.words[0].word_multiplier == 9
    assert result.total == 9 * (3 + 8) + 50  # D1 doubles its letter


def test_three_triple_words_count_27_times() -> None:
    state = table("AAA", "", board=[("1B", "AAAAAA.AAAAAA")])
    assert score(state, "1A", "A......A......A").words[0].word_multiplier == 27


def test_double_and_triple_word_count_six_times() -> None:
    state = table("AAAAAAA", "", board=[("8D", "A")])  # here the first play missed the start
    assert score(state, "8A", "AAA.AAAA").words[0].word_multiplier == 6


def test_bingo_adds_fifty_after_multiplication() -> None:
    result = score(table("BANJOER", ""), "8D", "BANJOER")
    assert (result.total, result.bingo) == (88, 50)


def test_six_tiles_are_no_bingo() -> None:
    assert score(table("BANJOE", ""), "8D", "BANJOE").bingo == 0


def test_super_board_has_quadruple_words_and_letters() -> None:
    state = table("AAAAAAA", "", variant="super", board=[("1H", "B")])
    assert score(state, "1A", "AAAAAAA.").words[0].word_multiplier == 4 * 1
    down = table("QA", "", variant="super", board=[("3G", "A")])
    assert score(down, "3F", "Q.").total == 4 * 10 + 1


def test_score_is_added_and_rack_refilled_from_the_front_of_the_bag() -> None:
    state = table("CATDOGS", "EEEEEEE", bag="XYZABC", scores=(10, 20))
    done = lay(state, 0, "8F", "CAT")
    assert scores(done.state) == (20, 20)
    assert state.tile_set.write(done.state.seats[0].rack) == "DOGSXYZ"
    assert state.tile_set.write(done.drawn) == "XYZ"
    assert done.state.tile_set.write(done.state.bag) == "ABC"


def test_preview_shows_invalid_words_only_under_void() -> None:
    bad = AllExcept("CAT")
    for rule, words in (("void", ("CAT",)), ("single", ()), ("double", ())):
        state = table("CAT", "", options={"challenge": rule})
        assert preview_score(state, 0, play(state, "8F", "CAT"), bad).invalid_words == words
    state = table("CAT", "", options={"challenge": "void"})
    assert preview_score(state, 0, play(state, "8F", "CAT"), None).invalid_words == ()


def test_breakdown_names_every_letter() -> None:
    (word,) = score(table("C?T", ""), "8F", "CaT").words
    assert [(x.face, x.value, x.multiplier, x.new) for x in word.letters] == [
        ("C", 3, 1, True),
        ("A", 0, 1, True),
        ("T", 1, 1, True),
    ]
    assert word.blanks == (False, True, False)


@pytest.mark.parametrize("seat", [0, 1])
def test_preview_is_open_out_of_turn(seat: int) -> None:
    state = table("CAT", "CAT", to_move=0)
    assert preview_score(state, seat, play(state, "8F", "CAT"), ALL).total == 10
