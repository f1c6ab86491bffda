"""An owner founds a club, someone is admitted, they write to each other, and both enter a night."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.accessibility import find_violations
from tests.browser.conftest import Person, Visit, fresh
from tests.browser.director_desk import shoot
from tests.browser.test_rated_games import sign_up
from tests.site_processes import Site

MAKE_EVENTS = """
from django.utils import timezone
from games.clubs.services.nights import run_due_nights
run_due_nights(timezone.now())
"""


def found_club(page: Page, title: str) -> str:
    """Create a club that one joins on request. Returns its address."""
    page.goto("/community/")
    page.get_by_role("main").get_by_role("link", name="Clubs").click()
    page.get_by_role("link", name="Create a club").click()
    form = page.get_by_role("form", name="Create a club")
    form.get_by_label("Name of the club").fill(title)
    form.get_by_label("About the club").fill("We play twice a month, beginners are welcome.")
    form.get_by_label("Where it meets").fill("Café Central")
    form.get_by_label("Who may join").select_option(label="Players the directors let in")
    form.get_by_role("button", name="Create club").click()
    page.wait_for_url("**/desk/")
    return page.url.removesuffix("desk/")


def plan_night(page: Page, link: str) -> None:
    page.goto(f"{link}desk/")
    page.get_by_role("link", name="Plan a club night").click()
    form = page.get_by_role("form", name="Plan a club night")
    form.get_by_label("Name of the night").fill("Club night")
    form.get_by_label("Begins at").fill("19:30")
    form.get_by_label("Announce this many days ahead").fill("8")
    form.get_by_label("How rounds are paired").select_option(label="Swiss")
    form.get_by_label("Dictionary").select_option(value="en-open")
    form.get_by_role("button", name="Plan club night").click()
    page.wait_for_url(link)


def say(person: Person, text: str) -> None:
    person.page.get_by_label("Message", exact=True).fill(text)
    person.page.get_by_role("button", name="Send").click()


def enter_night(person: Person, link: str) -> None:
    person.page.goto(link)
    person.page.get_by_role("link", name="Club night").first.click()
    person.page.get_by_role("button", name="Take part").click()
    expect(person.page.get_by_text("You're taking part.")).to_be_visible()


def check(page: Page, path: Path) -> None:
    shoot(page, path)
    assert find_violations(page) == []


def test_a_club_admits_a_member_and_meets(visit: Visit, site: Site, shots_dir: Path) -> None:
    owner = sign_up(visit("", locale="en-GB"), fresh("Club Owner"))
    asker = sign_up(visit("", locale="en-GB"), fresh("Club Asker"))
    title = fresh("River Spellers")
    link = found_club(owner.page, title)
    check(owner.page, shots_dir / "clubs-1-new-desk.png")

    asker.page.goto("/clubs/")
    check(asker.page, shots_dir / "clubs-2-list.png")
    asker.page.get_by_role("link", name=title).click()
    asker.page.get_by_label("Message to the directors").fill("I live next door.")
    check(asker.page, shots_dir / "clubs-3-asking.png")
    asker.page.get_by_role("button", name="Ask to join").click()
    expect(asker.page.get_by_text("You have asked to join.")).to_be_visible()
    expect(asker.page.get_by_role("log")).to_have_count(0)

    owner.page.goto(f"{link}desk/")
    expect(owner.page.get_by_text("I live next door.")).to_be_visible()
    check(owner.page, shots_dir / "clubs-4-request.png")
    owner.page.get_by_role("button", name=f"Let in: {asker.name}").click()
    expect(owner.page.get_by_text("No one is waiting.")).to_be_visible()

    # Members write to each other.
    for person in (asker, owner):
        person.page.goto(link)
    say(owner, "Welcome to the club!")
    lines = asker.page.get_by_role("log")
    expect(lines).to_contain_text("Welcome to the club!")
    say(asker, "Thank you, see you at the next night.")
    expect(owner.page.get_by_role("log")).to_contain_text("see you at the next night")
    check(asker.page, shots_dir / "clubs-5-chat.png")
    lines.get_by_role("button", name=owner.name).click()
    dialog = asker.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Mute").click()
    expect(dialog.get_by_text("You no longer see their messages.")).to_be_visible()
    asker.page.keyboard.press("Escape")
    expect(lines).not_to_contain_text("Welcome to the club!")

    # A night becomes an event, which both enter.
    plan_night(owner.page, link)
    check(owner.page, shots_dir / "clubs-6-planned.png")
    site.run(MAKE_EVENTS)
    enter_night(asker, link)
    enter_night(owner, link)
    expect(owner.page.get_by_role("listitem").filter(has_text=asker.name).first).to_be_visible()
    owner.page.goto(f"{link}desk/")
    check(owner.page, shots_dir / "clubs-7-desk.png")
