"""Two against two with a spectator: a shared rack, tentative plays, members who come and go."""

import re
from collections.abc import Sequence

from playwright.sync_api import expect

from games.rules.plays.acts import Pass
from tests.browser.conftest import Visit
from tests.browser.page_driver import RoomPage
from tests.browser.planned_games import Plan
from tests.browser.traffic import TrafficLog

PHONE = {"width": 390, "height": 844}


def expect_count(pages: Sequence[RoomPage], selector: str, count: int) -> None:
    for page in pages:
        expect(page.page.locator(selector)).to_have_count(count)


def test_two_teams_of_two_play_a_game(visit: Visit) -> None:
    plan = Plan("Two against two 8")
    amber, cobalt, jade, rust, fern = (
        visit("Amber"),
        visit("Cobalt", viewport=PHONE),
        visit("Jade"),
        visit("Rust"),
        visit("Fern"),
    )
    host = amber.lobby.make_room(plan.title, teams=True)
    mate, rival, other, spectator = (one.open(host.link) for one in (cobalt, jade, rust, fern))
    mate.button("Join").click()
    expect(mate.button("Leave seat")).to_be_visible()
    host.page.get_by_role("combobox", name="Team").select_option("1")
    rival.sit()
    other.button("Join").nth(1).click()
    expect(other.button("Leave seat")).to_be_visible()
    mate.page.get_by_role("textbox", name="Team name").fill("North")
    mate.button("Save team name").click()
    teams = host.page.get_by_role("combobox", name="Team")
    expect(teams.get_by_role("option")).to_have_text(["North", f"{jade.name} & {rust.name}"])
    expect(teams).to_have_value("1")
    places = spectator.page.get_by_role("region", name="Players")
    expect(places.get_by_text("North", exact=True)).to_be_visible()
    for seat in places.get_by_role("listitem").all():
        expect(seat.locator(".who > small")).to_contain_text("here")
    host.start()
    strangers = (rival, other, spectator)
    traffic = [TrafficLog(page.page) for page in strangers]
    watching = TrafficLog(spectator.page)

    # The rack is shared, but each member orders it separately.
    everyone = [host, mate, rival, other]
    for page in everyone:
        page.expect_rack(7)
    order = host.read_rack()
    mate.button("Sort").click()
    assert mate.read_rack() != order == host.read_rack()
    assert sorted(mate.read_rack()) == sorted(order)

    # Only a teammate is shown a tentative play, hears of it, and can take it over.
    play = plan.find_play(most=5)
    letters = list(play.placed())
    mate.lay(play)
    first, letter = letters[0]
    named = re.compile(f"{cobalt.name} is placing {letter.face}$")
    expect(host.square(first)).to_have_accessible_name(named)
    faces = ", ".join(letter.face for _square, letter in letters)
    log = host.page.get_by_role("log", name="Announcements")
    expect(log).to_contain_text(f"{cobalt.name} is placing {faces}")
    host.page.reload()
    expect_count([host], "#teammate-tiles .teammate-tile", len(letters))
    host.page.get_by_role("button", name=f"Use {cobalt.name}'s tiles: {faces}").click()
    expect_count([host, mate], "#tentative-tiles .tile", len(letters))
    expect_count([host, mate], ".team-draft", 0)
    expect_count(strangers, ".teammate-tile, .team-draft", 0)
    watching.expect_no_secrets(plan, (0, 1))
    assert not [text for one in traffic for text in one.drain() if '"_drafts"' in text]

    # Either member may play, and everyone sees which one did.
    host.button("Play").click()
    plan.do(play)
    for page in (*everyone, spectator):
        page.expect_moves(1)
        expect(page.moves.first).to_contain_text(amber.name)
        expect(page.last_move).to_contain_text(f"North ({amber.name}) played")
    expect_count([host, mate], ".teammate-tile, #tentative-tiles .tile", 0)

    # During the opponents' turn tiles can be laid tentatively; a teammate sees them in one button.
    tile = host.read_rack()[0].split(",")[0]
    host.tap(tile, "A1")
    expect(mate.page.locator("[data-action=reply]")).not_to_have_attribute("hidden", "")
    chip = mate.page.get_by_role("button", name=re.compile(f"^Use {amber.name}'s tiles"))
    expect(chip).to_be_visible()
    whole = (
        "one => one.scrollWidth <= one.clientWidth && one.clientWidth <= one.parentNode.clientWidth"
    )
    assert chip.evaluate(whole)
    host.button("Recall").click()
    expect(chip).to_have_count(0)

    # A member leaves, the game goes on, the member comes back.
    mate.button("Room menu").click()
    mate.button("Leave team").click()
    mate.dialog("Leave the team?").get_by_role("button", name="Leave team").click()
    expect(mate.rack).to_have_count(0)
    other.do(Pass())
    plan.do(Pass())
    for page in everyone:
        page.expect_moves(2)
    expect(mate.page.get_by_role("listbox", name="Rack")).to_have_count(0)
    host.do(Pass())
    plan.do(Pass())
    spectator.expect_moves(3)
    expect(spectator.moves.nth(1)).to_contain_text(rust.name)
    mate.button("Join North").click()
    mate.expect_rack(7)
    assert sorted(mate.read_rack()) == sorted(host.read_rack())
