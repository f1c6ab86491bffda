"""Unsent commands: kept in order for their own room; other rooms do not show them."""

import re
from dataclasses import replace

import pytest
from django.http import HttpResponse
from playwright.sync_api import expect

from games.play.live.fragments import render_bundle, render_message
from tests.front.sample_site import refuse
from tests.front.test_chat import type_at

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]

UNSENT = """() => Object.keys(localStorage).filter((name) => name.startsWith("unsent:"))
    .map((name) => JSON.parse(localStorage[name])).sort((a, b) => a.at - b.at)"""


def unsent(page) -> list[str]:
    """Return the keys of waiting commands, in order."""
    return [sent["key"] for sent in page.evaluate(UNSENT)]


def test_a_lost_command_is_sent_again_with_the_same_key(show, page, stage):
    room = show("mine")
    type_at(room, "B2", "se")
    page.route("**/play", lambda route: route.abort())
    room.button("Play").click()
    expect(page.locator("#waiting")).to_contain_text("Not sent yet")
    (key,) = unsent(page)
    page.unroute("**/play")
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "42")
    assert [fields["key"] for fields in stage.of("play")] == [key]
    expect(page.locator("#waiting")).to_have_text("")
    assert unsent(page) == []


def test_an_unsent_command_survives_a_reload(show, page, stage):
    room = show("mine")
    page.route("**/pass", lambda route: route.abort())
    room.agree("Pass")
    expect(page.locator("#waiting")).to_contain_text("Not sent yet")
    (key,) = unsent(page)
    page.unroute("**/pass")
    page.reload()
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "42")
    assert [fields["key"] for fields in stage.of("pass")] == [key]


def resign(room) -> None:
    room.button("Resign").click()
    room.page.get_by_role("dialog").get_by_role("button", name="Resign game").click()


def test_all_unsent_moves_are_sent_in_order(show, page, stage):
    """Pressing a button again adds no second move; after a reload a new one queues up behind."""
    room = show("mine")
    dropped = re.compile("/(play|resign)$")
    page.route(dropped, lambda route: route.abort())
    type_at(room, "B2", "se")
    room.button("Play").click()
    expect(page.locator("#waiting")).to_contain_text("Not sent yet")
    room.button("Play").click()
    page.reload()
    expect(page.locator("#waiting")).to_contain_text("Not sent yet")
    resign(room)
    page.wait_for_function("() => Object.keys(localStorage).join().split('unsent:').length === 3")
    keys = unsent(page)
    page.unroute(dropped)
    page.wait_for_function(f"() => !({UNSENT})().length")
    assert [verb for verb in stage.verbs() if dropped.match(f"/{verb}")] == ["play", "resign"]
    assert [
        fields["key"] for verb, fields in stage.asked if "turn" in fields and verb != "preview"
    ] == keys


def test_the_reason_for_refusing_a_waiting_move_stays_readable(show, page, stage):
    room = show("mine")
    page.route("**/play", lambda route: route.abort())
    type_at(room, "B2", "se")
    room.button("Play").click()
    expect(page.locator("#waiting")).to_contain_text("Not sent yet")
    refusals = [refuse("Not in the dictionary: SE.", 422)]

    def answer(fields):
        if refusals:
            return refusals.pop()(fields)
        return HttpResponse(room.change(say="You resigned."))

    stage.answer = answer
    resign(room)
    page.unroute("**/play")
    expect(page.locator("#_status_line")).to_have_text("You resigned.")
    expect(page.locator("#_message")).to_have_text("Not in the dictionary: SE.")
    type_at(room, "D2", "n")
    expect(page.locator("#_message")).to_have_text("")


@pytest.mark.parametrize("how", ["Recall", "Pass", "another tile"])
def test_recalling_its_tiles_cancels_a_waiting_play(show, page, stage, how):
    """A recalled play is not sent later; passing recalls the tiles, too."""
    room = show("mine")
    page.route(re.compile("/(play|pass)$"), lambda route: route.abort())
    type_at(room, "B2", "se")
    room.button("Play").click()
    expect(page.locator("#waiting")).to_contain_text("Not sent yet")
    if how == "Pass":
        room.agree("Pass")
    elif how == "Recall":
        room.button("Recall").click()
    else:
        type_at(room, "D2", "n")
    page.wait_for_function(f"() => !({UNSENT})().some((sent) => sent.url.endsWith('/play'))")
    waiting = {"Pass": ["pass"]}.get(how, [])
    if not waiting:
        expect(page.locator("#waiting")).to_have_text("")
    page.unroute(re.compile("/(play|pass)$"))
    page.evaluate("window.dispatchEvent(new Event('online'))")
    page.wait_for_function(f"() => !({UNSENT})().length")
    assert [verb for verb in stage.verbs() if verb in ("play", "pass")] == waiting


def test_a_play_being_sent_cannot_be_withdrawn(show, page, stage):
    """It is not sent again, and the player is asked to check the game."""
    room = show("mine")
    page.route("**/play", lambda route: route.abort())
    type_at(room, "B2", "se")
    room.button("Play").click()
    expect(page.locator("#waiting")).to_contain_text("Not sent yet")
    held = []
    page.unroute("**/play")
    page.route("**/play", lambda route: held.append(route))
    with page.expect_request("**/play"):
        page.evaluate("window.dispatchEvent(new Event('online'))")
    room.button("Recall").click()
    expect(page.locator("#_message")).to_have_text("Your move is already being sent.")
    held[0].abort()
    expect(page.locator("#_message")).to_contain_text("Check whether it worked")
    expect(page.locator("#waiting")).to_have_text("")
    assert unsent(page) == []
    assert stage.of("play") == []


def test_the_notice_stays_while_commands_wait(show, page):
    """A new state, a message or a reordered rack does not remove it."""
    room = show("mine")
    page.route("**/play", lambda route: route.abort())
    type_at(room, "B2", "se")
    room.button("Play").click()
    notice = page.locator("#waiting")
    expect(notice).to_contain_text("Not sent yet")
    room.line.push(room.change(say="Here."))
    expect(page.locator("#_status_line")).to_have_text("Here.")
    expect(notice).to_be_visible()
    page.evaluate("document.querySelector('#_message').textContent = 'Something else.'")
    expect(notice).to_have_text(re.compile("Not sent yet"))
    page.evaluate("document.querySelector('#_message').textContent = ''")
    expect(notice).to_be_visible()


def test_updates_for_another_room_are_ignored(show, page, stage):
    """Socket updates, answers to commands and requested bundles alike."""
    room = show("mine")
    own = room.change(say="Here.")
    other = replace(stage.view, code="elsewhere", stamp=99, say="Elsewhere.", turn=20, rack=())
    foreign = render_bundle(other) + render_message("Not here.")
    before = room.rack()
    room.line.push(foreign)
    room.line.push(own)
    expect(page.locator("#_status_line")).to_have_text("Here.")
    stage.answer = lambda _fields: HttpResponse(foreign)
    with page.expect_response("**/pass"):
        room.agree("Pass")
    page.route("**/bundle?*", lambda route: route.fulfill(body=foreign, content_type="text/html"))
    with page.expect_response("**/bundle?*"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    room.line.push(room.change(say="Still here."))
    expect(page.locator("#_status_line")).to_have_text("Still here.")
    expect(page.locator("#_message")).to_have_text("")
    assert room.rack() == before
    assert "Not here." not in (page.locator("#announcer").text_content() or "")


def test_commands_of_other_rooms_and_viewers_are_not_sent(show, page, stage):
    """Another room's command stays queued here, and so does another viewer's."""
    room = show("mine")
    page.route("**/pass", lambda route: route.abort())
    room.agree("Pass")
    expect(page.locator("#waiting")).to_contain_text("Not sent yet")
    (key,) = unsent(page)
    mark = page.locator("#chat").get_attribute("data-me")
    page.unroute("**/pass")
    page.evaluate(
        """mark => {
        const [name] = Object.keys(localStorage).filter(name => name.startsWith("unsent:"));
        localStorage[name.replace(mark, "another")] = localStorage[name];
        localStorage[name.replace("kitchen7", "garden77")] = localStorage[name];
        delete localStorage[name];
    }""",
        mark,
    )
    page.reload()
    type_at(room, "B2", "se")
    room.button("Play").click()
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "42")
    assert stage.of("pass") == []
    assert unsent(page) == [key, key]
