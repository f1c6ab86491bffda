"""Owned tiles: a table of positions made by hand.

Swaps, passes, the end and the invitation are in ``test_qwibble_end``.
"""

from __future__ import annotations

import pytest

from games.rules.equipment.board import BoardTile
from games.rules.equipment.errors import NotAllowedError
from games.rules.equipment.squares import Square
from games.rules.flow.game import GameState, can, preview_score, start_game
from games.rules.plays.acts import Challenge
from games.rules.plays.events import Played
from games.rules.plays.tile_ownership import count_owned_points, count_safe_points
from games.rules.positions.variants import get_variant
from tests.rules.positions import (
    ALL,
    QWIBBLE_POOL,
    SEED,
    AllExcept,
    Words,
    change,
    lay,
    play,
    qwibble,
    scores,
    table,
)


def tile(state: GameState, name: str) -> BoardTile:
    return state.board[Square.parse(name)]


def names(squares: tuple[Square, ...]) -> str:
    return " ".join(square.name for square in squares)


def test_first_seat_starts_without_a_draw() -> None:
    state = start_game("qwibble", get_variant("qwibble").options(), 2, SEED).state
    assert (state.to_move, state.draw.rounds, len(state.bag)) == (0, (), 86)
    assert (state.tile_set.code, state.layout.id) == ("qwibble-en", "qwibble")


def test_first_play_covers_start_with_two_tiles() -> None:
    state = table("CAT", "", variant="qwibble", bag=QWIBBLE_POOL)
    for position, tiles in (("8E", "CAT"), ("8H", "C")):
        with pytest.raises(NotAllowedError):
            lay(state, 0, position, tiles)
    assert scores(lay(state, 0, "8H", "CAT").state) == (3 + 1 + 1, 0)


def test_words_are_judged_on_submission() -> None:
    state = table("CAT", "", variant="qwibble", bag=QWIBBLE_POOL)
    with pytest.raises(NotAllowedError) as caught:
        lay(state, 0, "8H", "CAT", Words("DOG"))
    assert (caught.value.code, caught.value.words) == ("words.invalid", ("CAT",))
    assert not can(lay(state, 0, "8H", "CAT").state, 1, Challenge)
    assert preview_score(state, 0, play(state, "8H", "CAT"), AllExcept("CAT")).invalid_words == (
        "CAT",
    )


def test_the_main_word_steals_tiles() -> None:
    state = qwibble("S", "B", board=[("8G", "JACK")])
    done = lay(state, 0, "8G", "....S")
    assert scores(state) == (0, 13)
    assert scores(done.state) == (13 + 1, 0)
    (event,) = done.events
    assert isinstance(event, Played)
    assert (event.score.placed, event.score.stolen, event.deltas) == (1, 13, (14, -13))
    assert names(event.score.stolen_squares) == "G8 H8 I8 J8"
    assert done.state.seats[0].best_theft == 13


def test_a_cross_word_steals_tiles() -> None:
    done = lay(qwibble("STEP", "B", board=[("8G", "JACK")]), 0, "K8", "STEP")
    assert scores(done.state) == (13 + 1 + 1 + 1 + 3, 0)


def test_tiles_outside_the_words_are_not_stolen() -> None:
    state = qwibble("AN", "B", board=[("8G", "JACK")])
    done = lay(state, 0, "9G", "AN")
    assert [word.word for word in preview_score(state, 0, play(state, "9G", "AN"), ALL).words] == [
        "AN",
        "JA",
        "AN",
    ]
    assert [tile(done.state, name).owner for name in ("G8", "H8", "I8", "J8")] == [0, 0, 1, 1]
    assert scores(done.state) == (1 + 2 + 5 + 1, 3 + 4)


def test_several_words_steal_every_tile_once() -> None:
    state = qwibble("S", "B", board=[("8G", "JACK"), ("K5", "TEN")])
    done = lay(state, 0, "K5", "...S")
    assert scores(done.state) == (13 + 1 + 1 + 2 + 1, 0)


def test_bridging_steals_both_words() -> None:
    state = qwibble("AEN", "B", board=[("6G", "BROOD"), ("8F", "CAVES")])
    done = lay(state, 0, "H6", ".A.EN")
    assert names(preview_score(state, 0, play(state, "H6", ".A.EN"), ALL).stolen_squares) == "H6 H8"
    assert scores(done.state)[0] == 1 + 4 + 1 + 1 + 2


def test_safe_tiles_are_not_stolen_but_may_be_extended() -> None:
    state = change(qwibble("S", "B", board=[("8G", "JACK")]), "G8 H8 I8 J8", safe=True)
    done = lay(state, 0, "8G", "....S")
    assert scores(done.state) == (1, 13)
    assert (tile(done.state, "K8").owner, tile(done.state, "K8").safe) == (0, False)
    assert tile(done.state, "G8") == BoardTile("J", False, 1, safe=True)


def test_only_the_unsafe_tiles_of_a_word_are_stolen() -> None:
    state = change(qwibble("S", "B", board=[("8G", "JACK")]), "G8 H8", safe=True)
    assert scores(lay(state, 0, "8G", "....S").state) == (3 + 4 + 1, 5 + 1)


def test_own_tiles_cannot_be_stolen() -> None:
    state = change(qwibble("S", "B", board=[("8G", "JACK")]), "G8 H8 I8 J8", owner=0)
    done = lay(state, 0, "8G", "....S")
    (event,) = done.events
    assert isinstance(event, Played)
    assert (event.score.stolen, scores(done.state)) == (0, (14, 0))


def test_a_padlock_makes_the_main_word_and_its_stolen_tiles_safe() -> None:
    state = qwibble("JA", "B", board=[("8C", "CK")])
    done = lay(state, 0, "8A", "JA..")
    assert all(tile(done.state, name).safe for name in ("A8", "B8", "C8", "D8"))
    assert count_safe_points(done.state.board, done.state.tile_set, 0) == 5 + 1 + 3 + 4
    assert scores(done.state) == (13, 0)


def test_padlock_covered_makes_only_the_words_through_it_safe() -> None:
    """NK covers the padlock H15 and completes JACK.
    Both become safe, but OX next to them does not."""
    state = qwibble("NK", "B", board=[("H12", "JAC"), ("G12", "OX")])
    score = preview_score(state, 0, play(state, "15G", "NK"), ALL)
    assert [word.word for word in score.words] == ["NK", "JACK"]
    assert names(score.safe_squares) == "H12 H13 H14 G15 H15"


def test_padlock_hit_by_a_cross_word_only_through_an_old_tile_makes_nothing_safe() -> None:
    state = qwibble("AT", "B", board=[("15H", "ON")])
    score = preview_score(state, 0, play(state, "G14", "AT"), ALL)
    assert [word.word for word in score.words] == ["AT", "TON"]
    assert score.safe_squares == ()


def test_cross_word_of_a_new_padlock_tile_is_safe_and_other_cross_words_are_not() -> None:
    state = qwibble("CON", "B", board=[("14G", "AT")])
    score = preview_score(state, 0, play(state, "15G", "CON"), ALL)
    assert [word.word for word in score.words] == ["CON", "AC", "TO"]
    assert names(score.safe_squares) == "H14 G15 H15 I15"
    done = lay(state, 0, "15G", "CON").state
    assert (tile(done, "G14").owner, tile(done, "G14").safe) == (0, False)


def test_single_tile_on_a_padlock_makes_both_words_safe() -> None:
    state = qwibble("S", "B", board=[("H13", "TO"), ("15F", "AT")])
    score = preview_score(state, 0, play(state, "15F", "..S"), ALL)
    assert {word.word for word in score.words} == {"ATS", "TOS"}
    assert names(score.safe_squares) == "H13 H14 F15 G15 H15"


def test_seven_tiles_make_every_word_safe_without_bonus() -> None:
    state = qwibble("AEIOUAE", "B", board=[("8E", "STRANGE")])
    done = lay(state, 0, "9E", "AEIOUAE")
    assert all(tile(done.state, square.name).safe for square, _ in done.state.board.items())
    assert scores(done.state) == (count_owned_points(done.state.board, done.state.tile_set, 0), 0)
    (event,) = done.events
    assert isinstance(event, Played)
    assert event.score.bingo == 0


def test_six_tiles_are_not_safe() -> None:
    state = qwibble("AEIOUAE", "B", board=[("8E", "STRANG")])
    assert preview_score(state, 0, play(state, "9E", "AEIOUA"), ALL).safe_squares == ()


def test_safe_word_leaves_the_opponents_safe_tiles_theirs() -> None:
    state = change(qwibble("JA", "B", board=[("8C", "CK")]), "C8", safe=True)
    done = lay(state, 0, "8A", "JA..")
    assert (tile(done.state, "C8").owner, tile(done.state, "D8").owner) == (1, 0)
    assert scores(done.state) == (5 + 1 + 4, 3)


def test_a_stolen_wild_scores_nothing_but_changes_owner() -> None:
    state = qwibble("S", "B", board=[("8G", "JaCK")])
    done = lay(state, 0, "8G", "....S")
    assert tile(done.state, "H8") == BoardTile("A", True, 0)
    assert scores(done.state) == (12 + 1, 0)


def test_wild_becomes_safe() -> None:
    state = qwibble("J?", "B", board=[("8C", "CK")])
    assert tile(lay(state, 0, "8A", "Ja..").state, "B8") == BoardTile("A", True, 0, safe=True)


def test_wild_is_never_s() -> None:
    state = qwibble("?", "B", board=[("8G", "JACK")])
    with pytest.raises(NotAllowedError) as caught:
        lay(state, 0, "8G", "....s")
    assert caught.value.code == "tiles.never_blank"


def test_a_steal_changes_who_leads() -> None:
    state = change(qwibble("S", "B", board=[("8G", "JACK"), ("G9", "O")]), "G9", owner=0)
    assert scores(state) == (1, 13)
    assert scores(lay(state, 0, "8G", "....S").state) == (15, 0)


def test_stolen_tiles_are_stolen_back() -> None:
    state = lay(qwibble("S", "ED", board=[("8G", "JACK")]), 0, "8G", "....S").state
    assert scores(state) == (14, 0)
    back = lay(state, 1, "K8", ".ED").state
    assert scores(back) == (13, 1 + 1 + 2)
