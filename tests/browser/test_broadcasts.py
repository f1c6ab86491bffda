"""A game on a real board, followed in other browsers while two people write it down, and events
shown as on television."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.accessibility import find_violations
from tests.browser.conftest import DESKTOP, PHONE, Complaints, Visit, fresh
from tests.browser.director_desk import check, create_event, enter
from tests.screenshots import save_screenshot

TELEVISION = {"width": 1920, "height": 1080}


def begin_game(page: Page, title: str) -> str:
    """Begin to keep score, and return the address for followers."""
    page.goto("/events/")
    page.get_by_role("main").get_by_role("link", name="Games on real boards").click()
    page.get_by_role("link", name="Keep score of a game").click()
    form = page.get_by_role("form", name="Keep score of a game")
    form.get_by_label("Dictionary").select_option(value="en-open")
    form.get_by_label("First player").fill("Moss")
    form.get_by_label("Second player").fill("Wren")
    form.get_by_label("Title").fill(title)
    form.get_by_label("Show it in the list of games").check()
    form.get_by_role("button", name="Start").click()
    page.wait_for_url("**/keep/")
    return page.url.removesuffix("keep/")


def next_move(page: Page) -> Locator:
    return page.get_by_role("form", name=re.compile(r"Move \d"))


def enter_play(page: Page, square: str, tiles: str, direction: str = "Across") -> None:
    form = next_move(page)
    form.get_by_label("First square").fill(square)
    form.get_by_label("Direction").select_option(label=direction)
    form.get_by_label("Tiles", exact=True).fill(tiles)
    form.get_by_role("button", name="Enter move").click()


def score_of(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name=name).locator(".score")


def test_a_game_on_a_real_board_is_followed(
    visit: Visit, complaints: Complaints, shots_dir: Path
) -> None:
    complaints.allow("status of 422|ERR_FAILED")
    keeper, second = visit("Keeper"), visit("Second", viewport=PHONE, has_touch=True)
    follower = visit("", viewport=DESKTOP)
    page = keeper.page
    link = begin_game(page, fresh("Club final"))
    check(page, shots_dir / "broadcasts-1-begun.png")
    follower.page.goto("/live/")
    follower.page.get_by_role("link", name=re.compile("Club final")).first.click()
    follower.page.goto(link)
    expect(follower.page.get_by_text("No moves yet.")).to_be_visible()

    # A press on the board says where the play begins, and another one turns it. The page shows what
    # it scores.
    square = page.locator(".grid > div").nth(7).locator("> div").nth(6)
    form = next_move(page)
    for direction in ("across", "down", "across"):
        square.click()
        expect(form.get_by_label("First square")).to_have_value("G8")
        expect(form.get_by_label("Direction")).to_have_value(direction)
    page.route("**/preview", lambda route: route.abort(), times=1)  # the page asks again
    form.get_by_label("Tiles", exact=True).fill("jack")
    expect(form.get_by_text("34 points")).to_be_visible()
    expect(page.locator("#planned-tiles > b")).to_have_count(4)
    check(page, shots_dir / "broadcasts-2-typed.png")
    form.get_by_role("button", name="Enter move").click()
    expect(score_of(follower.page, "Moss")).to_have_text("34")
    expect(follower.page.locator("#_tiles > b")).to_have_count(4)

    # The second scorekeeper enters the answer on a phone, and the first one sees it.
    page.get_by_text("Links", exact=True).click()
    second.page.goto(page.get_by_label("Link for scorekeepers").input_value())
    second.page.get_by_role("button", name="Keep score").click()
    form.get_by_label("First square").fill("G8")
    form.get_by_label("Tiles", exact=True).fill("jacks")
    points = form.get_by_text(re.compile(r"\d points"))
    expect(points).to_be_visible()
    enter_play(second.page, "I8", "con", "Down")
    expect(score_of(page, "Wren")).to_have_text("6")
    expect(points).to_be_visible()  # what the first one is typing stays
    page.reload()
    expect(next_move(page).get_by_role("heading", name="Move 3")).to_be_visible()
    check(second.page, shots_dir / "broadcasts-3-second.png")

    # An impossible play keeps what was typed; a wrong move is corrected.
    enter_play(page, "A8", "zzz")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(next_move(page).get_by_label("Tiles", exact=True)).to_have_value("zzz")
    enter_play(page, "G8", "jacks")
    expect(score_of(follower.page, "Moss")).to_have_text("52")
    moves = page.get_by_role("region", name="Moves")
    moves.get_by_text("CON").click()
    line = moves.get_by_role("listitem").filter(has_text="CON")
    line.get_by_label("Tiles", exact=True).fill("can")
    check(page, shots_dir / "broadcasts-4-correction.png")
    line.get_by_role("button", name="Correct").click()
    expect(follower.page.get_by_text("CAN").first).to_be_visible()
    check(follower.page, shots_dir / "broadcasts-5-followed.png")

    page.get_by_text("End the game", exact=True).first.click()
    page.get_by_role("group", name="Wren").get_by_label("Tiles left").fill("qi")
    check(page, shots_dir / "broadcasts-6-end.png")
    page.get_by_role("button", name="End the game").click()
    review = follower.page.get_by_role("link", name="Review game")
    expect(review).to_be_visible()
    check(follower.page, shots_dir / "broadcasts-7-over.png")
    review.click()
    expect(follower.page.get_by_role("heading", name=re.compile("Club final"))).to_be_visible()
    expect(follower.page.get_by_role("link", name="GCG")).to_be_visible()


@pytest.mark.full
def test_a_deleted_game_is_not_followed_any_more(visit: Visit, complaints: Complaints) -> None:
    complaints.allow("status of 404")
    keeper, follower = visit("Keeper"), visit("", viewport=DESKTOP)
    follower.page.goto(begin_game(keeper.page, fresh("Deleted final")))
    expect(follower.page.get_by_text("No moves yet.")).to_be_visible()
    keeper.page.get_by_text("Links", exact=True).click()
    keeper.page.get_by_role("button", name="Delete game").click()
    keeper.page.get_by_role("dialog").get_by_role("button", name="Delete game").click()
    keeper.page.wait_for_url("**/live/")
    follower.page.evaluate("dispatchEvent(new Event('online'))")  # the page connects again
    expect(follower.page.get_by_text("No moves yet.")).to_have_count(0)
    expect(follower.page.get_by_role("link", name="Play", exact=True).first).to_be_visible()


@pytest.mark.full
def test_an_event_is_shown_like_on_television(visit: Visit, shots_dir: Path) -> None:
    director, television = visit("Director"), visit("", viewport=TELEVISION)
    people = [visit(name) for name in ("Amber", "Cobalt", "Jade", "Rust")]
    desk = create_event(director.page, fresh("Live Cup"))
    for person in people:
        enter(person, desk)
    director.page.reload()
    desk.press("Pair round 1")
    desk.press("Start round 1")
    screen = television.page
    screen.goto(desk.link)
    screen.get_by_role("link", name="Watch several tables at once").click()
    frames = screen.locator(".broadcast-boards iframe")
    expect(frames).to_have_count(2)
    for number in range(2):
        board = frames.nth(number).content_frame
        expect(board.locator(".grid")).to_be_visible()
        expect(board.locator(".screen-seat")).to_have_count(2)
        expect(board.get_by_role("link", name="Tileroom")).to_be_visible()
    save_screenshot(screen, shots_dir / "broadcasts-8-television.png")
    assert find_violations(screen) == []

    # One board, chosen by hand.
    screen.get_by_role("button", name="1", exact=True).click()
    expect(frames).to_have_count(1)
    expect(screen).to_have_url(re.compile(r"boards=1"))
    chosen = screen.locator("[data-frame]").filter(has_not=screen.locator("[aria-pressed=true]"))
    other = chosen.and_(screen.locator("[aria-pressed=false]"))
    other.click()
    expect(frames).to_have_count(1)
    expect(screen.get_by_label("Most exciting games")).not_to_be_checked()
    save_screenshot(screen, shots_dir / "broadcasts-9-one-board.png")

    screen.set_viewport_size({"width": 390, "height": 844})
    save_screenshot(screen, shots_dir / "broadcasts-a-phone.png", full_page=True)
    screen.set_viewport_size({"width": 1280, "height": 720})
    address = screen.locator("[data-frame]").first.get_attribute("data-frame")
    assert address
    screen.goto(address)
    save_screenshot(screen, shots_dir / "broadcasts-b-embed.png")
    screen.goto(address.replace("embed", "stream"))
    background = "() => getComputedStyle(document.body).backgroundColor"
    assert screen.evaluate(background) == "rgba(0, 0, 0, 0)"
    save_screenshot(screen, shots_dir / "broadcasts-c-stream.png")
    screen.goto(f"{desk.link}stream/")
    expect(frames).to_have_count(1)
    assert screen.evaluate(background) == "rgba(0, 0, 0, 0)"
