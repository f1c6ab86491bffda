"""Commands sent while the connection was lost: all arrive, once, and in the right room."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.rules.plays.acts import Play
from tests.browser.conftest import Complaints, Person, Seating, Table, Visit
from tests.browser.lost_connections import NETWORK
from tests.browser.page_driver import RoomPage
from tests.browser.planned_games import Plan, board_names
from tests.browser.test_chat import WIDE, ChatPanel
from tests.browser.test_resilience import expect_in_step

WAITS = "Not sent yet"
REFUSED = "() => Object.values(localStorage).some((text) => text.includes('\"refused\":true'))"
EMPTY = "() => !Object.keys(localStorage).some((name) => name.startsWith('unsent:'))"


@pytest.fixture
def people(visit: Visit, complaints: Complaints) -> list[Person]:
    """Two people whose connections may be cut without affecting later tests."""
    complaints.allow(NETWORK)
    complaints.allow("status of 409|Status Error Code 409")
    return [visit(name, viewport=WIDE) for name in ("Juniper", "Rook")]


@pytest.fixture
def rooms(seat_all: Seating, people: list[Person], request: pytest.FixtureRequest) -> list[Table]:
    """Two running games of the same two players, whose pages show the first."""
    name = request.node.originalname.replace("_", " ")
    garden, kitchen = (seat_all(Plan(f"{name} {room}"), people) for room in ("B", "A"))
    return [kitchen, garden]


def play_offline(table: Table) -> tuple[Page, Play]:
    """Make a play that does not arrive as long as ``**/play`` is blocked."""
    page, play = table.mover.page, table.plan.plays()[0]
    page.route("**/play", lambda route: route.abort())
    table.mover.lay(play)
    table.mover.button("Play").click()
    expect(table.mover.last_move).to_contain_text(WAITS)
    return page, play


def expect_own_room(page: Page, table: Table) -> None:
    shown = RoomPage(page)
    assert shown.read_state()["room"] == table.link.rstrip("/").rsplit("/", 1)[-1]
    assert shown.read_board() == board_names(table.plan)
    expect(page).to_have_title(re.compile(re.escape(table.plan.title)))


def test_another_room_sends_the_move_and_keeps_its_own_board(rooms: list[Table]) -> None:
    """The move is sent from another room's page, and only its own room shows it."""
    kitchen, garden = rooms
    page, play = play_offline(kitchen)
    page.goto(garden.link)
    expect_own_room(page, garden)
    page.unroute("**/play")
    kitchen.plan.do(play)
    other = kitchen.pages[1 - kitchen.plan.log[0][0]]
    other.expect_moves(1)
    page.wait_for_function(EMPTY)
    expect_own_room(page, garden)
    page.goto(kitchen.link)
    expect_in_step(kitchen)


@pytest.mark.full
def test_unsent_moves_of_two_rooms_are_kept_separately(rooms: list[Table]) -> None:
    """Both moves are made without a connection, and each arrives in its room."""
    kitchen, garden = rooms
    page, first = play_offline(kitchen)
    if garden.mover.page is not page:  # make it this player's turn there as well
        garden.mover.page.goto(garden.link)
        garden.do(garden.plan.plays()[0])
    page.goto(garden.link)
    second = garden.plan.plays()[0]
    garden.mover.lay(second)
    garden.mover.button("Play").click()
    expect(garden.mover.last_move).to_contain_text(WAITS)
    page.unroute("**/play")
    garden.plan.do(second)
    garden.mover.page.goto(garden.link)
    garden.mover.expect_moves(len(garden.plan.log))
    page.wait_for_function(EMPTY)
    expect_own_room(page, garden)
    kitchen.plan.do(first)
    for one in kitchen.pages:
        one.page.goto(kitchen.link)
    expect_in_step(kitchen)


def test_a_reload_without_a_connection_loses_nothing(rooms: list[Table]) -> None:
    kitchen, _garden = rooms
    page, play = kitchen.mover.page, kitchen.plan.plays()[0]
    talk = ChatPanel(page)
    talk.open()
    kitchen.mover.lay(play)
    page.context.set_offline(True)
    kitchen.mover.button("Play").click()
    for words in ("one", "two"):
        talk.field.fill(words)
        talk.field.press("Enter")
        expect(talk.panel.get_by_role("alert")).to_contain_text(WAITS)
    with pytest.raises(Exception, match="ERR_INTERNET_DISCONNECTED"):
        page.reload()
    page.context.set_offline(False)
    page.goto(kitchen.link)
    kitchen.plan.do(play)
    expect_in_step(kitchen)
    talk.expect_lines("one", "two")
    page.wait_for_function(EMPTY)


def test_a_closed_tab_loses_nothing(rooms: list[Table]) -> None:
    """Any other page of the site sends the move, even the lobby."""
    kitchen, _garden = rooms
    page, play = play_offline(kitchen)
    lobby = page.context.new_page()
    lobby.route("**/play", lambda route: route.abort())
    lobby.goto("/")
    page.close()
    lobby.unroute("**/play")
    kitchen.plan.do(play)
    kitchen.mover.expect_moves(1)
    lobby.wait_for_function(EMPTY)


@pytest.mark.full
def test_two_tabs_of_a_room_make_a_move_once(rooms: list[Table]) -> None:
    kitchen, _garden = rooms
    page, play = play_offline(kitchen)
    again = page.context.new_page()
    again.route("**/play", lambda route: route.abort())
    second = RoomPage(again, kitchen.link)
    expect(second.last_move).to_contain_text(WAITS)
    for one in (page, again):
        one.unroute("**/play")
    kitchen.plan.do(play)
    expect_in_step(kitchen)
    second.expect_moves(1)
    for one in (page, again):
        one.wait_for_function(EMPTY)
        expect(RoomPage(one).last_move).not_to_contain_text(WAITS)
    assert second.read_board() == board_names(kitchen.plan)


def test_a_stale_move_is_reported(rooms: list[Table]) -> None:
    """The player has already moved on another device. Later commands are still sent."""
    kitchen, _garden = rooms
    first, *_, other = kitchen.plan.plays()[:20]
    mover = kitchen.mover
    page, talk = mover.page, ChatPanel(mover.page)
    talk.open()
    page.context.set_offline(True)
    mover.lay(first)
    mover.button("Play").click()
    expect(mover.last_move).to_contain_text(WAITS)
    talk.field.fill("sorry")
    talk.field.press("Enter")
    position, tiles = other.write(kitchen.plan.state.tile_set)
    fields = {"game": str(mover.read_state()["game"]), "position": position, "tiles": tiles}
    assert mover.post("play", fields | {"turn": "0", "key": "elsewhere"}).ok
    page.context.set_offline(False)
    expect(mover.last_move).to_contain_text("The game has moved on")
    if mover.button("Recall").is_visible():
        mover.button("Recall").click()
    kitchen.plan.do(other)
    expect_in_step(kitchen)
    talk.expect_lines("sorry")
    page.wait_for_function(EMPTY)


@pytest.mark.full
def test_a_refusal_elsewhere_is_shown_in_its_own_room(
    rooms: list[Table],
) -> None:
    """The lobby sends the move and is refused, but shows no message."""
    kitchen, garden = rooms
    first, *_, other = kitchen.plan.plays()[:20]
    mover = kitchen.mover
    page = mover.page
    page.route("**/play", lambda route: route.abort())
    mover.lay(first)
    mover.button("Play").click()
    expect(mover.last_move).to_contain_text(WAITS)
    position, tiles = other.write(kitchen.plan.state.tile_set)
    fields = {"game": str(mover.read_state()["game"]), "position": position, "tiles": tiles}
    assert mover.post("play", fields | {"turn": "0", "key": "elsewhere"}).ok
    kitchen.plan.do(other)

    page.goto("/")
    page.unroute("**/play")
    page.wait_for_function(REFUSED)
    expect(page.get_by_text("The game has moved on")).to_have_count(0)
    page.goto(garden.link)
    expect_own_room(page, garden)
    expect(RoomPage(page).last_move).not_to_contain_text("The game has moved on")
    page.goto(kitchen.link)
    expect(mover.last_move).to_contain_text("The game has moved on")
    page.wait_for_function(EMPTY)
    expect_in_step(kitchen)
    page.reload()
    expect(mover.last_move).not_to_contain_text("The game has moved on")
