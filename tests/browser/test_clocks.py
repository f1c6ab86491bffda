"""Games against the clock, up to their end on the pages; and a computer that takes over a seat."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from games.rules.plays.acts import Pass
from tests.browser.conftest import Seating, Table, Visit
from tests.browser.http_actions import CLOCK_25
from tests.browser.page_driver import RoomPage
from tests.browser.planned_games import Plan
from tests.live.test_clocks import PUT_FORWARD
from tests.processes import wait_until
from tests.site_processes import Site

LEFT = """
from datetime import timedelta
from django.utils import timezone
from games.play.models import Game, SeatMember
game = Game.objects.get(room__code={code!r})
long_ago = timezone.now() - timedelta(minutes=11)
SeatMember.objects.filter(game=game, seat__number={seat}).update(seen_at=long_ago)
Game.objects.filter(pk=game.pk).update(moved_at=long_ago, due_at=timezone.now())
"""


RECORD_CLASSES = """clock => {
    window.classes = [clock.className];
    new MutationObserver(() => classes.push(clock.className)).observe(clock, { attributes: true });
}"""


def code_of(room: RoomPage) -> str:
    return room.link.rstrip("/").rpartition("/")[2]


def leave_long_ago(site: Site, table: Table) -> RoomPage:
    """Close the page of the player to move, as if ten minutes ago; return that page.

    The server may still be writing down that the page was open, which would undo it: so this waits
    until the others read that the player is away, and says it again.
    """
    gone, seat = table.mover, table.plan.mover
    page = table.pages[seat - 1]
    gone.page.goto("about:blank")

    def is_missed() -> bool:
        site.run(LEFT.format(code=code_of(page), seat=seat))
        return away_note(page).is_visible()

    wait_until(is_missed, "the note on the player who left", poll=1)
    is_missed()
    return gone


def away_note(page: RoomPage) -> Locator:
    return page.page.get_by_role("group", name="Player away")


def leave(site: Site, room: RoomPage, seat: int, seconds: float) -> None:
    """Let time pass until the clock of this seat, which runs, has so many seconds left."""
    clock = room.read_state()["clock"]
    end = (clock["since"] + clock["left"][seat]) / 1000
    passed = f"{end} - {seconds} - time.time()"
    site.run(PUT_FORWARD.format(codes=[code_of(room)], seconds=passed, outage=False))


def test_a_game_is_lost_on_time(seat_all: Seating, site: Site) -> None:
    """Neither player acts: both pages show the clock run down and the flag fall."""
    table = seat_all(Plan("Lost on time"), fields=CLOCK_25 | {"minutes": "1:00"})
    mover = table.plan.mover
    for page in table.pages:
        times = page.page.get_by_role("region", name="Clocks").locator("time")
        expect(times.nth(1 - mover)).to_have_text("1:00")
    own = table.pages[mover]
    own.page.locator("#clocks .clock").nth(mover).evaluate(RECORD_CLASSES)
    leave(site, own, mover, 15)
    expect(own.page.locator("#announcer p", has_text="10 seconds left")).to_have_count(1)
    own.page.wait_for_function("() => classes.some((one) => one.includes('running urgent'))")
    for seat, page in enumerate(table.pages):
        result = "lost" if seat == mover else "won"
        expect(page.result.get_by_role("heading")).to_have_text(f"You {result} 0–0 on time")
        expect(page.moves.first).to_contain_text("Out of time")


@pytest.mark.full
def test_overtime_is_settled_on_its_own_line(seat_all: Seating, site: Site) -> None:
    table = seat_all(Plan("Over time"), clock="1:00", overtime=2)
    late = table.plan.mover
    slow = table.mover
    leave(site, slow, late, -1)
    expect(slow.page.locator("#clocks .clock").nth(late)).to_have_class(
        re.compile("running overtime")
    )
    for _ in range(4):
        table.do(Pass())
    for seat, page in enumerate(table.pages):
        expect(page.result.get_by_role("columnheader", name="Overtime")).to_be_visible()
        row = page.result.get_by_role("row", name=re.compile(f"^{table.names[late]}"))
        expect(row.get_by_role("cell").nth(2)).to_have_text(re.compile("^−[12]0$"))
        result = "lost −" if seat == late else "won −"
        expect(page.result.get_by_role("heading")).to_contain_text(f"You {result}")
    slow.page.get_by_role("link", name="Review game").click()
    expect(slow.page.get_by_role("columnheader", name="Overtime")).to_be_visible()


@pytest.mark.full
def test_a_computer_takes_over_for_a_player_who_left(
    seat_all: Seating, site: Site, visit: Visit
) -> None:
    table = seat_all(Plan("Left alone"))
    mover = table.plan.mover
    page = table.pages[1 - mover].page
    leave_long_ago(site, table)
    note = away_note(table.pages[1 - mover])
    expect(note).to_contain_text(f"No sign of {table.names[mover]} for more than 10 minutes.")
    expect(note.get_by_role("button", name="Claim the win")).to_have_count(0)
    note.get_by_role("button", name="Let a computer play").click()
    expect(note).to_be_hidden()
    expect(seats(page)).to_contain_text(f"for {table.names[mover]}")
    RoomPage(page).expect_moves(1)
    expect(page.get_by_role("region", name="Last move")).to_contain_text("Your turn")


def seats(page: Page) -> Locator:
    return page.get_by_role("region", name="Scores")
