"""Duplicate games in real browsers: a turn of eight, late entry, keys alone, a phone, reloads."""

import re

import pytest
from playwright.sync_api import expect

from games.play.perspective.places import describe_place
from tests.accessibility import check_accessible
from tests.browser.conftest import DESKTOP, PHONE, Complaints, Visit, fresh
from tests.browser.duplicate_table import (
    LAST_SECOND,
    LAST_SECONDS,
    TEN_SECONDS,
    WITHOUT_SOCKET,
    DuplicatePage,
    DuplicateTable,
    find_phony,
    seat_duplicate,
)
from tests.browser.gestures import Finger, middle_of
from tests.browser.keys import Keys
from tests.browser.lost_connections import NETWORK
from tests.browser.test_phone import expect_none, faults, turn_screen
from tests.shown_texts import ShownTexts
from tests.site_processes import Site

SMALL = {"width": 480, "height": 640}
NAMES = ("Amber", "Cobalt", "Jade", "Rust", "Ochre", "Slate", "Fern")


@pytest.mark.realtime
def test_eight_people_play_the_same_rack(visit: Visit, site: Site) -> None:
    """One finds the best play alone, two tie, one plays a phony, one reloads, one comes late."""
    people = [visit(name, viewport=SMALL) for name in NAMES]
    table = seat_duplicate(site, people, fresh("Eight"))
    plays = table.list_plays()
    best, lowest = plays[0], plays[-1]
    second = next(one for one in plays if lowest.score < one.score < best.score)
    amber, cobalt, jade, rust, ochre, *others = table.pages
    amber.send(lowest)
    amber.button("Recall").click()
    amber.send(best)
    for page in (cobalt, jade):
        page.send(second)
    phony = find_phony(rust.read_rack(), plays)
    rust.lay(phony.play)
    rust.button("Send").click()
    expect(rust.own).to_contain_text(f"Sent: {phony.word}")
    for page in others:
        expect(page.page.locator("main")).not_to_contain_text("Sent:")
    ochre.send(lowest)
    table.hurry(8)
    ochre.page.wait_for_function(LAST_SECOND)
    ochre.page.reload()
    for page in table.pages:
        page.expect_phase("pause")
    shown = f"Best play: {best.word} {describe_place(best.position)}"
    for page in table.pages:
        expect(page.result).to_contain_text(shown)
        expect(page.result).to_contain_text(f"Only {people[0].name} found it.")
    expect(amber.result).to_contain_text("You found the best score!")
    behind = best.score - second.score
    expect(jade.result).to_contain_text(f"{second.score} points: {behind} behind.")
    expect(rust.result).to_contain_text(f"Yours: {phony.word}, no points.")
    expect(ochre.result).to_contain_text(f"Yours: {lowest.word}, {lowest.score} point")
    expect(others[0].result).to_contain_text("You sent no play.")
    expect(amber.standings).to_have_count(len(NAMES))
    first = ["1", people[0].name, str(best.score), "100%", "0"]
    expect(amber.find_line(people[0].name).locator("td, th")).to_have_text(first)
    for person in people[1:3]:  # they tie
        expect(amber.find_line(person.name).locator("td").first).to_have_text("2")
    table.pages.append(come_late(visit, table))
    table.begin_turn()
    table.pages[-1].send(table.list_plays()[0])
    table.end_turn()
    expect(table.pages[-1].result).to_contain_text("You found the best score!")
    expect(amber.standings).to_have_count(len(NAMES) + 1)


def test_plays_and_own_results_need_no_requests(visit: Visit, site: Site) -> None:
    people = [visit("Amber"), visit("Cobalt")]
    table = seat_duplicate(site, people, fresh("Socket"))
    best = table.list_plays()[0]
    asked: list[str] = []
    for person in people:
        person.page.on("request", lambda request: asked.append(request.url))
    table.pages[0].send(best)
    table.end_turn()
    expect(table.pages[0].result).to_contain_text("You found the best score!")
    expect(table.pages[1].result).to_contain_text("You sent no play.")
    table.begin_turn()
    expect(table.pages[1].own).to_contain_text("Nothing sent yet")
    assert not [url for url in asked if url.endswith(("/submit", "/own"))]


def come_late(visit: Visit, table: DuplicateTable) -> DuplicatePage:
    """Enter a running game as someone who has never been on the site."""
    late = visit("", viewport=SMALL)
    page = DuplicatePage(late.page, table.path)
    late.page.get_by_role("textbox", name="Your name").fill(fresh("Umber"))
    page.button("Join").click()
    expect(page.result).to_contain_text("You join in from the next turn.")
    return page


def test_a_reload_keeps_tiles_and_what_was_sent(visit: Visit, site: Site) -> None:
    amber = visit("Amber")
    table = seat_duplicate(site, [amber], fresh("Reload"))
    best, *_, lowest = table.list_plays()
    page, laid = table.pages[0], amber.page.locator("#tentative-tiles > b")
    page.lay(lowest.play)
    expect(page.own).to_contain_text("Nothing sent yet")
    amber.page.reload()
    expect(laid).to_have_count(len(lowest.tiles))
    page.button("Send").click()
    expect(page.own).to_contain_text("Sent:")
    amber.page.reload()
    expect(page.own).to_contain_text(f"Sent: {lowest.word}")
    expect(laid).to_have_count(len(lowest.tiles))
    page.button("Take it back").click()
    expect(page.own).to_contain_text("Nothing sent yet")
    page.button("Recall").click()
    page.send(best)
    page.button("I'm done").click()  # the only one there is
    page.expect_phase("pause")
    amber.page.reload()
    expect(page.result).to_contain_text("You found the best score!")
    table.begin_turn()
    expect(laid).to_have_count(0)


def test_a_play_that_could_not_be_sent_survives_a_reload(
    visit: Visit, site: Site, complaints: Complaints
) -> None:
    complaints.allow(NETWORK)
    amber = visit("Amber")
    table = seat_duplicate(site, [amber], fresh("Tunnel"))
    best = table.list_plays()[0]
    page = table.pages[0]
    amber.page.evaluate(WITHOUT_SOCKET)
    amber.page.route("**/submit", lambda route: route.abort())
    page.lay(best.play)
    page.button("Send").click()
    expect(amber.page.locator("#_message")).to_contain_text("Not sent yet")
    expect(page.own).to_contain_text("Nothing sent yet")
    amber.page.unroute("**/submit")
    amber.page.reload()
    expect(page.own).to_contain_text(f"Sent: {best.word}")


@pytest.mark.realtime
def test_tiles_on_the_board_are_sent_in_the_last_moment(visit: Visit, site: Site) -> None:
    """It is for players who have sent nothing: a play that was sent is not replaced."""
    amber, cobalt = visit("Amber"), visit("Cobalt")
    table = seat_duplicate(site, [amber, cobalt], fresh("Last moment"))
    best, *_, lowest = table.list_plays()
    page, other = table.pages
    announced = ShownTexts(amber.page, "#announcer")
    page.lay(best.play)
    other.send(lowest)
    other.button("Recall").click()
    other.lay(best.play)
    table.hurry(16)
    amber.page.wait_for_function(TEN_SECONDS)
    announced.expect("10 seconds left")
    amber.page.wait_for_function(LAST_SECONDS)
    amber.page.reload()
    for one in table.pages:
        one.expect_phase("pause")
    expect(page.result).to_contain_text("You found the best score!")
    expect(other.result).to_contain_text(f"Yours: {lowest.word}, {lowest.score} point")


@pytest.mark.realtime
def test_the_last_half_minute_of_a_turn_is_announced_once(visit: Visit, site: Site) -> None:
    amber = visit("Amber")
    table = seat_duplicate(site, [amber], fresh("Half a minute"))
    announced = ShownTexts(amber.page, "#announcer")
    table.hurry(34)
    announced.expect("30 seconds left")
    amber.page.reload()
    table.pages[0].expect_phase("playing")
    expect(amber.page.locator("#turn-clock time")).to_have_text(re.compile("0:2|0:1"))
    assert not announced.was_shown("30 seconds left"), "the page that comes later repeats nothing"


def test_a_game_by_keys_alone(visit: Visit, site: Site) -> None:
    amber = visit("Amber")
    keys = Keys(amber.page)
    amber.page.goto("/")
    keys.press(amber.page.get_by_role("link", name="Duplicate"))
    expect(amber.page.get_by_role("heading", name="Start a duplicate game")).to_be_visible()
    check_accessible(amber.page)
    keys.press(amber.page.get_by_role("button", name="Create game"))
    page = DuplicatePage(amber.page)
    check_accessible(amber.page)
    keys.press(page.button("Start the game"))
    page.expect_rack(7)
    log = amber.page.get_by_role("log")
    expect(log).to_contain_text("Turn 1 Rack:")
    code = page.link.strip("/").split("/")[-1]
    table = DuplicateTable(site, code, [amber], [page])
    plays = table.list_plays()
    opening = next(one for one in plays if one.position == "8H" and one.tiles.isupper())
    keys.reach(page.square("H8"))
    amber.page.keyboard.type(opening.tiles)
    expect(amber.page.locator("#_preview")).to_contain_text(opening.tiles)
    amber.page.keyboard.press("Enter")
    expect(log).to_contain_text(f"Sent: {opening.tiles}, {opening.score} point")
    check_accessible(amber.page)
    keys.press(page.button("I'm done"))
    page.expect_phase("pause")
    expect(log).to_contain_text(f"Best play: {plays[0].word} {describe_place(plays[0].position)}")
    expect(log).to_contain_text(f"Yours: {opening.tiles}")
    check_accessible(amber.page)
    table.wait_until_ready()
    keys.press(page.button("Next turn now"))
    expect(log).to_contain_text("Turn 2 Rack:")


@pytest.mark.sampled((320, 568), (844, 390))
@pytest.mark.parametrize("size", [(390, 844), (320, 568), (844, 390)])
def test_a_phone_shows_everything_of_a_turn(
    visit: Visit, site: Site, size: tuple[int, int]
) -> None:
    amber = visit("Amber", viewport=PHONE, has_touch=True, is_mobile=True)
    table = seat_duplicate(site, [amber], fresh("Phone"))
    page = table.pages[0]
    turn_screen(amber.page, size)
    parts = [page.board, page.rack, page.own, amber.page.locator("#turn-clock")]
    parts += [page.button(name) for name in ("Send", "Shuffle", "I'm done")]
    expect_none(lambda: faults(page, parts), size)
    finger = Finger(amber.page)
    opening = next(one for one in table.list_plays() if one.tiles.isupper())
    for square, letter in opening.play.placed():
        finger.tap(middle_of(page.option(letter.face)))
        finger.tap(middle_of(page.square(square)))
    finger.tap(middle_of(page.button("Send")))
    expect(page.own).to_contain_text(f"Sent: {opening.tiles}")
    expect_none(lambda: faults(page, [page.own, page.button("Take it back")]), size)
    before = page.board.bounding_box()
    table.end_turn()
    expect(page.result).to_contain_text("Yours:")
    expect_none(lambda: faults(page, [page.board, page.result]), size)
    assert page.board.bounding_box() == before


def test_a_spectator_watches_and_joins(visit: Visit, site: Site) -> None:
    amber, guest = visit("Amber"), visit("", viewport=DESKTOP)
    table = seat_duplicate(site, [amber], fresh("Watched"))
    best = table.list_plays()[0]
    watching = DuplicatePage(guest.page, table.path)
    watching.expect_rack(7)
    watching.lay(best.play)
    expect(guest.page.locator("#_preview")).to_contain_text(best.word.upper())
    expect(watching.button("Send")).to_have_attribute("aria-disabled", "true")
    table.pages[0].send(best)
    expect(guest.page.locator("main")).not_to_contain_text("Sent:")
    check_accessible(guest.page)
    watching.button("Join").click()
    expect(watching.own).to_contain_text("Nothing sent yet")
    expect(guest.page.locator("#tentative-tiles > b")).to_have_count(len(best.tiles))
    watching.button("Send").click()
    expect(watching.own).to_contain_text(f"Sent: {best.word}")
    table.end_turn()
    expect(watching.result).to_contain_text("2 of 2 found it.")


def test_the_end_leads_to_the_review_and_the_next_game(
    visit: Visit, site: Site, complaints: Complaints
) -> None:
    people = [visit("Amber"), visit("Cobalt")]
    table = seat_duplicate(site, people, fresh("End"))
    amber, cobalt = table.pages
    best = table.list_plays()[0]
    amber.send(best)
    table.end_turn()
    table.end()
    final = amber.page.get_by_role("region", name="Final standings")
    expect(final).to_contain_text(f"{people[0].name} won with {best.score} points.")
    check_accessible(amber.page)
    with amber.page.context.new_page() as review:
        review.goto(f"{table.path}review/")
        plays = review.get_by_role("region", name="Who found what")
        expect(plays).to_contain_text(f"{describe_place(best.position)} {best.word}")
        expect(plays).to_contain_text(people[0].name)
        check_accessible(review)
        review.goto(f"{table.path}bag")
        expect(review.locator(".verdict")).to_have_text(re.compile("matches"))
        check_accessible(review)
    amber.button("Play again").click()
    for page in (amber, cobalt):
        expect(page.page.get_by_role("heading", name="Not started yet")).to_be_visible()
        assert page.link.strip("/").split("/")[-1] != table.code
    for name in ("game.txt", "game.json"):
        assert best.word in amber.page.request.get(f"{table.path}{name}").text()
