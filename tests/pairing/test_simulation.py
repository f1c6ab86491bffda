"""``manage.py simulate_event``: what it prints, and how well Swiss finds the strongest players."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.pairing.event import Method, RoundPlan
from games.pairing.simulation import EventSimulator, correlate_round_robin, simulate_event


def run_command(**options: object) -> str:
    out = StringIO()
    call_command("simulate_event", stdout=out, **options)
    return out.getvalue()


def test_the_command_prints_repeats_starts_speed_and_correlation() -> None:
    text = run_command(players=20, rounds=5, method="swiss", seed=1)
    titles = [line[:18].strip() for line in text.splitlines()]
    assert titles == [
        *("event", "repeats", "starts", "byes", "processor time", "rank correlation", "", "")
    ]
    assert "0 of 50 meetings" in text
    assert "2 to 3, out of balance by 1 at most" in text


@pytest.mark.parametrize("seats", [3, 4])
def test_the_command_seats_three_and_four(seats: int) -> None:
    text = run_command(players=14, rounds=2, method="automatic", seats=seats)
    assert "round robin" not in text


@pytest.mark.parametrize(
    "options",
    [{"players": 2}, {"rounds": 0}, {"seats": 5}, {"seats": 3, "method": "knockout"}],
)
def test_impossible_events_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(CommandError):
        run_command(**{"players": 8, "rounds": 2, **options})


def test_a_swiss_event_ranks_better_than_as_many_rounds_of_a_round_robin() -> None:
    plan = [RoundPlan(Method.SWISS)] * 7
    seeds = range(4)
    swiss = [simulate_event(EventSimulator(40, seed), plan).correlation for seed in seeds]
    begun = [correlate_round_robin(EventSimulator(40, seed), 7) for seed in seeds]
    complete = [correlate_round_robin(EventSimulator(40, seed)) for seed in seeds]
    assert sum(swiss) > sum(begun)
    assert sum(complete) > sum(swiss)
