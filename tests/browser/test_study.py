"""Word search and study by keyboard, on a screen of any width."""

from playwright.sync_api import Page, expect

from games.engine.shipped_graphs import open_shipped_graph
from tests.browser.conftest import PHONE, Visit
from tests.browser.test_page_weight import check_access


def check_page_width(page: Page) -> None:
    """Check that nothing overflows sideways."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_words_are_found_by_their_letters(visit: Visit) -> None:
    page = visit("", viewport=PHONE).page
    page.goto("/dictionaries/en-open/")
    page.get_by_role("link", name="Find words").click()
    page.get_by_label("Letters").focus()
    page.keyboard.type("retina?")
    page.keyboard.press("Enter")
    words = page.get_by_role("table").get_by_role("rowheader")
    expect(words.filter(has_text="NASTIER").first).to_be_visible()
    expect(page.get_by_role("main").get_by_role("heading", name="words").last).to_be_visible()
    check_page_width(page)
    check_access(page)
    words.get_by_role("link", name="NASTIER").click()
    expect(page.get_by_role("region", name="Hooks of NASTIER")).to_be_visible()
    page.get_by_text("Probability").click()
    page.get_by_role("textbox", name="Hooks of").fill("")
    page.get_by_label("Pattern", exact=True).fill("*q[^u]*")
    page.keyboard.press("Enter")
    expect(words.filter(has_text="QI").first).to_be_visible()
    check_page_width(page)
    page.go_back()
    expect(page.get_by_role("region", name="Hooks of NASTIER")).to_be_visible()


def test_a_quiz_is_finished_with_only_the_keyboard(visit: Visit) -> None:
    page = visit("", viewport=PHONE).page
    graph = open_shipped_graph("en-open", "en")
    page.goto("/study/")
    check_access(page)
    page.get_by_role("group", name="Quiz me on").get_by_text("Anagrams").click()
    page.get_by_role("button", name="Start").press("Enter")
    said = page.get_by_label("these tiles spell")
    expect(said).to_be_focused()
    check_page_width(page)
    check_access(page)
    tiles = (page.locator(".question-tiles .visually-hidden").text_content() or "").split()
    known = ["".join(word) for word in graph.words() if sorted(word) == tiles]
    page.keyboard.type(" ".join(known).lower())
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text("Correct")
    going_on = page.get_by_role("link", name="Next", exact=True)
    expect(going_on).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("question 2 of 10")).to_be_visible()
    expect(said).to_be_focused()
    page.keyboard.press("Enter")  # an accidental second press
    expect(said).to_be_focused()
    for key in ("Tab", "Tab", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#verdict")).to_contain_text("Wrong")
    check_access(page)
    page.get_by_role("main").get_by_role("link", name="Word study").click()
    expect(page.get_by_role("link", name="Continue")).to_be_visible()
    row = page.get_by_role("row", name="Anagrams")
    expect(row.get_by_role("cell").nth(1)).to_have_text("2")
    check_page_width(page)
