"""A blank placed by two taps: the second tap does not answer the dialog that it opens."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {
        "viewport": {"width": 360, "height": 740},
        "has_touch": True,
        "is_mobile": True,
    }


def count_clicks(page: Page) -> None:
    page.evaluate("""() => {
        window.clicks = 0;
        window.addEventListener("click", () => { window.clicks += 1; });
    }""")


@pytest.mark.sampled("B2", "C6", "H14")
@pytest.mark.parametrize("square", ["B2", "H2", "B4", "C6", "I4", "B13", "H14"])
def test_the_question_stays_open_after_the_tap(show, page, square):
    """The squares are above, beside and under the dialog's letters."""
    room = show("mine")
    count_clicks(page)
    room.option("blank").tap()
    page.wait_for_function("() => window.clicks === 1")
    room.square(square).tap()
    page.wait_for_function("() => window.clicks === 2")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Choose a letter for the blank")
    expect(room.tentative_tiles()).to_have_text([""])
    dialog.get_by_role("button", name="Q", exact=True).tap()
    expect(room.square(square)).to_have_accessible_name(f"{square}, Q, blank, not played yet")


def test_a_tap_that_recalls_the_blank_asks_nothing(show, page):
    room = show("mine")
    room.option("blank").tap()
    room.square("B4").tap()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(room.tentative_tiles()).to_have_count(0)
    expect(dialog).to_have_count(0)
