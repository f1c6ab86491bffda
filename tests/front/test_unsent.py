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
    expect(page.locator("#_message")).to_contain_text("Not sent yet")
    (key,) = unsent(page)
    page.unroute("**/play")
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "42")
    assert [fields["key"] for fields in stage.of("play")] == [key]
    page.wait_for_function("() => !document.querySelector('#_message').textContent")
    assert unsent(page) == []


def test_an_unsent_command_outlives_a_reload(show, page, stage):
    room = show("mine")
    page.route("**/pass", lambda route: route.abort())
    room.agree("Pass")
    expect(page.locator("#_message")).to_contain_text("Not sent yet")
    (key,) = unsent(page)
    page.unroute("**/pass")
    page.reload()
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "42")
    assert [fields["key"] for fields in stage.of("pass")] == [key]


def test_unsent_commands_are_all_sent_in_their_order(show, page, stage):
    """Pressing a button again adds no second command; after a reload a new one queues up behind."""
    room = show("mine")
    dropped = re.compile("/(play|pass|resign)$")
    page.route(dropped, lambda route: route.abort())
    type_at(room, "B2", "se")
    room.button("Play").click()
    expect(page.locator("#_message")).to_contain_text("Not sent yet")
    room.button("Play").click()
    room.agree("Pass")
    page.wait_for_function("() => Object.keys(localStorage).join().split('unsent:').length === 3")
    page.reload()
    expect(page.locator("#_message")).to_contain_text("Not sent yet")
    room.button("Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign game").click()
    page.wait_for_function("() => Object.keys(localStorage).join().split('unsent:').length === 4")
    keys = unsent(page)
    page.unroute(dropped)
    page.wait_for_function(f"() => !({UNSENT})().length")
    assert [verb for verb in stage.verbs() if dropped.match(f"/{verb}")] == [
        "play",
        "pass",
        "resign",
    ]
    assert [
        fields["key"] for verb, fields in stage.asked if "turn" in fields and verb != "preview"
    ] == keys


def test_why_a_waiting_command_was_refused_stays_to_be_read(show, page, stage):
    room = show("mine")
    page.route("**/play", lambda route: route.abort())
    type_at(room, "B2", "se")
    room.button("Play").click()
    expect(page.locator("#_message")).to_contain_text("Not sent yet")
    refusals = [refuse("Not in the dictionary: SE.", 422)]

    def answer(fields):
        if refusals:
            return refusals.pop()(fields)
        return HttpResponse(room.change(say="You passed."))

    stage.answer = answer
    room.agree("Pass")
    page.unroute("**/play")
    expect(page.locator("#_status_line")).to_have_text("You passed.")
    expect(page.locator("#_message")).to_have_text("Not in the dictionary: SE.")
    type_at(room, "D2", "n")
    expect(page.locator("#_message")).to_have_text("")


def test_of_another_room_nothing_is_placed(show, page, stage):
    """Neither socket updates, nor the answer to a command, nor a requested bundle."""
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


def test_another_room_and_another_viewer_send_nothing_of_it(show, page, stage):
    """Another room's command stays queued here, and so does another viewer's."""
    room = show("mine")
    page.route("**/pass", lambda route: route.abort())
    room.agree("Pass")
    expect(page.locator("#_message")).to_contain_text("Not sent yet")
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
