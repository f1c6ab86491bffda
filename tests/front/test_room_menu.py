"""The spectators in the host's menu: lines stay where they are while people come and go."""

import pytest
from playwright.sync_api import expect

from games.play.live.fragments import render_presence
from games.play.perspective.presence import PresenceView, Spectator
from tests.front.sample_rooms import sample

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]

ZOE, AMBER, MOSS = Spectator("Zoe", "z1"), Spectator("Amber", "a1"), Spectator("Moss", "m1")


def watch(room, *spectators: Spectator) -> None:
    room.line.push(render_presence(PresenceView({}, spectators)))


def test_a_new_visitor_moves_no_entry_of_the_hosts_list(show, page, stage):
    room = show("waiting")
    room.line.push(room.change(actions=sample("waiting").actions | {"host"}))
    watch(room, MOSS, ZOE)
    room.button("Room menu").click()
    menu = page.get_by_role("dialog", name="Room menu")
    names = menu.locator("[data-people] bdi")
    expect(names).to_have_text(["Moss", "Zoe"])
    remove = menu.get_by_role("button", name="Remove: Zoe")
    remove.focus()
    remove.evaluate("button => { window.button = button; }")
    watch(room, AMBER, MOSS, ZOE)  # in alphabetical order
    expect(names).to_have_text(["Moss", "Zoe", "Amber"])
    assert remove.evaluate(
        "button => button === window.button && document.activeElement === button"
    )
    watch(room, AMBER, ZOE)
    expect(names).to_have_text(["Zoe", "Amber"])
    expect(remove).to_be_focused()


def test_removing_a_visitor_asks_the_host_first(show, page, stage):
    room = show("waiting")
    room.line.push(room.change(actions=sample("waiting").actions | {"host"}))
    watch(room, ZOE)
    room.button("Room menu").click()
    room.button("Remove: Zoe").click()
    asked = page.get_by_role("dialog", name="Remove Zoe from this room?")
    expect(asked).to_be_visible()
    watch(room, ZOE, AMBER)
    with page.expect_response("**/remove"):
        asked.get_by_role("button", name="Remove", exact=True).click()
    assert [fields["who"] for fields in stage.of("remove")] == ["z1"]
