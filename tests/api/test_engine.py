"""The engine's answers for programs: analyses, best plays and puzzles with their answers."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from games.analysis.models import Analysis
from games.play import store
from games.play.models import Room
from games.play.services import turns
from games.play.services.running_positions import running_boards
from games.players.models import Player
from games.puzzles.models import DailyPuzzle
from games.puzzles.services.daily_puzzles import get_puzzle_day
from lexicon.models import Lexicon
from tests.api.conftest import NOON, Program, end, enrol, table_of
from tests.live.play_finder import find_plays
from tests.puzzles.handmade_puzzles import keep

pytestmark = pytest.mark.django_db

OpenTable = Callable[..., Room]


@pytest.fixture
def reader(make_program: Callable[..., Program], amber: Player) -> Program:
    return make_program("", amber, "analyse")


def test_an_analysis_is_requested_once_and_followed(
    reader: Program, open_table: OpenTable, people: list[Player], anonymous: Program
) -> None:
    game = end(open_table(), people[0])
    path = f"games/{game.pk}/analysis"
    assert {one["state"] for one in anonymous.get(f"{path}/state").json()} == {"open"}
    asked = reader.post(path, level="quick")
    assert asked.status_code == 202, asked.content
    assert asked.json()["state"] == "waiting"
    assert reader.post(path, level="quick").status_code == 202
    assert Analysis.objects.get().asker == people[0]
    states = {one["level"]: one["state"] for one in anonymous.get(f"{path}/state").json()}
    assert states == {"quick": "waiting", "thorough": "open"}
    assert anonymous.post(path, level="quick").status_code == 401
    assert reader.post(path, level="deep").status_code == 422
    assert reader.post(f"games/{uuid4()}/analysis").status_code == 404


def test_players_in_a_game_cannot_use_the_engine(
    reader: Program,
    make_program: Callable[..., Program],
    open_table: OpenTable,
    people: list[Player],
) -> None:
    game = end(open_table(), people[0])
    plays = f"games/{game.pk}/plays"
    assert reader.get(plays, turn=0).status_code == 200
    running = open_table()
    for answer in (reader.get(plays, turn=0), reader.post(f"games/{game.pk}/analysis")):
        assert (answer.status_code, answer.json()["code"]) == (403, "analysis.playing")
    assert reader.get("puzzles").json()["code"] == "puzzles.playing"
    assert not Analysis.objects.exists()
    end(running, people[0])
    assert reader.get(plays, turn=0).status_code == 200
    bot = make_program("Umber", people[0], "play", "analyse")
    assert bot.post("rooms", computer=1).status_code == 201
    assert bot.get(plays, turn=0).status_code == 403, "nor does its bot"


def test_best_plays_of_a_finished_game(
    reader: Program, open_table: OpenTable, people: list[Player], anonymous: Program
) -> None:
    room = open_table()
    running = room.games.get()
    assert reader.get(f"games/{running.pk}/plays", turn=0).status_code in (403, 404)
    game = end(room, people[0])
    path = f"games/{game.pk}/plays"
    data = reader.get(path, turn=0).json()
    record = anonymous.get(f"games/{game.pk}").json()
    assert data["rack"] == record["moves"][0]["racks"][data["seat"]]
    assert data["dictionary"] == "few"
    equities = [one["equity"] for one in data["plays"]]
    assert equities == sorted(equities, reverse=True)
    assert {one["act"] for one in data["plays"]} <= {"play", "exchange", "pass"}
    assert reader.get(path, turn=99).json()["code"] == "plays.turn"
    assert reader.get(path, turn=1).json()["code"] == "plays.no_rack", "it is over by then"
    assert anonymous.get(path, turn=0).status_code == 401


def test_a_position_like_that_of_a_running_game_is_refused(
    make_program: Callable[..., Program], open_table: OpenTable, people: list[Player]
) -> None:
    """Even by someone who plays in neither of the games."""
    reader = make_program("", enrol(people[2]), "analyse")
    room = open_table(challenge="single")
    for _ in range(2):
        state = store.load_state(table_of(room))
        mover = state.to_move or 0
        turn, play = state.turn_number, find_plays(state, mover)[0]
        turns.apply_player_act(room.code, people[mover].pk, play, turn=turn, key="", now=NOON)
    reached, over = store.load_state(table_of(room)), end(room, people[0])
    path = f"games/{over.pk}/plays"
    assert reader.get(path, turn=2).status_code == 200

    other = table_of(open_table(challenge="single"))
    store.save_turn(other, reached, other.seats.select_related("rack"), [])
    running_boards.forget()
    refused = reader.get(path, turn=2)
    assert (refused.status_code, refused.json()["code"]) == (403, "position.running")
    assert "plays" not in refused.json()
    assert reader.get(path, turn=0).status_code == 200, "an empty board belongs to no game"


def test_puzzles_are_listed_by_theme_with_answers(lexicon: Lexicon, anonymous: Program) -> None:
    puzzle = keep(lexicon)[0]
    puzzle.for_days = False
    puzzle.save()
    theme: dict[str, Any] = {"theme": puzzle.kind, "variant": puzzle.variant}
    items = anonymous.get("puzzles", **theme).json()["items"]
    mine = next(one for one in items if one["id"] == str(puzzle.pk))
    assert [[one["position"], one["tiles"]] for one in mine["answers"]] == puzzle.answers
    assert mine["best"][0]["score"] == puzzle.best[0]["score"]
    assert anonymous.get("puzzles", theme="steal").json()["items"] == []
    assert anonymous.get("puzzles", theme="riddle").status_code == 422
    assert anonymous.get("puzzles", level=puzzle.level).json()["items"]


@pytest.mark.parametrize("days", [0, 1])
def test_the_answer_of_a_daily_puzzle_is_hidden_until_its_day_is_over(
    lexicon: Lexicon, anonymous: Program, days: int
) -> None:
    puzzle = keep(lexicon)[0]
    puzzle.for_days = True
    puzzle.save()
    assert anonymous.get("puzzles").json()["items"] == [], "it is kept for a day"
    today = get_puzzle_day(timezone.now())
    day = today + timedelta(days=days)
    of = {"variant": puzzle.variant, "language": puzzle.language, "puzzle": puzzle}
    daily = DailyPuzzle.objects.create(day=day, **of)
    assert anonymous.get("puzzles").json()["items"] == []
    daily.day = today - timedelta(days=1)
    daily.save()
    assert [one["id"] for one in anonymous.get("puzzles").json()["items"]] == [str(puzzle.pk)]
