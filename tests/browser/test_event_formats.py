"""Events of other formats, played in rooms: tables of three, and a knock-out with a replay."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, Visit, fresh
from tests.browser.director_desk import check, create_event, enter
from tests.browser.test_events import FIVE_MINUTES_LATER, go_to_table, line_of, resign
from tests.browser.test_rated_games import sign_up
from tests.site_processes import Site

HALF_OF_25_MINUTES = 750_000


@pytest.mark.full
def test_a_table_of_three_goes_on_without_the_one_who_is_absent(
    visit: Visit, site: Site, shots_dir: Path
) -> None:
    """The director enters a member, who confirms it from the bell; one player does not come."""
    director, watcher = visit("Director"), visit("", viewport=DESKTOP)
    amber, cobalt = visit("Amber"), visit("Cobalt")
    jade = sign_up(visit("", locale="en-GB"), fresh("Jade Member"))
    page = director.page
    desk = create_event(page, fresh("Three Cup"), seats=3)
    enter(amber, desk)
    enter(cobalt, desk)
    page.get_by_label("Name", exact=True).fill(jade.name)
    desk.press("Add player")
    expect(desk.player(jade.name).first).to_contain_text("awaiting reply")
    check(page, shots_dir / "events-k-awaiting.png")

    jade.page.get_by_role("button", name="Notifications: 1 new").click()
    expect(jade.page.get_by_text("has entered you in")).to_be_visible()
    jade.page.get_by_role("dialog").get_by_role("link", name="Open", exact=True).click()
    expect(jade.page.get_by_text("Will you play?")).to_be_visible()
    check(jade.page, shots_dir / "events-l-asked.png")
    jade.page.get_by_role("button", name="Yes, I'll play").click()
    expect(jade.page.get_by_text("You're taking part.")).to_be_visible()
    expect(desk.player(jade.name).first).not_to_contain_text("awaiting reply")

    desk.press("Pair round 1")
    desk.press("Start round 1")
    watcher.page.goto(desk.link)
    rooms = [go_to_table(person) for person in (amber, jade)]
    site.run(FIVE_MINUTES_LATER.replace("CODE", desk.code))
    for room in rooms:
        room.expect_rack(7)
        expect(room.button("Resign")).to_be_visible()  # the other two play on
    resign(rooms[0])
    points = [line_of(watcher.page, person) for person in (jade, amber, cobalt)]
    for line, wanted in zip(points, ("2", "1", "0"), strict=True):
        expect(line.get_by_role("cell").nth(1)).to_have_text(wanted)
    log = watcher.page.get_by_role("region", name="Log")
    expect(log).to_contain_text(f"{cobalt.name} (absent)")
    check(watcher.page, shots_dir / "events-m-three-seats.png")


@pytest.mark.full
def test_a_drawn_game_of_a_knock_out_is_played_again(visit: Visit, shots_dir: Path) -> None:
    director, watcher = visit("Director"), visit("", viewport=DESKTOP)
    amber, cobalt = visit("Amber"), visit("Cobalt")
    page = director.page
    desk = create_event(page, fresh("Knock-out Cup"), method="Knock-out", rounds=3)
    watcher.page.goto(desk.link)
    enter(amber, desk)
    enter(cobalt, desk)
    desk.press("Pair round 1")
    desk.press("Start round 1")
    rooms = [go_to_table(person) for person in (amber, cobalt)]
    for room in rooms:
        room.expect_rack(7)
    resign(rooms[0])
    expect(desk.table(1).get_by_role("button", name="Correct")).to_be_visible()
    for place in (0, 1):
        desk.table(1).get_by_role("textbox").nth(place).fill("300")
    desk.press("Correct")
    expect(watcher.page.get_by_text("300", exact=True)).to_have_count(2)

    desk.press("Pair round 2")
    check(page, shots_dir / "events-n-replay.png")
    desk.press("Start round 2")
    for person in (amber, cobalt):
        person.page.goto(desk.link)
    rooms = [go_to_table(person) for person in (amber, cobalt)]
    for room in rooms:
        room.expect_rack(7)
    left = rooms[0].read_state()["clock"]["left"]
    assert max(left) == HALF_OF_25_MINUTES
    resign(rooms[0])
    expect(watcher.page.get_by_text("The event is over.")).to_be_visible()
    expect(line_of(watcher.page, cobalt)).to_contain_text("1")
    check(watcher.page, shots_dir / "events-o-knock-out.png")
