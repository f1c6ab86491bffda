"""Incoming updates: in and out of order, over lost and silent sockets, and how they are shown."""

from dataclasses import replace
from threading import Event

import pytest
from django.http import HttpResponse
from playwright.sync_api import expect

from games.play.live.fragments import render_bundle, render_message, render_presence
from games.play.perspective.presence import PresenceView
from tests.front.sample_parts import seats
from tests.front.sample_rooms import sample
from tests.processes import PATIENCE, wait_until
from tests.shown_texts import ShownTexts

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]


MOVE_AWAY = """([state, later]) => {
    window.realNow ||= Date.now.bind(Date);
    const now = window.realNow() + later;
    Date.now = () => now;
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
"""Hide or show the page, this many milliseconds later by its clock."""

NAVIGATION = "performance.getEntriesByType = () => [{ requestStart: 0, responseEnd: 0 }]"
"""Adds what a page with an installed clock lacks."""

SEVERAL = 4
"""Bundles that a page acknowledges at once."""


def test_an_older_bundle_is_dropped(show, page):
    room = show("mine")
    older = render_bundle(sample("mine")).replace('data-stamp="41"', 'data-stamp="40"')
    room.line.push(older.replace("Your turn.", "Long ago."))
    room.line.push(room.change(say="Newest."))
    expect(page.locator("#_status_line")).to_have_text("Newest.")
    room.line.push(older.replace("Your turn.", "Long ago."))
    room.line.push('<output id="_spectator_count">7 watching</output>')
    expect(page.locator("#_spectator_count")).to_have_text("7 watching")
    expect(page.locator("#_status_line")).to_have_text("Newest.")


def test_expanded_sections_stay_open(show, page):
    room = show("ended")
    page.locator("#_result").get_by_text("Fair-draw proof").click()
    proof = page.get_by_role("link", name="Verify the bag")
    expect(proof).to_be_visible()
    outcome = room.stage.view.outcome
    room.line.push(room.change(outcome=replace(outcome, tie_break="Decided by a lot.")))
    expect(page.locator("#_result")).to_contain_text("Decided by a lot.")
    expect(proof).to_be_visible()


def test_bundles_are_acknowledged_in_groups_or_with_the_heartbeat(show, page):
    room = show("mine")
    for number in range(SEVERAL + 1):
        room.line.push(room.change(say=f"Change {number}."))
    expect(page.locator("#_status_line")).to_have_text(f"Change {SEVERAL}.")
    room.line.push(render_presence(PresenceView({}, more=7)))
    expect(page.locator("#_spectator_count")).to_contain_text("7")
    # Calling the page lets Playwright process what it has sent.
    wait_until(lambda: bool(page.title()) and len(room.line.received) == 2, "both acknowledgements")
    first = 41 + SEVERAL
    assert room.line.received == [f"seen {first}", f"seen {first + 1}"]


def test_a_lost_connection_is_shown_restored_and_caught_up(show, page):
    room = show("mine")
    banner = page.locator("[data-banner]")
    room.line.cut()
    expect(banner).to_be_visible()
    room.change(say="While you were away.")
    room.line.open = True
    expect(banner).to_be_hidden()
    expect(page.locator("#_status_line")).to_have_text("While you were away.")


@pytest.mark.sampled(1001)
@pytest.mark.parametrize("code", [1000, 1001, 1005])
def test_a_page_reconnects_after_a_clean_close(show, page, code):
    """A server that shuts down properly sends close codes that htmx treats as final."""
    room = show("mine")
    room.line.routes[-1].close(code=code)
    room.change(say="While it was away.")
    expect(page.locator("#_status_line")).to_have_text("While it was away.")


def test_a_server_that_opens_and_closes_counts_as_lost(own_context, show, page):
    """A server that is shutting down may accept each connection only to close it at once."""
    page.clock.install()
    page.add_init_script(NAVIGATION)
    room = show("mine")
    page.evaluate("""() => {
        window.times = { wsOpen: 0, wsClose: 0 };
        for (const name of Object.keys(window.times)) {
            const count = () => { window.times[name] += 1; };
            document.querySelector('[ws-connect]').addEventListener(`htmx:${name}`, count);
        }
    }""")
    page.evaluate("Math.random = () => 0")  # for the pauses before reconnecting
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 5)
    for times, pause in enumerate((125, 250), 1):
        room.line.routes[-1].close(code=1012)
        page.wait_for_function("count => window.times.wsClose === count", arg=times)
        page.clock.run_for(pause)
        page.wait_for_function("count => window.times.wsOpen === count", arg=times)
        page.clock.run_for(450)  # not long enough to count as found again
    expect(page.locator("[data-banner]")).to_be_visible()
    page.clock.run_for(500)
    expect(page.locator("[data-banner]")).to_be_hidden()


def test_a_page_that_comes_back_asks_for_the_state(show, page):
    room = show("mine")
    room.change(say="While you slept.")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#_status_line")).to_have_text("While you slept.")
    page.evaluate("window.dispatchEvent(new Event('online'))")


@pytest.mark.parametrize(("name", "says"), [("mine", True), ("spectator", False)])
def test_a_players_page_reports_how_long_it_was_hidden(show, page, name, says):
    room = show(name)
    for state, later in (("hidden", 0), ("visible", 500), ("hidden", 500), ("visible", 7500)):
        page.evaluate(MOVE_AWAY, [state, later])
    room.line.push(room.change(say="You are back."))
    expect(page.locator("#_status_line")).to_have_text("You are back.")
    wait_until(lambda: (bool(page.title()) and bool(room.line.received)) or not says, "lengths")
    lengths = [int(said.split()[1]) for said in room.line.received if said.startswith("away ")]
    assert [length // 1000 for length in lengths] == ([7] if says else [])


def test_a_silent_socket_is_given_up(show, page):
    room = show("mine")
    page.evaluate(
        "performance.now = (now => () => now() + 60000)(performance.now.bind(performance))"
    )
    wait_until(lambda: bool(page.title()) and len(room.line.routes) > 1, "a second socket")


def test_the_title_shows_whose_turn_it_is(show, page):
    room = show("theirs")
    expect(page).to_have_title("Kitchen table – Tileroom")
    room.line.push(room.change(to_move=0, seats=seats(2, mine=0, to_move=0)))
    expect(page).to_have_title("Your turn · Kitchen table – Tileroom")


def test_scores_count_up_to_their_new_value(show, page):
    room = show("qwibble")
    page.evaluate("""window.seen = new Set(); new MutationObserver(() => window.seen.add(
        document.querySelector('[data-seat="1"].score').textContent))
        .observe(document.querySelector('.scores'), {childList: true, subtree: true})""")
    both = room.stage.view.seats
    room.line.push(room.change(seats=(both[0], replace(both[1], score=84))))
    expect(page.locator('.score[data-seat="1"]')).to_have_text("84")
    assert len(page.evaluate("[...window.seen]")) > 1


def test_a_socket_over_the_limit_explains_it_and_reconnects(show, page):
    room = show("mine")
    page.evaluate("Math.random = () => -0.5")  # shortens the pause before reconnecting
    room.change(say="While there was no room.")
    banner = ShownTexts(page, "[data-banner]")
    room.line.routes[-1].close(code=4429)
    banner.expect("Too many Tileroom pages are open.")
    expect(page.locator("#_status_line")).to_have_text("While there was no room.")
    expect(page.locator("[data-banner]")).to_be_hidden()


def test_a_command_refused_by_a_rate_limit_is_repeated(show, page, stage):
    """The page sends it with the same key after the time that the answer names."""
    room = show("mine")
    answered, looked = [], Event()

    def answer(fields):
        answered.append(fields)
        if len(answered) > 1:
            looked.wait(PATIENCE)
            return HttpResponse(render_bundle(replace(stage.view, say="It came in.", stamp=99)))
        refusal = HttpResponse(render_message("Later.", "warning"), status=429)
        refusal["Retry-After"] = "1"
        return refusal

    stage.answer = answer
    room.agree("Pass")
    expect(page.locator("#waiting")).to_have_text("Too many requests; retrying automatically.")
    expect(page.locator("#_message")).to_have_text("")
    looked.set()
    expect(page.locator("#_status_line")).to_have_text("It came in.")
    assert [one["key"] for one in answered] == [answered[0]["key"]] * 2
