"""Disturbances that must not break a game: reloads, restarts, a lost connection, and strangers."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from games.rules.equipment.tiles import BLANK
from tests.browser.conftest import Complaints, Seating, Table, Visit
from tests.browser.lost_connections import NETWORK
from tests.browser.page_driver import RoomPage
from tests.browser.planned_games import Plan, board_names, rack_names
from tests.browser.traffic import TrafficLog
from tests.site_processes import Site

CONNECTED = """() => document.querySelector("[ws-connect]")["htmx-internal-data"]
  ?.webSocket?.socket?.readyState === WebSocket.OPEN"""
LOST = "Connection lost. Reconnecting"
BARE_VERBS = ("pass", "challenge", "accept", "resign", "rematch", "stand", "start", "decline")


@pytest.fixture
def mobile_table(seat_all: Seating, visit: Visit, request: pytest.FixtureRequest) -> Table:
    """A table at which both players' connections may be cut without affecting later tests."""
    people = [visit(name, locale="en-GB") for name in ("Juniper", "Rook")]
    table = seat_all(Plan(f"{request.node.originalname} 1".replace("_", " ")), people)
    for page in table.pages:
        page.page.wait_for_function(CONNECTED)  # the browser cuts only sockets that are open
    return table


def banner(page: RoomPage) -> Locator:
    return page.page.get_by_text(LOST)


def expect_in_step(table: Table) -> None:
    for number, page in enumerate(table.pages):
        page.expect_moves(len(table.plan.log))
        assert page.read_board() == board_names(table.plan)
        assert sorted(page.read_rack()) == rack_names(table.plan, number)


def test_a_reload_during_a_turn_keeps_the_tiles(table: Table) -> None:
    """Tentative tiles are on the board again, and the rack keeps its order."""
    page, play = table.mover, table.plan.find_play(least=3)
    page.button("Sort").click()
    (square, letter), *_ = play.placed()
    page.tap(letter.tile, square)
    if letter.blank:
        page.choose_blank(letter.face)
    board, rack = page.read_board(), page.read_rack()
    assert board
    page.page.reload()
    expect(page.square(square)).to_have_accessible_name(re.compile("not played yet"))
    assert (page.read_board(), page.read_rack()) == (board, rack)
    page.button("Recall").click()
    page.do(play)
    table.plan.do(play)
    expect_in_step(table)


def test_a_game_continues_after_a_server_restart(
    mobile_table: Table, site: Site, complaints: Complaints
) -> None:
    """Pages reconnect to a restarted server and keep tentative tiles placed in the meantime."""
    complaints.allow(NETWORK)
    table = mobile_table
    first = table.plan.plays()[0]
    table.mover.do(first)
    table.plan.do(first)
    expect_in_step(table)
    page, play = table.mover, table.plan.find_play(least=2)
    page.lay(play)
    site.stop()
    for one in table.pages:
        expect(banner(one)).to_be_visible()
    site.start()
    for one in table.pages:
        expect(banner(one)).to_be_hidden()
    page.button("Play").click()
    table.plan.do(play)
    expect_in_step(table)


def test_a_move_made_offline_is_sent_once_when_online(
    mobile_table: Table, complaints: Complaints
) -> None:
    """A move sent without a connection is marked, and made once when the connection is back."""
    complaints.allow(NETWORK)
    table = mobile_table
    page, play = table.mover, table.plan.plays()[0]
    page.lay(play)
    page.page.context.set_offline(True)
    expect(banner(page)).to_be_visible()
    page.button("Play").click()
    expect(page.last_move).to_contain_text("Not sent yet")
    page.page.context.set_offline(False)
    table.plan.do(play)
    expect_in_step(table)
    expect(banner(page)).to_be_hidden()
    expect(page.last_move).not_to_contain_text("Not sent yet")


def test_an_offline_page_shows_a_move_made_elsewhere(
    mobile_table: Table, complaints: Complaints
) -> None:
    """After reconnecting, a player sees the moves that were made while they were offline."""
    complaints.allow(NETWORK)
    table = mobile_table
    away = table.pages[1 - table.plan.mover]
    away.page.context.set_offline(True)
    expect(banner(away)).to_be_visible()
    play = table.plan.plays()[0]
    table.mover.do(play)
    table.plan.do(play)
    away.expect_moves(0)
    away.page.context.set_offline(False)
    expect_in_step(table)


@pytest.mark.full
def test_a_move_for_an_earlier_turn_is_refused(
    table: Table, visit: Visit, complaints: Complaints
) -> None:
    """A second window of the same player that has not received the move cannot make it again."""
    complaints.allow("status of 409")
    page, play = table.mover, table.plan.plays()[0]
    shown = page.read_state()
    position, tiles = play.write(table.plan.state.tile_set)
    page.do(play)
    table.plan.do(play)
    expect_in_step(table)
    fields = {"game": shown["game"], "turn": str(shown["turn"]), "key": "another key"}
    fields |= {"position": position, "tiles": tiles}
    answer = page.post("play", fields)
    assert answer.status == 409
    assert "The game has moved on" in answer.text()
    expect_in_step(table)


@pytest.mark.full
def test_a_stranger_can_watch_but_not_move(
    table: Table, visit: Visit, complaints: Complaints
) -> None:
    """A visitor without a seat can watch, but can neither move nor read a rack."""
    complaints.allow("status of 40|WebSocket")
    plan, mallory = table.plan, visit("Mallory")
    traffic = TrafficLog(mallory.page)
    page = mallory.open(table.link)
    for name in ("Play", "Pass", "Exchange", "Challenge", "Resign", "Shuffle", "Hint"):
        expect(page.button(name)).to_have_count(0)
    expect(page.rack).to_have_count(0)

    position, tiles = plan.plays()[0].write(plan.state.tile_set)
    verbs = {
        "play": {"position": position, "tiles": tiles},
        "exchange": {"tiles": tiles.replace(".", "").upper()},
        "preview": {"position": position, "tiles": tiles},
        **{verb: {} for verb in BARE_VERBS},
        "hint": {"step": "3"},
        "computer": {"seat": "0", "level": "5"},
        "sit": {"seat": "0"},
        "invite": {"name": mallory.name},
    }
    for verb, fields in verbs.items():
        common = {"turn": str(plan.state.turn_number), "key": verb}
        answer = page.post(verb, common | fields)
        assert 400 <= answer.status < 500, f"{verb}: {answer.status}"
        check_no_secrets(answer.text(), plan)

    game = page.read_state()["game"]
    for url in (f"/games/{game}/", f"/games/{game}/gcg", f"/games/{game}/bag"):
        assert mallory.page.request.get(url).status == 404
    for url in ("bundle", "bundle?stamp=0", f"bundle?seat={plan.mover}", "moves/1/"):
        check_no_secrets(mallory.page.request.get(f"{table.link}{url}").text(), plan)

    assert say_on_socket(mallory.page, '{"act": "play"}') == 1003
    play = plan.plays()[0]
    table.mover.do(play)
    plan.do(play)
    page.expect_moves(1)
    assert traffic.expect_no_secrets(plan, range(plan.seats)) > 2
    expect_search_to_find_rack(table)
    expect_in_step(table)


def expect_search_to_find_rack(table: Table) -> None:
    """Check that the same search finds a rack on its owner's page."""
    traffic = TrafficLog(table.mover.page)
    table.mover.page.reload()
    table.mover.expect_rack(7)
    with pytest.raises(AssertionError, match="a rack was sent"):
        traffic.expect_no_secrets(table.plan, range(table.plan.seats))


def check_no_secrets(text: str, plan: Plan) -> None:
    assert '"rack":[[' not in text
    assert plan.seed.hex() not in text
    for seat in plan.state.seats:
        faces = "".join("?" if tile == BLANK else tile.face for tile in seat.rack)
        assert faces not in re.sub("[^A-Z?]", "", text)


def say_on_socket(page: Page, words: str) -> int:
    """Send a message on a separate socket to this room, and return its close code."""
    script = """(words) => new Promise((resolve) => {
        const url = document.querySelector("[ws-connect]").getAttribute("ws-connect");
        const socket = new WebSocket(url);
        socket.onopen = () => socket.send(words);
        socket.onclose = (event) => resolve(event.code);
    })"""
    code: int = page.evaluate(script, words)
    return code
