"""Questions before something is sent: confirmations, choices, and when they close."""

import pytest
from playwright.sync_api import expect

from tests.front.test_chat import type_at

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]


def test_resigning_asks_first(show, page, stage):
    room = show("mine")
    room.button("Resign").click()
    room.button("Keep playing").click()
    assert stage.of("resign") == []
    room.button("Resign").click()
    room.button("Resign game").click()
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "42")
    assert len(stage.of("resign")) == 1


def test_a_game_is_aborted_while_that_is_allowed(show, page, stage):
    room = show("mine")
    room.button("Resign").click()
    expect(page.get_by_role("dialog")).not_to_contain_text("abort", use_inner_text=True)
    room.button("Keep playing").click()
    room.line.push(room.change(actions=frozenset({"play", "resign", "abort"})))
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "42")
    room.button("Resign").click()
    expect(page.get_by_role("dialog")).to_contain_text("ratings stay unchanged")
    room.button("Abort game").click()
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "43")
    assert (len(stage.of("abort")), stage.of("resign")) == (1, [])


def test_the_question_about_resigning_follows_the_game(show, page, stage):
    room = show("mine")
    room.line.push(room.change(actions=frozenset({"play", "resign", "abort"})))
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "42")
    room.button("Resign").click()
    asked, abort = page.get_by_role("dialog"), room.button("Abort game")
    expect(abort).to_be_visible()
    room.line.push(room.change(actions=frozenset({"play", "resign"})))
    expect(abort).to_be_hidden()
    expect(asked).to_be_visible()
    room.line.push(room.change(actions=frozenset()))
    expect(asked).to_be_hidden()
    assert stage.of("resign") == []


@pytest.mark.parametrize("verb", ["Pass", "Challenge"])
def test_passing_and_challenging_ask_first(show, page, stage, verb):
    room = show("mine")
    type_at(room, "B2", "se")
    room.button(verb).click()
    asked = page.get_by_role("dialog")
    stays = verb == "Challenge"
    expect(asked).to_contain_text(
        f"you placed {'stay on the board' if stays else 'go back to your rack'}"
    )
    asked.get_by_role("button", name="Cancel").click()
    expect(room.tentative_tiles()).to_have_count(2)
    assert stage.verbs() == []
    room.agree(verb)
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "42")
    expect(room.tentative_tiles()).to_have_count(2 if stays else 0)
    assert stage.verbs() == [verb.lower()]


@pytest.mark.sampled("Exchange")
@pytest.mark.parametrize("verb", ["Pass", "Challenge", "Exchange"])
def test_a_question_ends_with_its_turn(show, page, stage, verb):
    room = show("mine")
    room.button(verb).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.get_by_role("dialog")).not_to_contain_text("you placed", use_inner_text=True)
    room.line.push(room.change(say="Somebody is watching."))
    expect(page.locator("#_status_line")).to_contain_text("watching")
    expect(page.get_by_role("dialog")).to_be_visible()
    room.line.push(room.change(turn=15))
    expect(page.get_by_role("dialog")).to_be_hidden()
    assert stage.verbs() == []


def test_tiles_stay_when_an_exchange_is_cancelled(show, page):
    room = show("mine")
    type_at(room, "B2", "se")
    room.button("Exchange").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(room.tentative_tiles()).to_have_count(2)


def test_the_exchange_chooser_sends_the_chosen_tiles(show, page, stage):
    room = show("spanish")
    room.button("Exchange").click()
    dialog = page.get_by_role("dialog", name="Exchange")
    go = dialog.locator("[data-yes]")
    expect(go).to_be_disabled()
    for name in ("RR, 8 points", "blank", "A, 1 point"):
        dialog.get_by_role("button", name=name, exact=True).click()
    dialog.get_by_role("button", name="A, 1 point", exact=True).click()
    go.click()
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "42")
    assert stage.of("exchange")[0]["tiles"] == "[RR]?"


def test_the_exchange_chooser_knows_the_limit(show, page):
    room = show("mine")
    room.line.push(room.change(exchange_most=2))
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "42")
    room.button("Exchange").click()
    dialog = page.get_by_role("dialog", name="Exchange")
    dialog.get_by_role("button", name="All").click()
    expect(dialog.locator("[data-yes]")).to_be_disabled()


def test_a_computer_is_added_at_the_chosen_level(show, page, stage):
    room = show("waiting")
    room.button("Add computer").first.click()
    page.get_by_role("dialog", name="Choose a level").get_by_role("button", name="Strong").click()
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "42")
    (fields,) = stage.of("seat_computer")
    assert (fields["seat"], fields["level"]) == ("2", "4")


def test_a_breakdown_is_one_click_away(show, page):
    room = show("mine")
    page.get_by_role("button", name="10 points: show the scoring").click()
    dialog = page.get_by_role("dialog", name="Score of this move")
    expect(dialog).to_contain_text("18")
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
    assert room
