"""Three people pass one phone around, which shows the tiles of whoever holds it."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.accessibility import find_violations
from tests.browser.conftest import Complaints, Visit, fresh
from tests.browser.keys import Keys
from tests.browser.lost_connections import NETWORK
from tests.browser.page_driver import CHALLENGE_RULES, RoomPage
from tests.browser.planned_games import Plan, board_names
from tests.screenshots import save_screenshot

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


def faces_in(room: RoomPage) -> list[str]:
    """Return the faces of all tiles on racks in the data that the page has."""
    return sorted(face for face, _value in room.read_state()["rack"] or [])


def test_three_people_pass_one_phone(visit: Visit, shots_dir: Path) -> None:
    phone = visit("", **PHONE).page
    names = [fresh(name) for name in ("Amber", "Ben", "Cleo")]
    phone.goto("/rooms/")
    phone.get_by_role("link", name="Pass the phone").click()
    form = phone.get_by_role("form", name="Pass the phone")
    for label, name in zip(("First", "Second", "Third"), names, strict=True):
        form.get_by_role("textbox", name=f"{label} player").fill(name)
    judged = form.get_by_role("combobox", name="Challenges")
    rule = judged.get_by_role("option", name=re.compile(f"^{CHALLENGE_RULES['Single']}"))
    judged.select_option(label=rule.text_content())
    save_screenshot(phone, shots_dir / "one-device-1-form.png", full_page=True)
    assert find_violations(phone) == []
    form.get_by_role("button", name="Start game").click()
    phone.wait_for_url("**/r/**")

    plan = Plan(f"{names[0]}'s table", seats=3)
    room = RoomPage(phone)

    def expect_cover() -> None:
        who = names[plan.mover]
        expect(phone.get_by_role("region", name=f"Pass the phone to {who}")).to_be_visible()
        expect(room.rack.get_by_role("option")).to_have_count(0)
        expect(room.button("Play")).to_be_hidden()
        assert faces_in(room) == []
        assert phone.evaluate("() => localStorage.getItem('racks')") is None

    def take_phone() -> None:
        room.button(f"I'm {names[plan.mover]} – show my tiles").click()
        room.expect_rack(7)
        assert faces_in(room) == sorted(plan.state.tile_set.write((tile,)) for tile in plan.rack())

    expect_cover()
    assert find_violations(phone) == []
    save_screenshot(phone, shots_dir / "one-device-2-cover.png")
    Keys(phone).press(room.button(f"I'm {names[plan.mover]} – show my tiles"))
    room.expect_rack(7)
    assert find_violations(phone) == []
    save_screenshot(phone, shots_dir / "one-device-3-rack.png")
    play = plan.find_play(most=6)
    room.do(play)
    plan.do(play)
    expect_cover()

    # A page that is loaded again is covered, also after the tiles were seen.
    phone.reload()
    expect_cover()
    take_phone()
    phone.reload()
    expect_cover()
    take_phone()

    # The next player may challenge first, and then still sees the tiles.
    room.button("Challenge").click()
    asked = room.dialog("Challenge the last play?")
    asked.get_by_role("button", name="Challenge", exact=True).click()
    expect(room.verdict).to_contain_text("is valid")
    room.verdict.get_by_role("button", name="Close").click()
    expect(room.rack.get_by_role("option")).to_have_count(7)
    play = plan.find_play(most=5)
    room.do(play)
    plan.do(play)
    expect_cover()
    take_phone()
    room.exchange(plan.rack()[:2])
    first = phone.get_by_role("region", name=f"Pass the phone to {names[plan.first]}")
    expect(first).to_be_visible()

    # Whoever plays on resigns; the record has the names of the three.
    for number in range(2):
        phone.get_by_role("button", name=re.compile("show my tiles$")).click()
        room.expect_rack(7)
        room.button("Resign").click()
        room.button("Resign game").click()
        if not number:
            expect(phone.get_by_role("button", name=re.compile("show my tiles$"))).to_be_visible()
    expect(room.result).to_be_visible()
    expect(room.button("Rematch")).to_be_visible()
    save_screenshot(phone, shots_dir / "one-device-4-over.png")
    room.result.get_by_role("link", name="Review game").click()
    for name in names:
        expect(phone.get_by_role("main")).to_contain_text(name)

    # The names are there for the next game.
    phone.goto("/rooms/one-device/")
    for label, name in zip(("First", "Second", "Third"), names, strict=True):
        expect(phone.get_by_role("textbox", name=f"{label} player")).to_have_value(name)
    assert "racks" not in json.loads(phone.evaluate("() => JSON.stringify(localStorage)"))


@pytest.mark.full
def test_a_play_that_could_not_be_sent_survives_a_reload(
    visit: Visit, complaints: Complaints
) -> None:
    """The page is covered at once, and the play is made as soon as it arrives."""
    complaints.allow(NETWORK)
    phone = visit("", **PHONE).page
    names = [fresh(name) for name in ("Ada", "Bo")]
    phone.goto("/rooms/one-device/")
    for label, name in zip(("First", "Second"), names, strict=True):
        phone.get_by_role("textbox", name=f"{label} player").fill(name)
    phone.get_by_role("button", name="Start game").click()
    phone.wait_for_url("**/r/**")
    plan, room = Plan(f"{names[0]}'s table"), RoomPage(phone)
    room.button(f"I'm {names[plan.mover]} – show my tiles").click()
    room.expect_rack(7)

    play = plan.find_play(most=6)
    phone.route("**/play", lambda route: route.abort())
    room.lay(play)
    room.button("Play").click()
    expect(room.last_move).to_contain_text("Not sent yet")
    phone.reload()
    cover = phone.get_by_role("region", name=f"Pass the phone to {names[plan.mover]}")
    expect(cover).to_be_visible()
    expect(room.last_move).to_contain_text("Not sent yet")
    assert faces_in(room) == []
    assert room.read_board() == board_names(plan)

    phone.unroute("**/play")
    plan.do(play)
    room.expect_moves(1)
    following = phone.get_by_role("region", name=f"Pass the phone to {names[plan.mover]}")
    expect(following).to_be_visible()
    assert room.read_board() == board_names(plan)
    assert faces_in(room) == []
