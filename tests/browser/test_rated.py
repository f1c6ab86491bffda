"""Three members play rated games: what changes in the room, on the record, on their pages and on
the leaderboard is what openskill says; and the records counted anew say the same."""

import re
from collections.abc import Sequence
from pathlib import Path

from openskill.models import PlackettLuce
from playwright.sync_api import Locator, Page, expect

from games.ratings.models import PROVISIONAL
from games.rules.game import Phase
from games.rules.moves import Pass, Resign
from tests.browser.conftest import TIMEOUT, Person, Seating, Table, Visit
from tests.browser.driver import RoomPage
from tests.browser.script import Plan
from tests.processes import wait_until
from tests.sites import Site

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
    "color_scheme": "dark",
}


class Scale:
    """The points of three newcomers, worked out game by game."""

    def __init__(self) -> None:
        self.model = PlackettLuce(mu=0)
        self.ratings = [self.model.rating() for _ in range(3)]

    @property
    def points(self) -> list[int]:
        return [round(1500 + 25 * one.mu) for one in self.ratings]

    def count(self, places: Sequence[float]) -> None:
        """One more game, in which the seats came in at these places."""
        rated = self.model.rate([[one] for one in self.ratings], ranks=list(places))
        self.ratings = [one for (one,) in rated]


def sign_up(person: Person, name: str) -> Person:
    page = person.page
    page.goto("/accounts/signup/?next=/")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Email").or_(page.get_by_label("E-mail")).first.fill(
        f"{name.split()[0].lower()}.rated@tiles.example"
    )
    page.locator("input[type=password]").first.fill("seven brown tiles")
    page.locator("main").get_by_role("button", name="Sign up").click()
    page.wait_for_url("**/")
    return Person(name, page)


def test_three_are_rated_as_openskill_says(
    visit: Visit, seat_all: Seating, site: Site, shots_dir: Path
) -> None:
    desk, small = visit("", locale="en-GB"), visit("", locale="en-GB", **PHONE)
    expect(desk.lobby.page.get_by_text("Members play rated games, too.")).to_be_visible()
    people = [
        sign_up(desk, "Moss Rated"),
        sign_up(small, "Heron Rated"),
        sign_up(visit("", locale="en-GB"), "Sedge Rated"),
    ]
    table = seat_all(Plan("Three are rated", seats=3), people, rated=True)
    for page in table.pages:
        expect(page.page.locator(".title")).to_contain_text("rated")
        expect(page.page.get_by_role("region", name="Scores")).to_contain_text("1500?")

    places, scale = play(table), Scale()
    scale.count(places)
    assert sorted(places) == [1, 2, 3]
    for page in table.pages:
        expect_changes(page.result, table.names, scale.points)
    for person in people:
        person.page.screenshot(path=shots_dir / f"rated-{person.name.split()[0]}.png")
    tab = small.page.context.new_page()
    tab.goto(f"/games/{table.pages[0].read_state()['game']}/")
    expect_changes(tab.get_by_role("region", name="Result"), table.names, scale.points)
    for name, points in zip(table.names, scale.points, strict=True):
        expect_curve(tab, name, f"Rating after 1 game: {points}?")
    expect_company(tab, table.names[0], shots_dir)
    tab.goto("/ratings/")
    expect(tab.get_by_text("Nobody has played enough rated games here yet.")).to_be_visible()

    for game in range(1, PROVISIONAL):
        scale.count(play_again(table, winner=0 if game % 3 else 1))
    desk.page.goto("/ratings/scrabble/en/untimed/")
    expect_leaders(desk.page, table.names, scale.points)
    desk.page.screenshot(path=shots_dir / "rated-leaderboard.png", full_page=True)
    for name, points in zip(table.names, scale.points, strict=True):
        expect_curve(tab, name, f"Rating over {PROVISIONAL} games: now {points}, between")
    counted = site.manage("recount_ratings", "--check")  # its exit code is looked at there
    assert "All ratings are as the records have them." in counted


def play(table: Table) -> list[int]:
    """A game in which one gives up and the others differ by their scores. Returns the places."""
    table.hurry(3)
    gone = table.plan.mover
    table.do(Resign())
    while table.plan.state.phase is not Phase.OVER:
        table.do(Pass())
    seats = table.plan.state.seats
    order = sorted(range(3), key=lambda seat: (seat == gone, -seats[seat].score))
    return [1 + order.index(seat) for seat in range(3)]


def play_again(table: Table, winner: int) -> list[int]:
    """Another game, in which all but one give up at once. Returns the places."""
    before = table.pages[0].read_state()["game"]
    for page in table.pages:
        assert page.post("rematch", {}).ok
    for turn, loser in enumerate(seat for seat in range(3) if seat != winner):
        page = table.pages[loser]

        def has_come(page: RoomPage = page, turn: int = turn) -> bool:
            told = page.read_state()
            return told["game"] != before and told["turn"] == turn and "resign" in told["can"]

        wait_until(has_come, "the game to reach the page", TIMEOUT / 1000)
        game = str(page.read_state()["game"])
        assert page.post("resign", {"game": game, "turn": str(turn)}).ok
    return [1 if seat == winner else 2 for seat in range(3)]


def expect_changes(result: Locator, names: list[str], points: list[int]) -> None:
    """The table of the final scores: a line for everybody, with their rating on the next."""
    for name, now in zip(names, points, strict=True):
        line = result.locator("tr", has=result.page.locator("th", has_text=name))
        rating = line.locator("xpath=following-sibling::tr[1]")
        sign = "+" if now >= 1500 else "−"
        expect(rating).to_have_text(
            re.compile(rf"Rating 1500\? → {now}\?\s*{re.escape(sign)}{abs(now - 1500)}$"),
            use_inner_text=True,
        )


def expect_curve(page: Page, name: str, said: str) -> None:
    """What the curve of a member's page says."""
    page.goto(f"/players/{name}/")
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    expect(page.get_by_role("img", name=said)).to_be_visible()


def expect_company(page: Page, name: str, shots_dir: Path) -> None:
    """On a phone, on the page of somebody who was played: the score between the two, following."""
    page.goto(f"/players/{name}/")
    expect(page.get_by_role("region", name="You against each other")).to_contain_text("lost by you")
    page.get_by_role("button", name="Follow", exact=True).click()
    expect(page.get_by_role("button", name="Unfollow")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.screenshot(path=shots_dir / "rated-page-390.png", full_page=True)


def expect_leaders(page: Page, names: list[str], points: list[int]) -> None:
    """The leaderboard of English Scrabble without a clock: the best first, nobody provisional."""
    expect(page.get_by_role("heading", name="Scrabble · English · untimed")).to_be_visible()
    best = sorted(zip(points, names, strict=True), reverse=True)
    lines = page.get_by_role("row").filter(has=page.get_by_role("rowheader"))
    expect(lines).to_have_text(
        [
            re.compile(rf"^\s*{place}\s*{name}\s*{now}\s*{PROVISIONAL}\s*$")
            for place, (now, name) in enumerate(best, 1)
        ]
    )
