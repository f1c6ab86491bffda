"""Puzzles do not tell players of a running game which words are valid:
the rack could be their own."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.play.models import Room
from games.play.services import turns
from games.players.models import Player
from games.puzzles.models import Puzzle, PuzzleAttempt
from games.rules.plays.acts import Resign
from tests.play.conftest import NOON, table_of
from tests.puzzles.handmade_puzzles import BEST, GOOD, LINE, PHONY, POOR

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
Browse = Callable[[Player | None], Client]


def try_(browser: Client, puzzle: Puzzle, play: tuple[str, str]) -> Any:
    fields = {"position": play[0], "tiles": play[1], "turn": 0}
    return browser.post(f"{puzzle.get_absolute_url()}try", fields, headers={"HX-Request": "true"})


def plain(answer: Any) -> str:
    text = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return re.sub(r"\s+", " ", re.sub(r"\d+ points?|\b[A-O0-9]{2,3} [A-Z]+\b", "", text))


def end(room: Room, people: list[Player]) -> None:
    game = table_of(room)
    turns.apply_player_act(
        room.code, people[0].pk, Resign(), turn=game.turn_number, key="", now=NOON
    )


def test_valid_and_invalid_wrong_plays_get_the_same_answer(
    puzzle: Puzzle, open_table: Callable[..., Room], people: list[Player], client_of: Browse
) -> None:
    """Status, sentence and the number of tries are the same for valid and invalid words."""
    room, browser = open_table(), client_of(people[0])
    assert "whether the words of other plays are valid" in plain(
        browser.get(puzzle.get_absolute_url())
    )
    answers = [try_(browser, puzzle, play) for play in (PHONY, GOOD, POOR)]
    assert {answer.status_code for answer in answers} == {200}
    said = {re.sub(r".*(not the play to find\..*)", r"\1", plain(one)) for one in answers}
    assert len(said) == 1
    assert PuzzleAttempt.objects.get().tries == 3
    assert "Found! G9 across IONIZES" in try_(browser, puzzle, BEST).content.decode()
    end(room, people)


def test_plays_are_judged_again_once_the_game_is_over(
    puzzle: Puzzle, open_table: Callable[..., Room], people: list[Player], client_of: Browse
) -> None:
    room, browser = open_table(), client_of(people[0])
    end(room, people)
    assert "Not in the dictionary" in try_(browser, puzzle, PHONY).content.decode()
    assert "20 points more" in try_(browser, puzzle, GOOD).content.decode()
    assert "whether the words" not in plain(browser.get(puzzle.get_absolute_url()))


def test_end_games_are_closed_during_a_game(
    endgame: Puzzle, open_table: Callable[..., Room], people: list[Player], client_of: Browse
) -> None:
    """An endgame cannot continue without judging words."""
    room, browser = open_table(), client_of(people[0])
    assert "Endgames reopen when it" in plain(browser.get(endgame.get_absolute_url()))
    refused = try_(browser, endgame, LINE[0])
    assert refused.status_code == 403
    assert "Endgames reopen when it" in plain(refused)
    assert try_(client_of(people[3]), endgame, LINE[0]).status_code == 200
    end(room, people)
    assert try_(browser, endgame, LINE[0]).status_code == 200


def test_a_game_in_another_language_closes_nothing(
    puzzle: Puzzle, open_table: Callable[..., Room], people: list[Player], client_of: Browse
) -> None:
    open_table()
    Puzzle.objects.update(language="de")
    assert "Not in the dictionary" in try_(client_of(people[0]), puzzle, PHONY).content.decode()
