"""A director and three players: late entry, absence, a corrected result, a bye, a withdrawal."""

import re
from pathlib import Path
from zipfile import ZipFile

from playwright.sync_api import Locator, Page, expect

from tests.accessibility import find_violations
from tests.browser.conftest import DESKTOP, PHONE, Person, Visit, fresh
from tests.browser.director_desk import DeskPage, check, create_event, enter
from tests.browser.page_driver import RoomPage
from tests.screenshots import save_screenshot
from tests.site_processes import Site

POINTS_CELL = 1
"""Which cell of the standings has the points."""

FIVE_MINUTES_LATER = """
from datetime import timedelta
from games.events.models import EventRound
for one in EventRound.objects.filter(event__code="CODE", stage="started"):
    earlier = one.started_at - timedelta(minutes=5)
    EventRound.objects.filter(pk=one.pk).update(started_at=earlier, due_at=earlier)
"""


def points_of(page: Page, desk: DeskPage, person: Person) -> str:
    """Return the points of a person in the standings."""
    page.goto(desk.link)
    return line_of(page, person).get_by_role("cell").nth(POINTS_CELL).inner_text()


def go_to_table(person: Person) -> RoomPage:
    person.page.get_by_role("link", name="Go to your table").click()
    person.page.wait_for_url("**/r/**")
    return RoomPage(person.page)


def resign(room: RoomPage) -> None:
    room.button("Resign").click()
    expect(room.button("Resign game")).to_be_visible()
    expect(room.button("Abort game")).to_have_count(0)
    room.button("Resign game").click()
    expect(room.result).to_be_visible()


def line_of(page: Page, person: Person) -> Locator:
    """Return the line of the standings about a person."""
    return page.get_by_role("row").filter(has_text=person.name)


def test_a_director_and_three_players(visit: Visit, site: Site, shots_dir: Path) -> None:
    director, watcher = visit("Director"), visit("", viewport=DESKTOP)
    amber, cobalt, jade = visit("Amber"), visit("Cobalt"), visit("Jade")
    page = director.page
    desk = create_event(page, fresh("Autumn Cup"))
    watcher.page.goto(desk.link)
    expect(watcher.page.get_by_text("No one has entered yet.")).to_be_visible()
    check(watcher.page, shots_dir / "events-1-empty.png")
    enter(amber, desk)
    enter(cobalt, desk)
    expect(watcher.page.get_by_role("listitem").filter(has_text=cobalt.name).first).to_be_visible()
    expect(desk.player(cobalt.name).first).to_be_visible()  # without loading the desk again
    check(amber.page, shots_dir / "events-2-entered.png")
    check(page, shots_dir / "events-3-desk.png")

    desk.press("Pair round 1")
    check(page, shots_dir / "events-4-paired.png")
    expect(amber.page.get_by_role("heading", name="Your next game")).to_be_visible()
    desk.press("Start round 1")
    room = go_to_table(amber)
    expect(amber.page.get_by_role("heading", name="The game starts soon")).to_be_visible()
    check(amber.page, shots_dir / "events-5-room.png")
    check(page, shots_dir / "events-6-desk-started.png")
    desk.press("Pair round 2")
    refused = page.get_by_text("These players have no result yet")
    expect(refused).to_contain_text(cobalt.name)

    # Cobalt does not come, and loses after five minutes.
    site.run(FIVE_MINUTES_LATER.replace("CODE", desk.code))
    expect(room.result).to_be_visible()
    expect(line_of(watcher.page, amber)).to_contain_text("50")
    expect(line_of(watcher.page, cobalt)).to_contain_text("−50")
    room.result.get_by_role("link", name="Back to the standings").click()

    # Jade comes late, so that someone has a bye.
    enter(jade, desk)
    expect(page.get_by_role("button", name="Pair round 2")).to_be_visible()
    page.reload()
    desk.press("Pair round 2")
    expect(page.get_by_text("Bye:")).to_be_visible()
    desk.press("Start round 2")
    bye = next(one for one in (amber, cobalt, jade) if has_bye(one, desk))
    playing = [one for one in (amber, cobalt, jade) if one is not bye]
    rooms = [go_to_table(one) for one in playing]
    for one in rooms:
        one.expect_rack(7)
    resign(rooms[0])
    loser, winner = playing
    check(watcher.page, shots_dir / "events-7-second-round.png")
    expect(desk.table(1).get_by_role("button", name="Correct")).to_be_visible()
    fields = desk.table(1).get_by_role("textbox")
    for field, score in ((0, "301"), (1, "300")):
        fields.nth(field).fill(score)
    check(page, shots_dir / "events-8-correct.png")
    desk.press("Correct")
    expect(watcher.page.get_by_text("301", exact=True)).to_be_visible()

    # Cobalt withdraws, and the first two of the standings meet.
    cobalt.page.goto(desk.link)
    cobalt.page.get_by_role("button", name="Withdraw").click()
    expect(cobalt.page.get_by_role("button", name="Take part")).to_be_visible()
    expect(line_of(watcher.page, cobalt)).to_contain_text("withdrawn")
    page.get_by_text("How the next rounds are paired").click()
    page.get_by_role("combobox", name="Round 3").select_option(label="King of the hill")
    page.get_by_role("group").get_by_role("button", name="Save", exact=True).last.click()
    desk.press("Pair round 3")
    desk.table(1).locator("xpath=..").get_by_text("Why?").click()
    expect(page.get_by_text("Places 1 and 2 meet.")).to_be_visible()
    desk.press("Start round 3")
    results = visit("", viewport=DESKTOP).page
    results.goto(f"{desk.link}cross-table/")
    for person in (amber, jade):
        person.page.goto(desk.link)
    rooms = [go_to_table(one) for one in (amber, jade)]
    for one in rooms:
        one.expect_rack(7)
    resign(rooms[0])
    expect(watcher.page.get_by_text("The event is over.")).to_be_visible()
    expect(line_of(results, jade).get_by_text("0–0")).to_be_visible()  # without loading it again
    check(watcher.page, shots_dir / "events-9-over.png")
    check(page, shots_dir / "events-a-desk-over.png")
    watcher.page.get_by_role("link", name="All results").click()
    check(watcher.page, shots_dir / "events-b-cross-table.png")
    watcher.page.goto("/events/")
    check(watcher.page, shots_dir / "events-c-list.png")
    page.goto("/events/new/")
    check(page, shots_dir / "events-d-form.png")
    assert loser.name != winner.name

    # The event goes on somewhere else: as a file that opens another one.
    page.goto(f"{desk.link}cross-table/")
    with page.expect_download() as download:
        page.get_by_role("link", name="tsh", exact=True).click()
    division = ZipFile(download.value.path()).read("a.t").decode()
    again = create_event(page, fresh("Second Half"), on_boards=True, rounds=5, division=division)
    page.goto(again.link)
    expect(page.get_by_text("Round 3 of 5 is finished.")).to_be_visible()
    for person in (amber, cobalt, jade):
        points = points_of(watcher.page, desk, person)
        expect(line_of(page, person).get_by_role("cell").nth(POINTS_CELL)).to_have_text(points)


def test_a_club_plays_on_real_boards(visit: Visit, shots_dir: Path) -> None:
    """The director and the players have phones: names, results by both, and what is printed."""
    director = visit("Director", viewport=PHONE, has_touch=True)
    page = director.page
    desk = create_event(page, fresh("Club Night"), on_boards=True, rounds=2)
    for name in ("Moss", "Fern", "Wren"):
        page.get_by_label("Name", exact=True).fill(name)
        desk.press("Add player")
        expect(desk.player(name).first).to_be_visible()
    player = visit("Umber", viewport=PHONE)
    enter(player, desk)
    page.reload()
    desk.press("Pair round 1")
    page.get_by_role("link", name="Score slips").click()
    expect(page.get_by_role("heading", name="Table 2")).to_be_visible()
    page.emulate_media(media="print")
    save_screenshot(page, shots_dir / "events-e-slips.png", full_page=True)
    page.emulate_media(media="screen")
    page.go_back()
    page.get_by_role("link", name="Pairings to print").click()
    page.emulate_media(media="print")
    expect(page.get_by_role("navigation").first).to_be_hidden()
    save_screenshot(page, shots_dir / "events-f-pairings.png", full_page=True)
    page.emulate_media(media="screen")
    page.go_back()
    desk.press("Start round 1")

    own = player.page.get_by_role("region", name="Your game")
    mine = 1 if "Table 1" in own.inner_text() else 2
    scores = own.get_by_role("textbox")
    scores.nth(0).fill("401")
    scores.nth(1).fill("-5")
    save_screenshot(player.page, shots_dir / "events-g-result.png", full_page=True)
    assert find_violations(player.page) == []
    own.get_by_role("button", name="Enter result").click()
    expect(player.page.get_by_text("401", exact=True).first).to_be_visible()
    expect(player.page.get_by_text("−5", exact=True).first).to_be_visible()

    expect(desk.table(mine).get_by_role("button", name="Correct")).to_be_visible()
    desk.table(3 - mine).get_by_label("absent").first.check()
    desk.table(3 - mine).get_by_role("button", name="Enter result").click()
    expect(page.get_by_text("Round 1 of 2 is finished.")).to_be_visible()
    save_screenshot(page, shots_dir / "events-h-desk.png", full_page=True)
    desk.press("Undo")
    expect(page.get_by_text("Round 1 of 2 is being played.")).to_be_visible()
    assert find_violations(page) == []


def has_bye(person: Person, desk: DeskPage) -> bool:
    person.page.goto(desk.link)
    own = person.page.get_by_text(re.compile("You have a bye|Go to your table"))
    expect(own).to_be_visible()
    return "bye" in own.inner_text()
