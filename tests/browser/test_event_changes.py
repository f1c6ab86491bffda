"""A director changes an event, and pages that are open show it."""

from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import PHONE, Complaints, Visit, fresh
from tests.browser.director_desk import check, create_event, enter


@pytest.mark.full
def test_a_director_changes_an_event(visit: Visit, complaints: Complaints, shots_dir: Path) -> None:
    """Details, announcements and rounds to come reach pages that are open."""
    complaints.allow("ERR_FAILED")
    director, player = visit("Director", viewport=PHONE, has_touch=True), visit("Amber")
    page = director.page
    desk = create_event(page, fresh("Spring Cup"), on_boards=True, rounds=3)
    enter(player, desk)
    for name in ("Moss", "Fern", "Wren"):
        page.get_by_label("Name", exact=True).fill(name)
        desk.press("Add player")
        expect(desk.player(name).first).to_be_visible()
    page.get_by_text("Name, times and entry").click()
    title = fresh("Summer Cup")
    page.get_by_label("Name of the event").fill(title)
    page.get_by_label("What players should know").fill("Bring your own board.")
    page.get_by_label("Who may enter").select_option(label="Anyone with the link (unlisted)")
    check(page, shots_dir / "events-i-details.png")
    page.get_by_role("group").filter(has_text="Name, times and entry").get_by_role(
        "button", name="Save"
    ).click()
    expect(player.page.get_by_role("heading", name=title)).to_be_visible()
    expect(player.page.get_by_text("Bring your own board.")).to_be_visible()

    # An announcement reaches a player who is somewhere else on the site.
    player.page.goto("/learn/")
    page.get_by_label("Tell everyone").fill("Round 1 starts at eight.")
    desk.press("Announce")
    bell = player.page.get_by_role("button", name="Notifications: 1 new")
    expect(bell).to_be_visible()
    bell.click()
    expect(player.page.get_by_text("Round 1 starts at eight.")).to_be_visible()

    page.get_by_text("How the next rounds are paired").click()
    for number in (1, 2, 3):
        page.get_by_role("combobox", name=f"Round {number}").select_option(label="Round robin")
    page.get_by_role("group").get_by_role("button", name="Save", exact=True).last.click()
    player.page.goto(f"{desk.link}rounds/")
    expect(
        player.page.get_by_text("Will be paired once the earlier results are in.").first
    ).to_be_visible()
    desk.press("Pair round 1")
    coming = player.page.get_by_role("region", name="Round 3")
    expect(coming.get_by_role("listitem")).to_have_count(2)
    check(player.page, shots_dir / "events-j-rounds.png")
    player.page.goto(desk.link)
    tries: list[str] = []

    def fail_once(route: Route) -> None:
        tries.append(route.request.url)
        route.abort() if len(tries) == 1 else route.continue_()

    player.page.route("**/own", fail_once)
    desk.press("Start round 1")
    expect(player.page.get_by_role("heading", name="Your game")).to_be_visible()
    assert len(tries) > 1
    player.page.goto(f"{desk.link}rounds/1/")
    for field, score in ((0, "402"), (1, "317")):
        desk.table(1).get_by_role("textbox").nth(field).fill(score)
    desk.press("Enter result")
    expect(player.page.get_by_text("402", exact=True)).to_be_visible()
