"""Simulations: consecutive runs, one at a time for each person, until they are stopped."""

import re
from collections.abc import Callable
from itertools import count

import pytest
from django.test import Client

from games.analysis_board.services import rollout_runs
from games.engine.budget import Budget
from games.engine.rollouts import ROUNDS_PER_RUN, Rollouts
from games.engine.trials import MAX_CANDIDATES
from games.players.models import Player
from games.rules.positions.setup_text import read_setup
from games.rules.positions.setups import make_state
from lexicon.graph.wordgraph import WordGraph
from tests.analysis_board.conftest import RACK
from tests.engine import positions
from tests.engine.conftest import english
from tests.engine.positions import lay_board
from tests.processes import PATIENCE, wait_until

__all__ = ["english"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("_kernels")]

OPENING = {
    "game": "scrabble",
    "rack": "RETAINS",
    "board": "/".join([*["15"] * 7, "7CAT5", *["15"] * 7]),
}


@pytest.fixture(autouse=True)
def _quick_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each time slice is short, and takes a second by the clock of the queue."""
    monkeypatch.setattr(rollout_runs, "SLICE_SECONDS", 0.001)
    set_clock(monkeypatch, count(0.0).__next__)


def set_clock(monkeypatch: pytest.MonkeyPatch, clock: Callable[[], float]) -> None:
    monkeypatch.setattr(rollout_runs, "rollout_queue", rollout_runs.RolloutQueue(clock))


def wait_for(client: Client, html: str) -> str:
    """Poll until the simulation has ended, and return the last answer."""
    shown = [html]

    def has_ended() -> bool:
        poll = re.search(r'hx-get="([^"]+)"', shown[-1])
        if poll:
            shown.append(client.get(poll[1]).content.decode())
        return not poll

    wait_until(has_ended, "the simulation to end", PATIENCE)
    return shown[-1]


def trials_in(html: str) -> int:
    found = re.search(r"Simulated: (\d+) trials", html)
    assert found, html
    return int(found[1])


def test_simulations_take_longer_each_round(stranger: Client) -> None:
    first = stranger.post("/analyse/rollouts", RACK)
    assert first.status_code == 200
    assert "Stop" in first.content.decode()
    done = wait_for(stranger, first.content.decode())
    more = wait_for(stranger, stranger.post("/analyse/rollouts", RACK).content.decode())
    assert 0 < trials_in(done) < trials_in(more)
    assert "±" in more


def test_a_stopped_simulation_keeps_its_results(
    stranger: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_clock(monkeypatch, lambda: 0.0)
    stranger.post("/analyse/rollouts", RACK)
    person = stranger.session["player"]

    def has_begun() -> bool:
        found = rollout_runs.find_run(person)
        return found is not None and bool(found.rows)

    wait_until(has_begun, "the first results", PATIENCE)
    answer = stranger.post("/analyse/stop").content.decode()
    assert "hx-get" not in answer
    assert trials_in(answer) > 0
    wait_until(lambda: rollout_runs.rollout_queue._thread is None, "the thread to end", PATIENCE)
    found = rollout_runs.find_run(person)
    assert found is not None
    assert found.over


def test_a_new_position_ends_the_earlier_simulation(stranger: Client) -> None:
    first = stranger.post("/analyse/rollouts", RACK).content.decode()
    poll = re.search(r'hx-get="([^"]+)"', first)
    assert poll
    second = stranger.post("/analyse/rollouts", {**RACK, "rack": "DOGS"}).content.decode()
    answer = stranger.get(poll[1])
    assert answer.status_code == 404
    assert "no longer available" in answer.content.decode()
    wait_for(stranger, second)


def test_simulations_are_private(
    stranger: Client, client_of: Callable[[Player | None], Client], people: list[Player]
) -> None:
    html = stranger.post("/analyse/rollouts", RACK).content.decode()
    poll = re.search(r'hx-get="([^"]+)"', html)
    assert poll
    assert client_of(people[0]).get(poll[1]).status_code == 404
    assert client_of(people[0]).post("/analyse/stop").status_code == 404
    wait_for(stranger, html)


def test_too_many_simulations_are_refused(
    stranger: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rollout_runs, "MAX_WAITING", 0)
    answer = stranger.post("/analyse/rollouts", RACK)
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0


def test_one_address_gets_at_most_half_of_the_simulations(
    stranger: Client, client_of: Callable[..., Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rollout_runs, "MAX_WAITING", 4)
    monkeypatch.setattr(rollout_runs.rollout_queue, "_thread", "busy elsewhere")
    asked = [client_of(None).post("/analyse/rollouts", RACK).status_code for _ in range(3)]
    assert asked == [200, 200, 429]
    assert stranger.post("/analyse/rollouts", RACK, REMOTE_ADDR="192.0.2.7").status_code == 200
    turns = [rollout_runs.rollout_queue._next() for _ in range(3)]
    assert [job.address for job in turns if job] == ["127.0.0.1", "192.0.2.7", "127.0.0.1"]


def test_simulations_take_turns(stranger: Client, client_of: Callable[..., Client]) -> None:
    other = client_of(None)
    pages = [
        (one, one.post("/analyse/rollouts", RACK).content.decode()) for one in (stranger, other)
    ]
    assert all(trials_in(wait_for(one, html)) for one, html in pages)


def test_with_an_empty_bag_the_end_game_is_searched(english: WordGraph) -> None:
    board = lay_board([*["." * 15] * 7, "......TREE.....", ".........A.....", *["." * 15] * 6])
    thought = Rollouts(positions.make_state(board, ("TA", "SO"), bag=()), 0, english)
    assert not thought.is_settled
    thought.run_rollouts(Budget(seconds=600))
    best = thought.rank()[0]
    assert best.found.exact
    assert best.win in (0.0, 0.5, 1.0)


def test_trials_continue_where_they_ended(english: WordGraph) -> None:
    state = make_state(read_setup(OPENING))
    first = Rollouts(state, 0, english)
    first.run_rollouts(Budget(seconds=600, rollouts=400))
    made = sum(row[0] for row in first.results)
    assert 400 <= made < 400 + ROUNDS_PER_RUN * MAX_CANDIDATES
    again = Rollouts(state, 0, english, first.results)
    assert [one.found.equity for one in again.rank()] == [one.found.equity for one in first.rank()]
    again.run_rollouts(Budget(seconds=600, rollouts=400))
    assert sum(row[0] for row in again.results) > made
    best = again.rank()[0]
    assert best.found.score >= 70
    assert 0 < best.error < 30
    assert 0.5 < best.win < 1


def test_one_run_is_made_even_without_time(english: WordGraph) -> None:
    thought, budget = Rollouts(make_state(read_setup(OPENING)), 0, english), Budget(seconds=600)
    budget.stop.set()
    thought.run_rollouts(budget)
    assert {row[0] for row in thought.results} == {ROUNDS_PER_RUN}


def test_the_leader_is_more_likely_to_win(english: WordGraph) -> None:
    chances = []
    for scores in ("0,100", "0,0", "100,0"):
        state = make_state(read_setup({**OPENING, "scores": scores}))
        thought = Rollouts(state, 0, english)
        at_sight = thought.rank()[0].win
        thought.run_rollouts(Budget(seconds=600, rollouts=400))
        assert abs(thought.rank()[0].win - at_sight) < 0.2
        chances.append(at_sight)
    assert 0 < chances[0] < 0.5 < chances[1] < chances[2] < 1
