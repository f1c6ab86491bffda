"""Members join a league, play its season in Chromium, and challenge each other on its ladder."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.accessibility import find_violations
from tests.browser.conftest import DESKTOP, Person, Visit, fresh
from tests.browser.director_desk import check
from tests.browser.page_driver import RoomPage
from tests.browser.test_events import resign
from tests.browser.test_rated_games import sign_up
from tests.processes import wait_until
from tests.site_processes import Site

SIGN_UP_IS_OVER = """
from datetime import timedelta
from django.utils import timezone
from games.leagues.models import Season
Season.objects.filter(league__code="CODE", stage="open").update(starts_at=timezone.now())
"""


@pytest.fixture
def site(lone_site: Site) -> Site:
    """A site without any other leagues."""
    return lone_site


def join_site(visit: Visit, name: str) -> Person:
    return sign_up(visit("", locale="en-GB", viewport=DESKTOP), fresh(name))


def found_league(page: Page, title: str) -> str:
    """Start a league whose games are rated. Returns its address."""
    page.goto("/community/")
    page.get_by_role("main").get_by_role("link", name="Leagues").click()
    expect(page.get_by_text("There are no leagues yet.")).to_be_visible()
    page.get_by_role("link", name="Start a league").click()
    form = page.get_by_role("form", name="Start a league")
    form.get_by_label("Name of the league").fill(title)
    form.get_by_label("What players should know").fill("One play a day is plenty.")
    form.get_by_label("Dictionary").select_option(value="en-open")
    form.get_by_label("Rated").check()
    assert find_violations(page) == []
    form.get_by_role("button", name="Start the league").click()
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    return page.url


def join_season(person: Person) -> None:
    person.page.get_by_role("button", name="Sign up for this season").click()
    expect(person.page.get_by_text("You have signed up.")).to_be_visible()


def wait_for(page: Page, shown: Locator) -> None:
    """Load the page again until the worker has done its part."""

    def look() -> bool:
        page.reload()
        return shown.first.is_visible()

    wait_until(look, "the worker has taken its step")


def line_of(page: Page, person: Person) -> Locator:
    return page.get_by_role("row").filter(has_text=person.name)


def test_a_season_of_a_league(visit: Visit, site: Site, shots_dir: Path) -> None:
    amber, cobalt = join_site(visit, "Amber"), join_site(visit, "Cobalt")
    guest = visit("", viewport=DESKTOP)
    page, title = amber.page, fresh("Slow League")
    link = found_league(page, title)
    guest.page.goto(link)
    expect(guest.page.get_by_text("Only members can sign up")).to_be_visible()
    join_season(amber)
    cobalt.page.goto("/events/")
    cobalt.page.get_by_role("main").get_by_role("link", name="Leagues").click()
    cobalt.page.get_by_role("link", name=title).click()
    join_season(cobalt)
    cobalt.page.get_by_text("2 players have signed up").click()
    expect(cobalt.page.get_by_role("listitem").get_by_text(amber.name)).to_be_visible()
    check(cobalt.page, shots_dir / "leagues-1-signed-up.png")

    site.run(SIGN_UP_IS_OVER.replace("CODE", link.split("/")[4]))
    own = page.get_by_role("region", name="Your games")
    wait_for(page, own.get_by_text("Your turn"))
    division = page.get_by_role("region", name="Division 1")
    expect(division.get_by_role("row").filter(has_text=cobalt.name)).to_be_visible()
    expect(division.get_by_text("2 games being played")).to_be_visible()
    expect(page.get_by_role("heading", name="Season 2")).to_be_visible()
    check(page, shots_dir / "leagues-2-season.png")

    # Amber loses both games: one that starts with her turn, and one in which Cobalt has it.
    for left in (1, 0):
        own.get_by_role("link", name=re.compile("^Go to the game")).first.click()
        page.wait_for_url("**/r/**")
        room = RoomPage(page)
        room.expect_rack(7)
        resign(room)
        room.result.get_by_role("link", name="Back to the standings").click()
        page.wait_for_url(link)
        expect(own.get_by_role("listitem")).to_have_count(left)
    expect(page.get_by_text("Over", exact=True)).to_be_visible()
    expect(line_of(page, cobalt)).to_contain_text("2–0–0")
    expect(line_of(page, amber)).to_contain_text("0–0–2")
    page.get_by_text("2 games finished").click()
    expect(page.get_by_role("link", name="Review game")).to_have_count(2)
    check(page, shots_dir / "leagues-3-over.png")
    cobalt.page.goto(link)
    join_season(cobalt)
    page.goto("/leagues/")
    expect(page.get_by_role("link", name=title).first).to_be_visible()
    check(page, shots_dir / "leagues-4-list.png")
    page.goto("/leagues/new/")
    check(page, shots_dir / "leagues-5-form.png")


@pytest.mark.full
def test_a_challenge_on_the_ladder(visit: Visit, shots_dir: Path) -> None:
    amber, cobalt = join_site(visit, "Amber"), join_site(visit, "Cobalt")
    link = found_league(amber.page, fresh("Slow League"))
    for person in (amber, cobalt):
        person.page.goto(link)
        person.page.get_by_role("link", name="Ladder").click()
        person.page.get_by_role("button", name="Join the ladder").click()
        expect(person.page.get_by_role("button", name="Leave the ladder")).to_be_visible()
    places = cobalt.page.get_by_role("region", name="Places").get_by_role("listitem")
    expect(places.first).to_contain_text(amber.name)
    cobalt.page.get_by_role("button", name=f"Challenge {amber.name}").click()
    expect(cobalt.page.get_by_role("button", name="Take back")).to_be_visible()
    check(cobalt.page, shots_dir / "leagues-6-ladder.png")

    amber.page.reload()
    check(amber.page, shots_dir / "leagues-7-challenged.png")
    amber.page.get_by_role("button", name="Accept").click()
    amber.page.get_by_role("link", name="Go to the game").click()
    amber.page.wait_for_url("**/r/**")
    room = RoomPage(amber.page)
    room.expect_rack(7)
    resign(room)
    room.result.get_by_role("link", name="Back to the standings").click()
    amber.page.wait_for_url("**/ladder/")
    expect(amber.page.get_by_text("successful")).to_be_visible()
    cobalt.page.reload()
    expect(places.first).to_contain_text(cobalt.name)
    check(amber.page, shots_dir / "leagues-8-ladder-over.png")


def press(page: Page, button: str, answer: str) -> None:
    """Press a button that asks first, and answer the question."""
    page.get_by_role("button", name=button).click()
    question = page.get_by_role("dialog")
    expect(question).to_be_visible()
    question.get_by_role("button", name=answer).click()


@pytest.mark.full
def test_a_founder_manages_the_league(visit: Visit, shots_dir: Path) -> None:
    amber, cobalt = join_site(visit, "Amber"), join_site(visit, "Cobalt")
    page, title = amber.page, fresh("Slow League")
    link = found_league(page, title)
    cobalt.page.goto(link)
    join_season(cobalt)
    page.reload()
    page.get_by_role("link", name="Manage the league").click()
    page.get_by_label("Name of the league").fill(f"{title} for all")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name=f"{title} for all")).to_be_visible()
    check(page, shots_dir / "leagues-9-manage.png")

    press(page, f"Remove {cobalt.name}", "Remove")
    removed = page.get_by_role("region", name="Removed players")
    expect(removed.get_by_text(cobalt.name)).to_be_visible()
    cobalt.page.reload()
    expect(cobalt.page.get_by_text("You were removed from this league.")).to_be_visible()
    removed.get_by_role("button", name="Let back in").click()
    expect(removed).to_have_count(0)
    cobalt.page.goto(link)
    join_season(cobalt)

    page.reload()
    press(page, "Close the league", "Close the league")
    expect(page.get_by_role("heading", name="This league is closed.")).to_be_visible()
    cobalt.page.reload()
    expect(cobalt.page.get_by_text("No further season is planned.")).to_be_visible()
    expect(cobalt.page.get_by_role("button", name="Sign up for this season")).to_have_count(0)
    page.get_by_role("button", name="Open the league again").click()
    expect(page.get_by_role("heading", name="Close the league")).to_be_visible()
