"""Questions answered late, and buttons that change under the pointer."""

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from tests.front.conftest import Room
from tests.front.sample_parts import GAME, called
from tests.front.sample_rooms import sample
from tests.front.test_chat import type_at

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]

NEXT_GAME = "99999999-2222-4333-8444-555555555555"
SETTLED = "() => new Promise((go) => setTimeout(go))"
"""Let the page finish its pending work first."""


def begin_next_game(room: Room) -> None:
    """Begin the next game, and send the page one state of it."""
    actions = frozenset({"play", "pass", "exchange", "challenge", "resign"})
    empty = {"tiles": (), "moves": (), "last_move": None, "turn": 0}
    room.line.push(room.change(game_id=NEXT_GAME, number=2, actions=actions, **empty))
    expect(room.page.locator("#_state")).to_have_attribute("data-stamp", str(stamp_of(room)))


def stamp_of(room: Room) -> int:
    return room.stage.view.stamp


def test_the_resign_question_closes_when_the_next_game_starts(show, page: Page, stage) -> None:
    """Even if the page was suspended when the game ended."""
    room = show("mine")
    room.button("Resign").click()
    asked = page.get_by_role("dialog", name="Resign this game?")
    expect(asked).to_be_visible()
    begin_next_game(room)
    expect(asked).to_be_hidden()
    assert stage.of("resign") == []
    room.button("Resign").click()
    room.button("Resign game").click()
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "43")
    assert [fields["game"] for fields in stage.of("resign")] == [NEXT_GAME]


def test_the_resign_question_stays_open_across_turns(show, page: Page, stage) -> None:
    room = show("mine")
    room.button("Resign").click()
    room.line.push(room.change(turn=15, actions=frozenset({"resign"})))
    expect(room.button("Pass")).to_have_attribute("aria-disabled", "true")
    room.button("Resign game").click()
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "43")
    assert [(fields["game"], fields["turn"]) for fields in stage.of("resign")] == [(GAME, "15")]


def test_the_level_question_closes_when_the_next_game_starts(show, page: Page, stage) -> None:
    room = show("mine")
    free = replace(called(sample("mine").seats[1]), open_to_me=False)
    seats = (sample("mine").seats[0], free)
    room.line.push(room.change(phase="waiting", seats=seats, actions=frozenset({"seat_computer"})))
    room.button("Add computer").click()
    asked = page.get_by_role("dialog", name="Choose a level")
    expect(asked).to_be_visible()
    begin_next_game(room)
    expect(asked).to_be_hidden()
    assert stage.verbs() == []


@pytest.mark.parametrize(
    ("verb", "dialog", "yes"),
    [
        ("resign", "resign-dialog", "Resign game"),
        ("pass", "pass-dialog", "Pass"),
        ("challenge", "challenge-dialog", "Challenge"),
    ],
)
def test_an_answer_applies_to_the_game_it_was_asked_in(
    show, page: Page, stage, verb: str, dialog: str, yes: str
) -> None:
    """The next game begins between the press and its handling by the page."""
    room = show("mine")
    room.button(verb.capitalize()).click()
    question = page.locator(f"#{dialog}")
    question.evaluate(
        """(dialog) => dialog.addEventListener("close", (event) => {
          if (event.isTrusted) event.stopImmediatePropagation();
        }, { capture: true })"""
    )
    question.get_by_role("button", name=yes, exact=True).click()
    expect(question).to_be_hidden()
    begin_next_game(room)
    assert stage.verbs() == []
    question.evaluate("(dialog) => dialog.dispatchEvent(new Event('close'))")
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "43")
    assert [(fields["game"], fields["turn"]) for fields in stage.of(verb)] == [(GAME, "14")]


@pytest.mark.parametrize("way", ["pointer", "key"])
def test_a_press_meant_for_play_does_not_accept(
    own_context, show, page: Page, stage, way: str
) -> None:
    room = show("mine")
    page.clock.install()
    type_at(room, "B2", "se")
    play, accept = room.button("Play"), room.button("Accept")
    expect(play).to_be_enabled()
    play.focus()
    box = play.bounding_box()
    assert box
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    actions = frozenset({"accept", "challenge", "resign"})
    room.line.push(room.change(phase="final_challenge", to_move=None, actions=actions))
    expect(accept).to_be_visible()
    expect(accept).not_to_be_focused()
    expect(room.square("D2")).to_be_focused()
    if way == "pointer":
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    else:
        accept.press("Enter")
    page.clock.run_for(500)
    assert stage.of("accept") == []
    expect(accept).to_have_attribute("aria-disabled", "true")
    page.clock.run_for(100)
    expect(accept).to_have_attribute("aria-disabled", "false")
    page.clock.resume()
    accept.click()
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "43")
    assert len(stage.of("accept")) == 1


def test_the_second_press_of_two_uncovers_no_rack(own_context, show, page: Page, stage) -> None:
    """The card that covers the rack of the next player on this device lies where Play was."""
    room = show("one_device")
    page.clock.install()
    play = room.button("Play")
    box = play.bounding_box()
    assert box
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    room.line.push(room.change(passed_to="Ben", seat=1, actions=frozenset(), rack=()))
    uncover = room.button("I'm Ben – show my tiles")
    expect(uncover).to_be_visible()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(uncover).to_have_attribute("aria-disabled", "true")
    page.clock.run_for(600)
    expect(uncover).to_have_attribute("aria-disabled", "false")
    page.clock.resume()
    assert stage.of("uncover") == []
    with page.expect_request("**/uncover"):
        uncover.click()
