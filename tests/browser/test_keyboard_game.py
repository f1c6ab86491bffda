"""A whole game by keys alone: from the lobby to the offer of a rematch, without any pointer."""

import pytest
from playwright.sync_api import expect

from games.rules.flow.game import Phase
from games.rules.plays.acts import Challenge, Exchange, Pass
from tests.browser.conftest import Visit, fresh
from tests.browser.keys import Keys
from tests.browser.planned_games import Plan
from tests.browser.scripted_games import Steps
from tests.browser.window_checks import check_public, check_result

pytestmark = pytest.mark.slow


def short_game(plan: Plan) -> Steps:
    """Lose a phony to a challenge, exchange, lay a blank, and pass to the end."""
    yield plan.mover, plan.find_play(most=5)
    other = plan.mover
    yield other, plan.phony()
    yield 1 - other, Challenge()
    yield plan.mover, Exchange(plan.rack()[:2])
    yield plan.mover, plan.find_play(blank=True, most=4)
    while plan.state.phase is not Phase.OVER:
        yield plan.mover, Pass()


def test_a_game_is_played_by_keys_alone(visit: Visit) -> None:
    plan = Plan("Keys alone 16")
    keys = [Keys(visit("", locale="en-GB").page) for _ in range(plan.seats)]
    names = [fresh("Amber Keys"), fresh("Cobalt Keys")]
    for one, name in zip(keys, names, strict=True):
        one.take_name(name)
    host = keys[0].make_room(plan.title, challenge="Single")
    guest = keys[1].join_room(plan.title)
    rooms = [host, guest]
    keys[0].press(host.button("Start game"))
    for room in rooms:
        room.expect_rack(7)

    for seat, act in short_game(plan):
        keys[seat].do(act)
        plan.do(act, seat)
        for room in rooms:
            room.expect_moves(len(plan.log))
            check_public(room, plan, names)

    for room in rooms:
        check_result(room, plan, names)
    keys[0].press(host.result.get_by_role("button", name="Rematch"))
    expect(guest.result).to_contain_text(f"Rematch offered by {names[0]}.")
    keys[1].press(guest.result.get_by_role("button", name="Rematch"))
    for room in rooms:
        room.expect_rack(7)
        room.expect_moves(0)
