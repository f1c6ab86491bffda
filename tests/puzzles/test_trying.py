"""Trying a puzzle by its page: plays, hints, the answer, end games; and whose attempts they are."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from games.accounts.export import export
from games.accounts.services.joining import enrol, merge
from games.accounts.services.leaving import leave_for_good
from games.common.refusals import Conflict
from games.players.models import Player
from games.puzzles.models import Attempt, Puzzle
from games.puzzles.services import trying
from games.puzzles.services.days import choose_all
from games.rules.moves import Play
from tests.play.conftest import NOON
from tests.puzzles.made import BEST, GOOD, LINE, NATURAL, PHONY, POOR

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
Browse = Callable[[Player | None], Client]


def told(answer: Any) -> str:
    return str(answer.content.decode())


def try_(browser: Client, puzzle: Puzzle, play: tuple[str, str], turn: int = 0) -> Any:
    fields = {"position": play[0], "tiles": play[1], "turn": turn}
    return browser.post(f"{puzzle.get_absolute_url()}try", fields)


def ask(browser: Client, puzzle: Puzzle, turn: int = 0) -> str:
    return told(browser.post(f"{puzzle.get_absolute_url()}hint", {"turn": turn}))


def test_a_preview_scores_and_judges_no_word(puzzle: Puzzle, client_of: Browse) -> None:
    browser, address = client_of(None), f"{puzzle.get_absolute_url()}preview"
    for position, tiles in (BEST, PHONY):
        said = told(browser.post(address, {"position": position, "tiles": tiles, "turn": 0}))
        assert 'data-lawful="1"' in said
        assert "dictionary" not in said
    lost = told(browser.post(address, {"position": "1A", "tiles": "ION", "turn": 0}))
    assert "must touch" in lost
    assert browser.post(address, {"position": "1A", "tiles": "x" * 200}).status_code == 422
    assert not Attempt.objects.exists()


def test_plays_are_answered_kindly_until_one_is_the_best(
    puzzle: Puzzle, people: list[Player], client_of: Browse
) -> None:
    browser = client_of(people[0])
    wrong = try_(browser, puzzle, PHONY)
    assert wrong.status_code == 422
    assert "Not in the dictionary" in told(wrong)
    assert "another is worth 20 points more" in told(try_(browser, puzzle, GOOD))
    assert "one far better" in told(try_(browser, puzzle, POOR))
    refused = browser.post(f"{puzzle.get_absolute_url()}try", {"pass": 1, "turn": 0})
    assert refused.status_code == 422
    page = told(browser.get(puzzle.get_absolute_url()))
    assert "IONIZES" not in page, "nothing is told before it is found"
    found = told(try_(browser, puzzle, BEST))
    assert "Found! 9G IONIZES" in found
    assert "In 3 tries" in found
    assert "1 of 1 player" in found
    attempt = Attempt.objects.get()
    assert (attempt.status, attempt.tries, attempt.hints) == ("solved", 3, 0)
    late = try_(browser, puzzle, BEST)
    assert late.status_code == 409
    assert "done with this puzzle" in told(late)
    assert 'data-phase="over"' in told(browser.get(puzzle.get_absolute_url()))


def test_hints_go_in_steps(puzzle: Puzzle, people: list[Player], client_of: Browse) -> None:
    browser, steps = client_of(people[0]), []
    for _ in range(4):
        steps.append(re.findall(r"<li>(.*?)</li>", ask(browser, puzzle)))
    assert [len(step) for step in steps] == [1, 2, 3, 3]
    assert "7 letters" in steps[0][0]
    assert "G9" in steps[1][1]
    assert "across" in steps[1][1]
    assert steps[2][2].endswith("with I.")
    assert Attempt.objects.get().hints == 3
    assert "G9 and" not in told(client_of(people[1]).get(puzzle.get_absolute_url()))


def test_giving_up_shows_the_answer_and_ends_it(
    puzzle: Puzzle, people: list[Player], client_of: Browse
) -> None:
    """The board shows the play, the game it was cut from is told; neither before."""
    browser = client_of(people[0])
    Puzzle.objects.update(record="00000000-0000-0000-0000-000000000001")
    answer = told(browser.post(f"{puzzle.get_absolute_url()}answer"))
    assert "9G <bdi>IONIZES</bdi>" in answer
    assert "0 of 1 player" in answer
    assert "00000001" not in answer, "there is no such record any more"
    assert try_(browser, puzzle, BEST).status_code == 409
    assert Attempt.objects.get().status == "given_up"


def test_without_a_script_one_comes_back_to_the_page(
    puzzle: Puzzle, people: list[Player], client_of: Browse
) -> None:
    browser = client_of(people[0])
    address = f"{puzzle.get_absolute_url()}answer"
    answer = browser.post(address, headers={"HX-Request": ""})
    assert answer["Location"] == puzzle.get_absolute_url()
    assert browser.get("/puzzles/00000000-0000-0000-0000-000000000000/").status_code == 404


def test_an_end_game_goes_to_the_last_tile(
    endgame: Puzzle, people: list[Player], client_of: Browse
) -> None:
    """The natural play ends short of the best result; laid out anew, the best line reaches it."""
    browser = client_of(people[0])
    begun = try_(browser, endgame, NATURAL)
    assert "answer lies on the board" in told(begun)
    turn = len(Attempt.objects.get().line)
    assert try_(browser, endgame, LINE[1]).status_code == 409, "that board is gone"
    assert "letter" in ask(browser, endgame, turn)
    while Attempt.objects.get().status == "open" and "less than can be had" not in told(begun):
        turn = len(Attempt.objects.get().line)
        begun = browser.post(f"{endgame.get_absolute_url()}try", {"pass": 1, "turn": turn})
        assert begun.status_code == 200
    assert try_(browser, endgame, LINE[0], len(Attempt.objects.get().line)).status_code == 409
    browser.post(f"{endgame.get_absolute_url()}again")
    assert Attempt.objects.get().line == []
    try_(browser, endgame, LINE[0])
    assert "Found!" in told(try_(browser, endgame, LINE[1], len(Attempt.objects.get().line)))
    assert Attempt.objects.get().status == "solved"


@pytest.mark.django_db(transaction=True)
def test_found_twice_at_once_counts_once(puzzle: Puzzle, people: list[Player]) -> None:
    gate = Barrier(4)

    def find(_number: int) -> bool:
        gate.wait()
        try:
            trying.try_play(puzzle, people[0], lambda tiles: Play.read(*BEST, tiles), 0, NOON)
        except Conflict:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(find, range(4))) == 1
    assert Attempt.objects.get().tries == 1


def test_a_stranger_becomes_somebody_by_trying(puzzle: Puzzle, client_of: Browse) -> None:
    browser = client_of(None)
    browser.get(puzzle.get_absolute_url())
    assert not Player.objects.exists()
    try_(browser, puzzle, BEST)
    assert Attempt.objects.get().player == Player.objects.get()
    assert "You found it" in told(browser.get(puzzle.get_absolute_url()))


def test_attempts_stay_with_whoever_signs_up_joins_or_leaves(
    puzzle: Puzzle, people: list[Player]
) -> None:
    amber, guest, *_ = people
    choose_all(NOON.date())
    member = enrol(User.objects.create_user("Amber"), amber, "Amber")
    trying.give_up(puzzle, member, NOON)
    trying.try_play(puzzle, guest, lambda tiles: Play.read(*BEST, tiles), 0, NOON)
    merge(guest, member, NOON)
    kept = Attempt.objects.get()
    assert (kept.player, kept.status, kept.on_day) == (member, "solved", NOON.date())
    assert [one["status"] for one in export(member, NOON)["puzzles"]] == ["solved"]
    leave_for_good(member, NOON)
    assert not Attempt.objects.exists()


def test_too_many_tries_have_to_wait(
    puzzle: Puzzle, people: list[Player], client_of: Browse, limited: Callable[..., None]
) -> None:
    limited(puzzles="2/1 hour | ")
    browser = client_of(people[0])
    answers = [try_(browser, puzzle, GOOD) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[2]["Retry-After"]) > 0
