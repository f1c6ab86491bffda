"""The director's desk in a browser, and what every test of events does."""

import re
from pathlib import Path
from typing import Literal

from playwright.sync_api import Locator, Page, expect

from tests.accessibility import find_violations
from tests.browser.conftest import DESKTOP, PHONE, Person
from tests.screenshots import WANTED, save_screenshot

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


class DeskPage:
    """The director's desk in a browser."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.code = page.url.split("/")[4]
        self.link = f"/events/{self.code}/"

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).first.click()

    def table(self, number: int) -> Locator:
        return self.page.get_by_role("group", name=re.compile(f"^Table {number}"))

    def player(self, name: str) -> Locator:
        return self.page.get_by_role("listitem").filter(has=self.page.get_by_text(name, exact=True))


def create_event(
    page: Page,
    title: str,
    *,
    on_boards: bool = False,
    rounds: int = 3,
    division: str = "",
    method: str = "Swiss",
    seats: int = 2,
) -> DeskPage:
    """Create an event with the form. ``method`` is its label there; ``seats`` are those of a
    table."""
    page.goto("/community/")
    page.get_by_role("main").get_by_role("link", name="Events").click()
    page.get_by_role("link", name="Create an event").click()
    form = page.get_by_role("form", name="Create an event")
    form.get_by_label("Name of the event").fill(title)
    if on_boards:
        form.get_by_label("Played on real boards").check()
    form.get_by_label("How rounds are paired").select_option(label=method)
    form.get_by_role("spinbutton", name="Rounds", exact=True).fill(str(rounds))
    form.get_by_label("Dictionary").select_option(value="en-open")
    if seats != 2:
        form.get_by_role("radio", name=str(seats), exact=True).check()
    if division:
        form.get_by_text("Continue an event from tsh").click()
        form.get_by_label("Division file of tsh").fill(division)
    form.get_by_role("button", name="Create event").click()
    page.wait_for_url("**/desk/")
    return DeskPage(page)


def shoot(page: Page, path: Path) -> None:
    """Save the page on a desktop and on a phone, light and dark, if screenshots are wanted."""
    if not WANTED:
        return
    for size, name in ((DESKTOP, "wide"), (PHONE, "phone")):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            save_screenshot(
                page, path.with_name(f"{path.stem}-{name}-{scheme}.png"), full_page=True
            )
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    page.emulate_media(color_scheme="light")


def check(page: Page, path: Path) -> None:
    shoot(page, path)
    assert find_violations(page) == []


def enter(person: Person, desk: DeskPage) -> None:
    person.page.goto(desk.link)
    person.page.get_by_role("button", name="Take part").click()
    expect(person.page.get_by_role("button", name="Withdraw")).to_be_visible()
