"""The number of keys to reach the board, and the effect of a first click on it."""

import pytest
from playwright.sync_api import expect

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]

FOCUSED = "document.activeElement.dataset.name || ''"


def test_the_board_is_reached_within_five_tab_stops(show, page):
    show("mine")
    for _press in range(5):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED) == "H8":
            return
    pytest.fail("five tab stops did not lead to the board")


def test_the_skip_link_focuses_the_board(show, page):
    show("mine")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the board")).to_be_focused()
    page.keyboard.press("Enter")
    assert page.evaluate(FOCUSED) == "H8"


def test_the_first_click_on_a_focused_square_types_across(show, page):
    room = show("empty")
    room.square("H8").evaluate("square => square.focus()")
    room.square("H8").click()
    expect(page.locator("#cursor")).to_have_class("r7 c7 across")
    room.square("H8").click()
    expect(page.locator("#cursor")).to_have_class("r7 c7 down")


def test_quick_phrases_are_one_tab_stop(show, page):
    show("mine").button("Chat").click()
    phrases = page.locator(".quick-phrases button")
    assert phrases.evaluate_all("all => all.filter(one => one.tabIndex === 0).length") == 1
    phrases.first.evaluate("button => button.focus()")
    page.keyboard.press("ArrowRight")
    expect(phrases.nth(1)).to_be_focused()
    page.keyboard.press("End")
    expect(phrases.last).to_be_focused()
    assert phrases.evaluate_all("all => all.filter(one => one.tabIndex === 0).length") == 1


@pytest.mark.sampled("mine", "waiting")
@pytest.mark.parametrize("name", ["mine", "qwibble", "waiting", "ended"])
def test_every_icon_has_words_or_a_tooltip(show, page, name):
    show(name)
    bare = """all => all.filter((one) => one.querySelector(".icon") && !one.textContent.trim()
      && !(one.title && one.ariaLabel)).map((one) => one.outerHTML)"""
    assert page.locator(":is(.room, dialog) :is(button, a)").evaluate_all(bare) == []


def test_conditional_moves_are_in_the_menu(show, page):
    room = show("theirs")
    room.line.push(room.change(actions=frozenset({"resign", "reply"})))
    room.button("Room menu").click()
    expect(
        page.get_by_role("dialog").get_by_role("button", name="Conditional moves")
    ).to_be_visible()
