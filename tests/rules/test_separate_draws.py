"""Separate draws, as in a swapped match: each seat has its own end of one order of tiles."""

from random import Random

import pytest

from games.rules.equipment.errors import NotAllowedError
from games.rules.equipment.tiles import LetterTile, Tile
from games.rules.flow.game import GameState, apply, start_game
from games.rules.flow.swapped_match import MatchResult, decide_match
from games.rules.plays.acts import Challenge, Exchange, Pass, Play
from games.rules.plays.events import Outcome
from games.rules.positions.variants import get_variant
from tests.rules.positions import ALL, SEED, AllExcept, do, lay, rack, table

SEPARATE = {"separate_draws": True, "challenge": "single"}


def start(seed: bytes = SEED) -> GameState:
    return start_game("scrabble", get_variant("scrabble").options(**SEPARATE), 2, seed).state


def play_randomly(state: GameState, random: Random, turns: int) -> list[list[Tile]]:
    """Play words of random length at random places, and return what each seat drew."""
    drawn: list[list[Tile]] = [list(seat.rack) for seat in state.seats]
    for number in range(turns):
        seat = state.to_move
        if seat is None:
            break
        done = apply(state, seat, choose_act(state, seat, random, number), lexicon=ALL, seed=SEED)
        drawn[seat] += done.drawn
        state = done.state
    return drawn


def choose_act(state: GameState, seat: int, random: Random, number: int) -> Play | Pass:
    """Return a play of some tiles at the edge of the last one, or a pass where none fits."""
    chosen = state.seats[seat].rack[: random.randint(2, 7)]
    tiles = state.tile_set.write(tuple(one for one in chosen if isinstance(one, LetterTile)))
    position = "8H" if not state.board else f"{chr(ord('H') + number % 7)}8"
    try:
        play = Play.read(position, ("." if state.board else "") + tiles, state.tile_set)
        apply(state, seat, play, lexicon=ALL, seed=SEED)
    except NotAllowedError:
        return Pass()
    return play


def test_each_seat_draws_from_its_own_end() -> None:
    state = table("CATDOGS", "RETAINS", bag="ABCDEFGH", options=SEPARATE)
    after = lay(state, 0, "8F", "CAT").state
    assert (rack(after, 0), after.tile_set.write(after.bag)) == ("DOGSABC", "DEFGH")
    after = lay(after, 1, "F8", ".RE").state
    assert (rack(after, 1), after.tile_set.write(after.bag)) == ("TAINSHG", "DEF")


def test_the_last_tiles_are_drawn_from_either_end() -> None:
    state = table("CATDOGS", "RETAINS", bag="AB", options=SEPARATE)
    after = lay(state, 0, "8F", "CAT").state
    assert (rack(after, 0), after.bag) == ("DOGSAB", ())
    assert rack(lay(after, 1, "F8", ".RE").state, 1) == "TAINS"


@pytest.mark.parametrize("seat", [0, 1])
def test_a_withdrawn_play_returns_its_tiles_to_where_they_were(seat: int) -> None:
    state = table("CATDOGS", "CATDOGS", bag="ABCDEFGH", to_move=seat, options=SEPARATE)
    played = lay(state, seat, "8F", "CAT").state
    done = do(played, 1 - seat, Challenge(), AllExcept("CAT")).state
    assert done.bag == state.bag
    assert rack(done, seat) == "CATDOGS"
    again = lay(lay(done, 1 - seat, "8F", "CAT").state, seat, "F8", ".AT").state
    assert rack(again, seat)[-2:] == rack(played, seat)[-3:-1]


def test_exchanged_tiles_come_last() -> None:
    state = table("CATDOGS", "RETAINS", bag="ABCDEFGH", options=SEPARATE)
    done = do(state, 0, Exchange(state.tile_set.read("CT"))).state
    assert rack(done, 0) == "ADOGSAB"
    bag = done.tile_set.write(done.bag)
    assert (bag[:3], sorted(bag[3:5]), bag[5:]) == ("CDE", ["C", "T"], "FGH")
    assert done.shuffles == state.shuffles + 1


def test_two_tables_draw_the_same_tiles_for_each_seat() -> None:
    for number in range(20):
        seed = bytes([number]) * 32
        one = play_randomly(start(seed), Random(2 * number), 8)
        two = play_randomly(start(seed), Random(2 * number + 1), 8)
        for seat in (0, 1):
            shared = min(len(one[seat]), len(two[seat]))
            assert shared >= 7
            assert one[seat][:shared] == two[seat][:shared]


def test_only_two_seats_of_games_with_such_matches_draw_separately() -> None:
    with pytest.raises(NotAllowedError, match="two seats"):
        start_game("scrabble", get_variant("scrabble").options(**SEPARATE), 3, SEED)
    with pytest.raises(NotAllowedError, match="Qwibble"):
        get_variant("qwibble").options(separate_draws=True)


def outcome(winner: int | None, *scores: int, reason: str = "out") -> Outcome:
    return Outcome(winner, reason, scores, scores, (0, 0))  # type: ignore[arg-type]


def test_the_sum_of_both_games_decides() -> None:
    even = outcome(0, 400, 300)
    assert decide_match([even, outcome(1, 350, 380)]) == MatchResult((780, 650), 0, "points")
    assert decide_match([even, outcome(0, 400, 300)]) == MatchResult((700, 700), None, "points")


def test_a_side_that_gives_up_a_game_loses_the_match() -> None:
    far_ahead = outcome(0, 500, 200)
    given_up = outcome(0, 10, 300, reason="resigned")  # by seat 1, where side 0 sits
    assert decide_match([far_ahead, given_up]).winner == 1
    on_time = outcome(0, 90, 80, reason="forfeited")  # by seat 1 of the first table: side 1
    assert decide_match([on_time, outcome(0, 400, 300)]).winner == 0
    assert decide_match([on_time, given_up]) == MatchResult((390, 90), None, "given_up")


def test_an_annulled_game_annuls_the_match() -> None:
    called_off = outcome(None, 0, 0, reason="annulled")
    assert decide_match([outcome(0, 400, 300), called_off]).reason == "annulled"
