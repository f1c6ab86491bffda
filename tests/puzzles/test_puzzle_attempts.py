"""Attempts at a puzzle on its page:
plays, hints, giving up and endgames, and whose attempts they are."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from games.accounts.perspective.data_export import build_data_export
from games.accounts.services.account_deletion import delete_account
from games.accounts.services.account_merging import create_member, merge_guest
from games.players.models import Player
from games.puzzles.models import Puzzle, PuzzleAttempt
from games.puzzles.services import puzzle_attempts
from games.puzzles.services.daily_puzzles import choose_daily_puzzles
from games.rules.plays.acts import Play
from scrabble_site.shared.refusals import Conflict
from tests.play.conftest import NOON
from tests.puzzles.handmade_puzzles import BEST, GOOD, LINE, NATURAL, PHONY, POOR

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
Browse = Callable[[Player | None], Client]


def text_of(answer: Any) -> str:
    return str(answer.content.decode())


def try_(browser: Client, puzzle: Puzzle, play: tuple[str, str], turn: int = 0) -> Any:
    fields = {"position": play[0], "tiles": play[1], "turn": turn}
    return browser.post(f"{puzzle.get_absolute_url()}try", fields)


def ask(browser: Client, puzzle: Puzzle, turn: int = 0) -> str:
    return text_of(browser.post(f"{puzzle.get_absolute_url()}hint", {"turn": turn}))


def test_a_preview_scores_and_judges_no_word(puzzle: Puzzle, client_of: Browse) -> None:
    browser, address = client_of(None), f"{puzzle.get_absolute_url()}preview"
    for position, tiles in (BEST, PHONY):
        said = text_of(browser.post(address, {"position": position, "tiles": tiles, "turn": 0}))
        assert 'data-lawful="1"' in said
        assert "dictionary" not in said
        assert 'class="unchecked"' in said, "shown in neutral colours"
        assert "Words are checked when you play" in said
    lost = text_of(browser.post(address, {"position": "1A", "tiles": "ION", "turn": 0}))
    assert "must connect to a tile on the board" in lost
    assert browser.post(address, {"position": "1A", "tiles": "x" * 200}).status_code == 422
    assert not PuzzleAttempt.objects.exists()


def test_plays_get_feedback_until_one_is_the_best(
    puzzle: Puzzle, people: list[Player], client_of: Browse
) -> None:
    browser = client_of(people[0])
    wrong = try_(browser, puzzle, PHONY)
    assert wrong.status_code == 422
    assert "Not in the dictionary" in text_of(wrong)
    assert "another is worth 20 points more" in text_of(try_(browser, puzzle, GOOD))
    assert "a much better one" in text_of(try_(browser, puzzle, POOR))
    refused = browser.post(f"{puzzle.get_absolute_url()}try", {"pass": 1, "turn": 0})
    assert refused.status_code == 422
    page = text_of(browser.get(puzzle.get_absolute_url()))
    assert "IONIZES" not in page, "the solution is hidden until it is found"
    found = text_of(try_(browser, puzzle, BEST))
    assert "Found! G9 across IONIZES" in found
    assert "In 3 tries" in found
    assert "1 of 1 player" in found
    attempt = PuzzleAttempt.objects.get()
    assert (attempt.status, attempt.tries, attempt.hints) == ("solved", 3, 0)
    late = try_(browser, puzzle, BEST)
    assert late.status_code == 409
    assert "finished this puzzle" in text_of(late)
    assert 'data-phase="over"' in text_of(browser.get(puzzle.get_absolute_url()))


def test_a_play_sent_again_is_no_other_try(
    puzzle: Puzzle, people: list[Player], client_of: Browse
) -> None:
    """Its answer may have been lost, and the player pressed again."""
    browser = client_of(people[0])
    for play in (GOOD, GOOD, POOR, GOOD):
        answer = try_(browser, puzzle, play)
        assert answer.status_code == 200
    assert "another is worth 20 points more" in text_of(answer)
    assert PuzzleAttempt.objects.get().tries == 3
    assert "In 4 tries" in text_of(try_(browser, puzzle, BEST))


def test_hints_are_given_in_steps(puzzle: Puzzle, people: list[Player], client_of: Browse) -> None:
    browser, steps = client_of(people[0]), []
    for _ in range(4):
        steps.append(re.findall(r"<li>(.*?)</li>", ask(browser, puzzle)))
    assert [len(step) for step in steps] == [1, 2, 3, 3]
    assert "7 letters" in steps[0][0]
    assert "G9" in steps[1][1]
    assert "across" in steps[1][1]
    assert steps[2][2].endswith("with I.")
    assert PuzzleAttempt.objects.get().hints == 3
    assert "G9 and" not in text_of(client_of(people[1]).get(puzzle.get_absolute_url()))


def test_giving_up_shows_the_answer_and_ends_the_attempt(
    puzzle: Puzzle, people: list[Player], client_of: Browse
) -> None:
    """The board shows the answer, and no more plays are accepted."""
    browser = client_of(people[0])
    Puzzle.objects.update(record="00000000-0000-0000-0000-000000000001")
    answer = text_of(browser.post(f"{puzzle.get_absolute_url()}answer"))
    assert "G9 across <bdi>IONIZES</bdi>" in answer
    assert "0 of 1 player" in answer
    assert "00000001" not in answer, "there is no such record any more"
    assert try_(browser, puzzle, BEST).status_code == 409
    assert PuzzleAttempt.objects.get().status == "given_up"


def test_a_player_without_scripts_returns_to_the_page(
    puzzle: Puzzle, people: list[Player], client_of: Browse
) -> None:
    browser = client_of(people[0])
    address = f"{puzzle.get_absolute_url()}answer"
    answer = browser.post(address, headers={"HX-Request": ""})
    assert answer["Location"] == puzzle.get_absolute_url()
    assert browser.get("/puzzles/00000000-0000-0000-0000-000000000000/").status_code == 404


def test_an_end_game_is_played_to_the_last_tile(
    endgame: Puzzle, people: list[Player], client_of: Browse
) -> None:
    """The natural play ends short of the best result;
    after starting over, the best line reaches it."""
    browser = client_of(people[0])
    begun = try_(browser, endgame, NATURAL)
    assert "reply is on the board" in text_of(begun)
    turn = len(PuzzleAttempt.objects.get().line)
    assert try_(browser, endgame, LINE[1]).status_code == 409, "that board is gone"
    assert "letter" in ask(browser, endgame, turn)
    while (
        PuzzleAttempt.objects.get().status == "open"
        and "short of the best result" not in text_of(begun)
    ):
        turn = len(PuzzleAttempt.objects.get().line)
        begun = browser.post(f"{endgame.get_absolute_url()}try", {"pass": 1, "turn": turn})
        assert begun.status_code == 200
    assert try_(browser, endgame, LINE[0], len(PuzzleAttempt.objects.get().line)).status_code == 409
    browser.post(f"{endgame.get_absolute_url()}again")
    assert PuzzleAttempt.objects.get().line == []
    try_(browser, endgame, LINE[0])
    assert "Found!" in text_of(
        try_(browser, endgame, LINE[1], len(PuzzleAttempt.objects.get().line))
    )
    assert PuzzleAttempt.objects.get().status == "solved"


@pytest.mark.django_db(transaction=True)
def test_two_simultaneous_solutions_count_once(puzzle: Puzzle, people: list[Player]) -> None:
    gate = Barrier(4)

    def find(_number: int) -> bool:
        gate.wait()
        try:
            puzzle_attempts.submit_play(
                puzzle, people[0], lambda tiles: Play.read(*BEST, tiles), 0, NOON
            )
        except Conflict:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(find, range(4))) == 1
    assert PuzzleAttempt.objects.get().tries == 1


def test_trying_a_puzzle_makes_a_stranger_a_guest(puzzle: Puzzle, client_of: Browse) -> None:
    browser = client_of(None)
    browser.get(puzzle.get_absolute_url())
    assert not Player.objects.exists()
    try_(browser, puzzle, BEST)
    assert PuzzleAttempt.objects.get().player == Player.objects.get()
    assert "You found it" in text_of(browser.get(puzzle.get_absolute_url()))


def test_attempts_follow_a_player_through_signup_login_and_deletion(
    puzzle: Puzzle, people: list[Player]
) -> None:
    amber, guest, *_ = people
    choose_daily_puzzles(NOON.date())
    member = create_member(User.objects.create_user("Amber"), amber, "Amber")
    puzzle_attempts.give_up_puzzle(puzzle, member, NOON)
    puzzle_attempts.submit_play(puzzle, guest, lambda tiles: Play.read(*BEST, tiles), 0, NOON)
    merge_guest(guest, member, NOON)
    kept = PuzzleAttempt.objects.get()
    assert (kept.player, kept.status, kept.on_day) == (member, "solved", NOON.date())
    assert [one["status"] for one in build_data_export(member, NOON)["puzzles"]] == ["solved"]
    delete_account(member, NOON)
    assert not PuzzleAttempt.objects.exists()


def test_too_many_tries_are_refused_for_a_while(
    puzzle: Puzzle, people: list[Player], client_of: Browse, limited: Callable[..., None]
) -> None:
    limited(puzzles="2/1 hour | ")
    browser = client_of(people[0])
    answers = [try_(browser, puzzle, GOOD) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[2]["Retry-After"]) > 0
