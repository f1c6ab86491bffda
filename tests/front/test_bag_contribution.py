"""A room's page contributes to the bag, and remembers only bytes that the site accepted."""

import json

import pytest
from django.http import HttpResponse
from playwright.sync_api import expect

from tests.front.sample_site import refuse

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]

OVERDUE = 5000
"""Milliseconds after which a page requests an overdue deal."""


def notes(page) -> dict:
    return json.loads(page.evaluate("localStorage.getItem('bags')") or "{}")


def test_a_spectator_contributes_nothing_even_to_a_slow_start(own_context, show, page, stage):
    room = show("spectator")
    page.clock.install()
    room.line.push(room.change(phase="starting", turn=0))
    expect(page.locator("#_state")).to_have_attribute("data-stamp", str(stage.view.stamp))
    page.clock.fast_forward(OVERDUE)
    assert notes(page) == {}
    assert stage.of("contribute") == []


@pytest.mark.parametrize("status", [403, 409])
def test_refused_contributions_are_forgotten(own_context, show, page, stage, status):
    """The player's other device was first, or the player has left the table."""
    room = show("mine")
    stage.answer = refuse("Not now.", status, bundle=status == 409)
    page.clock.install()
    with page.expect_response("**/contribute"):
        room.line.push(room.change(actions=frozenset({"contribute"})))
    page.wait_for_function("() => localStorage.getItem('bags') === '{}'")
    page.clock.fast_forward(OVERDUE)
    assert len(stage.of("contribute")) == 1


def test_accepted_contributions_are_remembered(show, page, stage):
    room = show("mine")
    stage.answer = lambda _fields: HttpResponse(status=204)
    with page.expect_response("**/contribute"):
        room.line.push(room.change(actions=frozenset({"contribute"})))
    page.wait_for_function("() => localStorage.getItem('bags')?.includes('accepted')")
    (note,) = notes(page).values()
    assert note == {
        "hash": "9f" * 32,
        "added": stage.of("contribute")[0]["added"],
        "accepted": True,
    }
