"""Pages of duplicate games that are loaded again in the middle of a turn."""

from playwright.sync_api import Route, expect

from tests.browser.conftest import Complaints, Visit, fresh
from tests.browser.duplicate_table import WITHOUT_SOCKET, seat_duplicate
from tests.browser.http_actions import post
from tests.browser.lost_connections import NETWORK
from tests.site_processes import Site

SOCKET_NEVER_OPENS = """
window.WebSocket = class extends EventTarget {
  static CONNECTING = 0; static OPEN = 1; static CLOSING = 2; static CLOSED = 3;
  readyState = 0;
  send() { throw new Error("not open"); }
  close() {}
};
"""
"""Makes sockets neither open nor fail, as on some networks."""


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
    page.button("I'm done").click()  # there are no other players
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


def test_a_waiting_play_needs_no_socket_after_a_reload(
    visit: Visit, site: Site, complaints: Complaints
) -> None:
    complaints.allow(NETWORK)
    amber = visit("Amber")
    table = seat_duplicate(site, [amber], fresh("No socket"))
    best = table.list_plays()[0]
    page = table.pages[0]
    amber.page.evaluate(WITHOUT_SOCKET)
    amber.page.route("**/submit", lambda route: route.abort())
    page.lay(best.play)
    page.button("Send").click()
    expect(amber.page.locator("#_message")).to_contain_text("Not sent yet")
    amber.page.unroute("**/submit")
    amber.page.add_init_script(SOCKET_NEVER_OPENS)
    amber.page.reload()
    expect(page.own).to_contain_text(f"Sent: {best.word}")


def test_a_play_that_is_stored_while_the_page_loads_is_shown(visit: Visit, site: Site) -> None:
    """The old page may still send a waiting play after the new page has been rendered."""
    amber = visit("Amber")
    table = seat_duplicate(site, [amber], fresh("In between"))
    best = table.list_plays()[0]
    page = table.pages[0]
    page.lay(best.play)

    def store_while_loading(route: Route) -> None:
        path, key = f"{table.path}submit", "in-between"
        post(amber.page, path, turn="1", key=key, position=best.position, tiles=best.tiles)
        route.continue_()

    amber.page.route("**/duplicate.*js", store_while_loading)
    amber.page.reload()
    expect(page.own).to_contain_text(f"Sent: {best.word}")
