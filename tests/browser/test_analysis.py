"""The analysis of a game that was just played: requested, followed, read move by move."""

import re
from pathlib import Path

from playwright.sync_api import Route, expect

from games.rules.plays.acts import Resign
from games.rules.plays.events import Played
from tests.browser.conftest import PHONE, Complaints, Seating, Visit
from tests.browser.planned_games import Plan
from tests.browser.test_page_weight import TransferMeter, check_access
from tests.browser.test_phone import turn_screen
from tests.screenshots import save_screenshot


def test_a_game_is_analysed_right_after_it_ends(
    seat_all: Seating, visit: Visit, complaints: Complaints, shots_dir: Path
) -> None:
    """The page asks again for the result when the first answer with it is lost."""
    complaints.allow("htmx:|Failed to load resource")
    table = seat_all(Plan("For the analysis"))
    table.hurry(6)
    table.do(Resign())
    link = table.pages[0].result.get_by_role("link", name="Review game").get_attribute("href")
    page = visit("").page
    page.goto(f"{link}?move=3", wait_until="networkidle")
    lost: list[str] = []

    def lose_first(route: Route) -> None:
        if route.request.method == "GET" and not lost:
            lost.append(route.request.url)
            route.abort()
        else:
            route.continue_()

    page.route(re.compile(r"/analysis/?(\?|$)"), lose_first)
    page.get_by_role("button", name="Analyse this game").click()
    analysis = page.get_by_role("region", name="Analysis", exact=True)
    report = page.get_by_role("region", name="Full report")
    expect(report.get_by_text("moves analysed").first).to_be_visible()
    assert lost
    expect(page.get_by_role("region", name="Moves").get_by_text("Best move").first).to_be_attached()
    expect(page.locator("#_analysis_status")).to_have_text("The analysis is complete.")
    expect(analysis.get_by_role("img", name=re.compile("^Win chances"))).to_be_visible()
    expect(analysis.get_by_role("progressbar")).to_have_count(0)

    region = page.get_by_role("region", name="Engine")
    played = region.get_by_role("row").filter(has_text="played")
    words = [event.score.words[0].word for event in table.plan.events if isinstance(event, Played)]
    for step in (3, 4, 5):
        expect(played).to_contain_text(words[step - 1])
        page.keyboard.press("ArrowRight")
    report.get_by_text("All moves", exact=True).click()
    report.get_by_role("table").last.get_by_role("link", name="2", exact=True).click()
    expect(played).to_contain_text(words[1])
    check_access(page)
    save_screenshot(page, shots_dir / "analysis.png", full_page=True)
    turn_screen(page, (1366, 768))
    plays = region.get_by_role("region", name="Best plays")
    assert plays.evaluate("(table) => table.scrollWidth <= table.clientWidth"), (
        "it scrolls sideways"
    )

    later = visit("", viewport=PHONE, color_scheme="dark").page
    scales = TransferMeter(later)
    later.goto(f"{link}?move=2", wait_until="networkidle")
    scales.check()
    again = later.get_by_role("region", name="Engine")
    expect(again.get_by_role("row").filter(has_text="played")).to_contain_text(words[1])
    assert later.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    check_access(later)
    later.goto(f"{link}#1", wait_until="networkidle")
    expect(again.get_by_role("row").filter(has_text="played")).to_contain_text(words[0])
