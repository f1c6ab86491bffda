"""A television shows the table to everyone, while three phones play."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.accessibility import find_violations
from tests.browser.conftest import Complaints, Visit
from tests.browser.http_actions import CLOCK_25
from tests.browser.keys import Keys
from tests.browser.lost_connections import NETWORK
from tests.browser.planned_games import Plan
from tests.screenshots import save_screenshot

TELEVISION = {"viewport": {"width": 1920, "height": 1080}}
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
FURTHER = ["Show it elsewhere", "Back to the room"]
LEGIBLE = 40
"""Least size in pixels of what is read from three metres away on a screen of 1080 lines."""

SIZES = """() => {
    const one = (selector) => document.querySelector(selector);
    const size = (selector) => parseFloat(getComputedStyle(one(selector)).fontSize);
    const square = one(".grid > div > div").offsetHeight;
    return { square, score: size(".screen-seat .score"), clock: size(".clock time") };
}"""
PARTS = ".table-screen :is(section, header, .board, .bag)"
OVERFLOWING = """parts => parts
    .filter((element) => {
        const { right, bottom, width } = element.getBoundingClientRect();
        return width && (right > innerWidth + 1 || bottom > innerHeight + 1);
    })
    .map((element) => element.className || element.id)"""


SCORES = """groups => groups.map(
    (group) => [group.ariaLabel, Number(group.querySelector(".score").textContent)]
)"""


def scores_on(screen: Page) -> dict[str, int]:
    groups = screen.get_by_role("region", name="Scores").get_by_role("group")
    return dict(groups.evaluate_all(SCORES))


def test_a_television_shows_the_game_of_three_phones(
    visit: Visit, complaints: Complaints, shots_dir: Path
) -> None:
    complaints.allow(NETWORK)
    plan = Plan("A television shows the game of three phones", seats=3)
    people = [visit(name, **PHONE) for name in ("Amber", "Cobalt", "Jade")]
    host = people[0].make_room(plan.title, seats="3", **CLOCK_25)
    link = host.link
    television = visit("", **TELEVISION)
    watching = television.open(link)
    host.button("Room menu").click()
    menu = host.dialog("Room menu")
    expect(menu.get_by_role("link", name="Show on a big screen")).to_be_visible()
    menu.get_by_role("button", name="Close").click()
    watching.button("Room menu").click()
    watching.dialog("Room menu").get_by_role("link", name="Show on a big screen").click()
    screen = television.page
    expect(screen).to_have_url(f"{link}table/")

    # Whoever comes in scans the code; it goes once everyone is there.
    joining = screen.get_by_role("region", name="Scan to join")
    expect(joining.get_by_role("img", name="QR code of the link")).to_be_visible()
    expect(joining).to_contain_text(re.sub(r"^http://|/$", "", link))
    scores = screen.get_by_role("region", name="Scores")
    expect(scores.get_by_role("group", name="Open seat")).to_have_count(2)
    save_screenshot(screen, shots_dir / "television-1-waiting.png")
    pages = [host, *(one.open(f"{link}rack/") for one in people[1:])]
    for number, page in enumerate(pages[1:], 1):
        page.sit()
        expect(scores.get_by_role("group", name=people[number].name)).to_be_visible()
        expect(page.page).to_have_url(f"{link}rack/")
    expect(joining).to_be_hidden()
    host.start()
    host.button("Room menu").click()
    host.dialog("Room menu").get_by_role("link", name="Show only my rack").click()
    host.expect_rack(7)

    # A move is on the screen at once: the tiles, the points, the words and whose turn it is.
    for _ in range(2):
        mover, play = pages[plan.mover], plan.find_play(most=6)
        who = people[plan.mover].name
        expect(mover.page.locator("#turn-banner")).to_have_text("Your turn")
        for other in pages:
            if other is not mover:
                expect(other.page.locator("#turn-banner")).to_have_text(f"{who}'s turn")
        mover.do(play)
        plan.do(play)
        expect(screen.get_by_role("region", name="Last move")).to_contain_text(f"{who} played")
        expect(scores.locator(".to-move")).to_have_accessible_name(people[plan.mover].name)
        assert scores_on(screen) == {
            one.name: plan.state.seats[number].score for number, one in enumerate(people)
        }
        expect(screen.locator("#_tiles > b")).to_have_count(len(plan.state.board))
        expect(screen.get_by_text(re.compile(r"tiles left"))).to_contain_text(
            str(len(plan.state.bag))
        )
    sizes = screen.evaluate(SIZES)
    assert sizes["square"] >= LEGIBLE
    assert sizes["score"] >= LEGIBLE
    assert sizes["clock"] >= 0.7 * LEGIBLE
    expect(screen.locator(".clock.running")).to_have_count(1)

    for shown in (screen, pages[plan.mover].page, pages[plan.mover - 1].page):
        assert find_violations(shown) == []

    # Nobody's tiles are on it, and nothing to press but two ways to leave it.
    assert json.loads(screen.locator("#_state").text_content() or "")["rack"] is None
    expect(screen.get_by_role("listbox")).to_have_count(0)
    assert screen.locator("main :is(a, button):visible").evaluate_all(
        "all => all.map(one => one.ariaLabel)"
    ) in (["Full screen", *FURTHER], FURTHER)
    for width, height in ((1920, 1080), (1280, 720), (768, 1024)):
        screen.set_viewport_size({"width": width, "height": height})
        screen.wait_for_function("width => innerWidth === width", arg=width)
        assert screen.locator(PARTS).evaluate_all(OVERFLOWING) == []
        save_screenshot(screen, shots_dir / f"television-2-{width}.png")

    # The phones have no scores, clocks or chat, and keep what lies on the board while they sleep.
    for page in pages:
        hidden = page.page.locator(".scores, #clocks, #chat, .chat-button, #sheet-body")
        expect(hidden.filter(visible=True)).to_have_count(0)
    sleeper, play = pages[plan.mover], plan.find_play(most=6)
    sleeper.lay(play)
    laid = sleeper.page.locator("#tentative-tiles > *")
    count = len(list(play.placed()))
    expect(laid).to_have_count(count)
    save_screenshot(sleeper.page, shots_dir / "phone-1-mine.png")
    save_screenshot(pages[plan.mover - 1].page, shots_dir / "phone-2-others.png")
    sleeper.page.reload()
    expect(laid).to_have_count(count)

    # What is pressed on a phone without a connection is sent as soon as it has one.
    sleeper.page.context.set_offline(True)
    expect(sleeper.page.get_by_text("Connection lost. Reconnecting…")).to_be_visible()
    sleeper.button("Play").click()
    expect(sleeper.last_move).to_contain_text("Not sent yet")
    save_screenshot(sleeper.page, shots_dir / "phone-3-offline.png")
    sleeper.page.context.set_offline(False)
    plan.do(play)
    expect(screen.locator("#_tiles > b")).to_have_count(len(plan.state.board))
    expect(sleeper.last_move).not_to_contain_text("Not sent yet")

    # A rack works by keys as the room's page does.
    play = plan.find_play(most=6)
    Keys(pages[plan.mover].page).do(play)
    plan.do(play)
    expect(screen.locator("#_tiles > b")).to_have_count(len(plan.state.board))

    # A line that is lost is said so, and what was missed comes with its return.
    screen.context.set_offline(True)
    expect(screen.get_by_text("Connection lost. Reconnecting…")).to_be_visible()
    mover, play = pages[plan.mover], plan.find_play(most=6)
    mover.do(play)
    plan.do(play)
    expect(pages[plan.mover].last_move).to_contain_text("Your turn.")
    screen.context.set_offline(False)
    expect(screen.locator("#_tiles > b")).to_have_count(len(plan.state.board))
    expect(screen.get_by_text("Connection lost. Reconnecting…")).to_be_hidden()

    # A challenge and the winner are announced.
    pages[plan.mover].button("Challenge").click()
    asked = pages[plan.mover].dialog("Challenge the last play?")
    asked.get_by_role("button", name="Challenge", exact=True).click()
    expect(screen.get_by_role("region", name="Challenge")).to_contain_text("is valid")
    screen.emulate_media(color_scheme="dark")
    save_screenshot(screen, shots_dir / "television-3-challenge.png")
    for page in pages[1:]:
        page.button("Resign").click()
        page.button("Resign game").click()
    expect(screen.get_by_role("region", name="Result")).to_contain_text(people[0].name)
    assert find_violations(screen) == []
    save_screenshot(screen, shots_dir / "television-4-result.png")
    save_screenshot(host.page, shots_dir / "phone-4-over.png")
    screen.get_by_role("link", name="Back to the room").click()
    expect(screen).to_have_url(link)
