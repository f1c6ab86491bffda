"""Scores of a duplicate game's turns, and the standings."""

from __future__ import annotations

from games.rules.duplicate.formats import LONE_BEST_PLAYERS, DuplicateOptions
from games.rules.duplicate.standings import TurnScore, rank_players, score_turn

BONUS = DuplicateOptions(lone_best_bonus=True)


def make_scores(best: int, others: int) -> dict[str, int]:
    return {"Ada": best} | {f"Player {number}": 10 for number in range(others)}


def test_a_lone_best_play_among_sixteen_earns_a_bonus() -> None:
    scores = score_turn(make_scores(30, LONE_BEST_PLAYERS - 1), 30, BONUS)
    assert scores["Ada"] == TurnScore(30, bonus=10, best=True, alone=True)
    assert scores["Player 1"] == TurnScore(10)


def test_there_is_no_bonus_among_fifteen() -> None:
    scores = score_turn(make_scores(30, LONE_BEST_PLAYERS - 2), 30, BONUS)
    assert scores["Ada"] == TurnScore(30, bonus=0, best=True, alone=True)


def test_there_is_no_bonus_unless_the_room_wants_it() -> None:
    scores = score_turn(make_scores(30, 20), 30, DuplicateOptions())
    assert scores["Ada"].total == 30


def test_a_best_play_found_twice_is_not_alone() -> None:
    scores = score_turn(make_scores(30, 20) | {"Ben": 30}, 30, BONUS)
    for name in ("Ada", "Ben"):
        assert scores[name] == TurnScore(30, bonus=0, best=True, alone=False)


def test_no_one_finds_a_best_play_that_scores_nothing() -> None:
    assert score_turn({"Ada": 0}, 0, BONUS)["Ada"] == TurnScore(0)


def test_a_late_player_has_nothing_for_missed_turns() -> None:
    turns = [{"Ada": TurnScore(20)}, {"Ada": TurnScore(10), "Ben": TurnScore(30, best=True)}]
    standings = rank_players(["Ada", "Ben"], turns, [25, 30])
    assert [(one.player, one.points, one.difference) for one in standings] == [
        ("Ben", 30, -25),
        ("Ada", 30, -25),
    ]


def test_best_plays_then_lone_best_plays_break_ties() -> None:
    turns = [
        {
            "Ada": TurnScore(20),
            "Ben": TurnScore(20, best=True),
            "Cid": TurnScore(20, best=True, alone=True),
        }
    ]
    standings = rank_players(["Ada", "Ben", "Cid"], turns, [20])
    assert [one.player for one in standings] == ["Cid", "Ben", "Ada"]


def test_the_player_who_led_more_recently_is_ahead() -> None:
    turns = [
        {"Ada": TurnScore(20), "Ben": TurnScore(10)},
        {"Ada": TurnScore(10), "Ben": TurnScore(25)},
        {"Ada": TurnScore(25), "Ben": TurnScore(20)},
    ]
    standings = rank_players(["Ada", "Ben"], turns, [20, 25, 25])
    assert [(one.place, one.player) for one in standings] == [(1, "Ben"), (2, "Ada")]


def test_players_who_are_equal_in_everything_share_a_place() -> None:
    standings = rank_players(["Ada", "Ben", "Cid"], [{"Cid": TurnScore(5)}], [10])
    assert [(one.place, one.player) for one in standings] == [(1, "Cid"), (2, "Ada"), (2, "Ben")]


def test_before_the_first_turn_there_is_no_percentage() -> None:
    (standing,) = rank_players(["Ada"], [], [])
    assert (standing.percent, standing.points, standing.difference) == (None, 0, 0)
