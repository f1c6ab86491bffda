"""Duplicate games: draws, submissions, best plays, formats and ends."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.duplicate.best_play import choose_best_play
from games.rules.duplicate.formats import DuplicateFormat, DuplicateOptions
from games.rules.duplicate.game import (
    DuplicateEnd,
    DuplicateState,
    end_without_play,
    judge_submission,
    make_best_play,
    start_duplicate,
)
from games.rules.duplicate.letter_balance import (
    STRICT_TURNS,
    count_letters,
    get_required_letters,
)
from games.rules.duplicate.simulation import (
    DuplicateSimulation,
    DuplicateTally,
    check_duplicate_state,
)
from games.rules.equipment.board import Board
from games.rules.equipment.errors import NotAllowedError
from games.rules.equipment.squares import Square
from games.rules.equipment.tiles import load_tile_set, tile_set_codes, tile_sort_key
from games.rules.plays.acts import Play
from tests.rules.positions import ALL, Words

SEED = bytes(range(32))
ENGLISH = load_tile_set("en")
FORMATS = st.sampled_from(DuplicateFormat)


def make_duplicate(
    rack: str,
    bag: str = "",
    options: DuplicateOptions | None = None,
    turn: int = 1,
    code: str = "en",
) -> DuplicateState:
    """Return an empty board with this rack and bag, which need not be a whole set."""
    tiles = load_tile_set(code)
    return DuplicateState(
        "scrabble",
        code,
        "standard",
        options or DuplicateOptions(),
        Board(),
        rack=tuple(sorted(tiles.read(rack), key=tile_sort_key)),
        bag=tuple(sorted(tiles.read(bag), key=tile_sort_key)),
        turn=turn,
    )


def play(position: str, tiles: str) -> Play:
    return Play.read(position, tiles, ENGLISH)


@pytest.mark.parametrize("code", tile_set_codes())
def test_every_tile_set_has_vowels_and_consonants(code: str) -> None:
    tile_set = load_tile_set(code)
    assert tile_set.vowels <= set(tile_set.faces)
    assert tile_set.consonants <= set(tile_set.faces)
    assert tile_set.vowels | tile_set.consonants == set(tile_set.faces)
    assert count_letters(tile_set, tile_set.all_tiles(), blanks=False).holds(2)


def test_y_is_either_in_english_and_french_and_a_vowel_in_swedish() -> None:
    for code, consonant in (("en", True), ("fr", True), ("sv", False)):
        tile_set = load_tile_set(code)
        assert ("Y" in tile_set.vowels, "Y" in tile_set.consonants) == (True, consonant)


@given(st.binary(min_size=32, max_size=32), FORMATS, st.sampled_from(("en", "fr", "ru", "ar")))
def test_the_first_rack_has_two_vowels_and_two_consonants(
    seed: bytes, format_: DuplicateFormat, code: str
) -> None:
    state = start_duplicate("scrabble", DuplicateOptions(format_), seed, tile_set=code)
    check_duplicate_state(state)
    assert count_letters(state.tile_set, state.rack).holds(2)
    assert len(state.rack) == format_.rack_size
    assert ("?" in state.tile_set.write(state.rack)) or format_ is not DuplicateFormat.JOKER


def test_tiles_that_are_not_played_stay_on_the_rack() -> None:
    state = make_duplicate("CATERSI", "AEIOUBDFGNLMN")
    after = make_best_play(state, play("8H", "CAT"), SEED)
    assert after.rejected == 0
    assert Counter(ENGLISH.read("ERSI")) <= Counter(after.rack)
    assert len(after.rack) == 7


def test_an_unbalanced_rack_goes_back_into_the_bag() -> None:
    """Five consonants stay on the rack and only three vowels are in the bag."""
    state = make_duplicate("CATBDFGHK", "AEI" + "NRSTLNRST" * 3, options=None)
    after = make_best_play(state, play("8H", "CAT"), SEED)
    assert after.rejected > 0
    assert count_letters(ENGLISH, after.rack).holds(2)
    assert after.shuffles == after.rejected + 1


def test_the_weaker_rule_applies_at_once_if_the_tiles_left_allow_no_other_rack() -> None:
    after = make_best_play(make_duplicate("CAT", "ENRSTLNRST"), play("8H", "CAT"), SEED)
    assert after.end is None
    assert after.turn < STRICT_TURNS
    assert count_letters(ENGLISH, after.rack).vowels == 1


def test_one_vowel_is_enough_from_turn_16() -> None:
    """Eight tiles are left; the one that stays in the bag may be a vowel from turn 16 on."""
    bag = "AE" + "NRSTLNRST" * 4
    for turn, least in ((STRICT_TURNS - 1, 2), (STRICT_TURNS, 1)):
        after = make_best_play(make_duplicate("CAT", bag, turn=turn), play("8H", "CAT"), SEED)
        assert count_letters(ENGLISH, after.rack).holds(least)
        assert get_required_letters(ENGLISH, (*after.rack, *after.bag), after.turn) == least


def test_the_same_seed_draws_the_same_racks() -> None:
    one, two = (start_duplicate("super", DuplicateOptions(), SEED) for _ in range(2))
    assert one == two
    other = start_duplicate("super", DuplicateOptions(), bytes(32))
    assert one.rack != other.rack


def test_a_submission_scores_like_a_play() -> None:
    state = make_duplicate("RETAINS")
    submission = judge_submission(state, play("8D", "RETAINS"), Words("RETAINS"))
    assert (submission.points, submission.score.bingo) == (66, 50)


def test_an_invalid_word_scores_nothing_and_is_named() -> None:
    submission = judge_submission(make_duplicate("CATERSI"), play("8H", "CATS"), Words("CAT"))
    assert (submission.points, submission.invalid_words) == (0, ("CATS",))


def test_an_invalid_word_is_refused_at_once_if_the_room_wants_that() -> None:
    state = make_duplicate("CATERSI", options=DuplicateOptions(refuses_invalid_words=True))
    with pytest.raises(NotAllowedError) as refusal:
        judge_submission(state, play("8H", "CATS"), Words("CAT"))
    assert (refusal.value.code, refusal.value.words) == ("words.invalid", ("CATS",))
    assert judge_submission(state, play("8H", "CAT"), Words("CAT")).points == 10


@pytest.mark.parametrize(
    ("position", "tiles", "code"),
    [
        ("1A", "CAT", "placement.start_not_covered"),
        ("8H", "CATZ", "rack.missing_tile"),
        ("8O", "CAT", "placement.off_board"),
    ],
)
def test_a_play_that_breaks_the_rules_is_refused(position: str, tiles: str, code: str) -> None:
    with pytest.raises(NotAllowedError) as refusal:
        judge_submission(make_duplicate("CATERSI"), play(position, tiles), ALL)
    assert refusal.value.code == code


def test_nothing_can_be_submitted_after_the_end() -> None:
    state = end_without_play(make_duplicate("CATERSI"))
    assert state.end is DuplicateEnd.NO_PLAY
    with pytest.raises(NotAllowedError, match="over"):
        judge_submission(state, play("8H", "CAT"), ALL)


def test_qwibble_has_no_duplicate() -> None:
    with pytest.raises(NotAllowedError) as refusal:
        start_duplicate("qwibble", DuplicateOptions(), SEED)
    assert refusal.value.code == "duplicate.variant"


def test_a_play_uses_at_most_seven_of_eight_tiles() -> None:
    state = make_duplicate("RETAINSE", options=DuplicateOptions(DuplicateFormat.SEVEN_OF_EIGHT))
    with pytest.raises(NotAllowedError) as refusal:
        judge_submission(state, play("8D", "RETAINSE"), ALL)
    assert refusal.value.code == "duplicate.too_many_tiles"
    assert judge_submission(state, play("8D", "RETAINS"), ALL).score.bingo == 50


def test_the_real_letter_replaces_a_blank_in_the_joker_format() -> None:
    options = DuplicateOptions(DuplicateFormat.JOKER)
    after = make_best_play(
        make_duplicate("ATERSI?", "CEIONRSTL?", options), play("8H", "cAT"), SEED
    )
    tile = after.board[Square(7, 7)]
    assert (tile.face, tile.blank) == ("C", False)
    assert ENGLISH.write(after.rack).count("?") == 1
    assert ENGLISH.read("C")[0] not in after.bag


def test_the_next_blank_comes_from_the_bag_if_it_lacks_the_real_letter() -> None:
    options = DuplicateOptions(DuplicateFormat.JOKER)
    after = make_best_play(make_duplicate("ATERSI?", "EIONRSTL?", options), play("8H", "cAT"), SEED)
    assert after.board[Square(7, 7)].blank
    assert ENGLISH.write(after.rack).count("?") == 1
    assert not any(ENGLISH.write((tile,)) == "?" for tile in after.bag)
    last = make_best_play(replace(after, bag=ENGLISH.read("OO")), play("H8", ".e"), SEED)
    assert "?" not in ENGLISH.write(last.rack)


def test_only_letters_are_drawn_beside_the_blank() -> None:
    options = DuplicateOptions(DuplicateFormat.JOKER)
    state = start_duplicate("super", options, SEED)
    assert ENGLISH.write(state.rack).count("?") == 1
    assert state.bag.count(ENGLISH.read("?")[0]) == state.tile_set.blanks - 1


@pytest.mark.parametrize(
    ("rack", "bag", "end"),
    [
        ("CAT", "", DuplicateEnd.NO_TILES),
        ("CATS", "NRT?", DuplicateEnd.NO_BALANCE),
        ("CATE", "AIO?", DuplicateEnd.NO_BALANCE),
        ("CATE", "N", None),
        ("CATY", "N", None),
        ("CATY", "", DuplicateEnd.NO_BALANCE),
    ],
)
def test_the_game_ends_without_a_vowel_or_a_consonant(
    rack: str, bag: str, end: DuplicateEnd | None
) -> None:
    after = make_best_play(make_duplicate(rack, bag, turn=20), play("8H", "CAT"), SEED)
    assert after.end is end


def test_the_highest_score_is_the_best_play() -> None:
    plays = [play("8H", "CAT"), play("8F", "CAT"), play("8H", "CATS")]
    best = choose_best_play(make_duplicate("CATSERI"), plays, len)
    assert best is not None
    assert (best.play, best.score) == (play("8H", "CATS"), 12)


def test_the_play_with_fewer_blanks_is_the_better_of_equals() -> None:
    """Both score 6; leave and notation would prefer the other one."""
    plays = [play("8E", "TOtE"), play("8F", "TOE")]
    best = choose_best_play(make_duplicate("TOTEST?"), plays, lambda leave: -len(leave))
    assert best is not None
    assert (best.play, best.score) == (play("8F", "TOE"), 6)


def test_the_leave_decides_between_equals_and_then_the_notation() -> None:
    state = make_duplicate("EAT?RNS")
    plays = [play("H8", "TEN"), play("8H", "TEN"), play("8H", "RAN")]
    best = choose_best_play(state, plays, lambda leave: float("A" in ENGLISH.write(leave)))
    assert best is not None
    assert best.play == play("8H", "TEN")


def test_there_is_no_best_play_among_none() -> None:
    assert choose_best_play(make_duplicate("CATSERI"), [], len) is None


@pytest.mark.parametrize("seats", [1, 5])
def test_simulated_games_keep_every_invariant(seats: int) -> None:
    tally = DuplicateTally()
    for number in range(6):
        DuplicateSimulation(seats, Random(f"{seats}/{number}")).play(tally)
    assert tally.games == tally.endings.total() == 6
    assert tally.turns >= 6
