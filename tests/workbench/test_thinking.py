"""Trying plays out: spells that go on from each other, one thought a person, till it is stopped."""

import re
import time
from collections.abc import Callable

import pytest
from django.test import Client

from games.engine.rollouts import Rollouts
from games.players.models import Player
from games.rules.setup_text import read_setup
from games.rules.setups import make_state
from games.workbench.services import trials
from lexicon.graph.wordgraph import WordGraph
from tests.engine import positions
from tests.engine.conftest import english
from tests.engine.positions import lay_board
from tests.workbench.conftest import RACK

__all__ = ["english"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("_kernels")]

OPENING = {
    "game": "scrabble",
    "rack": "RETAINS",
    "board": "/".join([*["15"] * 7, "7CAT5", *["15"] * 7]),
}


@pytest.fixture(autouse=True)
def _short_spells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "SPELLS", (0.3, 0.6))
    monkeypatch.setattr(trials, "SLICE", 0.1)


def wait_for(client: Client, html: str) -> str:
    """The answer once nothing is asked for any more."""
    deadline = time.monotonic() + 20
    while poll := re.search(r'hx-get="([^"]+)"', html):
        assert time.monotonic() < deadline, html
        time.sleep(0.05)
        html = client.get(poll[1]).content.decode()
    return html


def trials_in(html: str) -> int:
    found = re.search(r"Tried out: (\d+) trials", html)
    assert found, html
    return int(found[1])


def test_plays_are_tried_out_and_for_longer(stranger: Client) -> None:
    first = stranger.post("/analyse/think", RACK)
    assert first.status_code == 200
    assert "Stop" in first.content.decode()
    done = wait_for(stranger, first.content.decode())
    more = wait_for(stranger, stranger.post("/analyse/think", RACK).content.decode())
    assert 0 < trials_in(done) < trials_in(more)
    assert "±" in more


def test_a_thought_is_stopped_and_keeps_what_it_found(
    stranger: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trials, "SPELLS", (30.0,))
    stranger.post("/analyse/think", RACK)
    person = stranger.session["player"]
    deadline = time.monotonic() + 10
    while not (found := trials.find_thought(person)) or not found.rows:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    answer = stranger.post("/analyse/stop").content.decode()
    assert "hx-get" not in answer
    assert trials_in(answer) > 0
    wait_until_idle()
    found = trials.find_thought(person)
    assert found is not None
    assert found.over


def wait_until_idle() -> None:
    deadline = time.monotonic() + 10
    while trials.bench._thread is not None:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_new_position_ends_the_thought_before(stranger: Client) -> None:
    first = stranger.post("/analyse/think", RACK).content.decode()
    poll = re.search(r'hx-get="([^"]+)"', first)
    assert poll
    second = stranger.post("/analyse/think", {**RACK, "rack": "DOGS"}).content.decode()
    answer = stranger.get(poll[1])
    assert answer.status_code == 404
    assert "Another position" in answer.content.decode()
    wait_for(stranger, second)


def test_nobody_sees_the_thoughts_of_another(
    stranger: Client, client_of: Callable[[Player | None], Client], people: list[Player]
) -> None:
    html = stranger.post("/analyse/think", RACK).content.decode()
    poll = re.search(r'hx-get="([^"]+)"', html)
    assert poll
    assert client_of(people[0]).get(poll[1]).status_code == 404
    assert client_of(people[0]).post("/analyse/stop").status_code == 404
    wait_for(stranger, html)


def test_too_many_thoughts_wait_for_another_moment(
    stranger: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trials, "MOST_WAITING", 0)
    answer = stranger.post("/analyse/think", RACK)
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0


def test_thoughts_take_turns(stranger: Client, client_of: Callable[..., Client]) -> None:
    other = client_of(None)
    pages = [(one, one.post("/analyse/think", RACK).content.decode()) for one in (stranger, other)]
    assert all(trials_in(wait_for(one, html)) for one, html in pages)


def test_with_an_empty_bag_the_end_is_searched(english: WordGraph) -> None:
    board = lay_board([*["." * 15] * 7, "......TREE.....", ".........A.....", *["." * 15] * 6])
    thought = Rollouts(positions.make_state(board, ("TA", "SO"), bag=()), 0, english)
    assert not thought.is_settled
    thought.go_on(30)
    best = thought.ranking()[0]
    assert best.found.exact
    assert best.win in (0.0, 0.5, 1.0)


def test_trials_go_on_from_where_they_ended(english: WordGraph) -> None:
    state = make_state(read_setup(OPENING))
    first = Rollouts(state, 0, english)
    first.go_on(0.2)
    made = sum(row[0] for row in first.results)
    again = Rollouts(state, 0, english, first.results)
    assert [one.found.equity for one in again.ranking()] == [
        one.found.equity for one in first.ranking()
    ]
    again.go_on(0.2)
    assert sum(row[0] for row in again.results) > made
    best = again.ranking()[0]
    assert best.found.score >= 70
    assert 0 < best.doubt < 30
    assert 0.5 < best.win < 1


def test_whoever_leads_is_likelier_to_win(english: WordGraph) -> None:
    chances = []
    for scores in ("0,100", "0,0", "100,0"):
        state = make_state(read_setup({**OPENING, "scores": scores}))
        thought = Rollouts(state, 0, english)
        at_sight = thought.ranking()[0].win
        thought.go_on(0.1)
        assert abs(thought.ranking()[0].win - at_sight) < 0.2
        chances.append(at_sight)
    assert 0 < chances[0] < 0.5 < chances[1] < chances[2] < 1
