"""Three members play rated games, and the site's ratings match those of openskill.

The changes are checked in the room, on the record, on profiles and on the leaderboard. A recount
from the records gives the same ratings.
"""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from openskill.models import PlackettLuce
from playwright.sync_api import Locator, Page, expect

from games.ratings.models import PROVISIONAL_GAMES
from games.rules.flow.game import Phase
from games.rules.plays.acts import Pass, Resign
from tests.browser.conftest import Person, Seating, Table, Visit, email_of
from tests.browser.http_actions import SeatClient
from tests.browser.planned_games import Plan
from tests.processes import PATIENCE, wait_until
from tests.screenshots import save_screenshot
from tests.site_processes import Site

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
    "color_scheme": "dark",
}


@pytest.fixture
def site(lone_site: Site) -> Site:
    """A site without any other ratings."""
    return lone_site


class ExpectedRatings:
    """The ratings of three newcomers, computed game by game."""

    def __init__(self) -> None:
        self.model = PlackettLuce(mu=0)
        self.ratings = [self.model.rating() for _ in range(3)]
        self.weight = 1.0

    @property
    def points(self) -> list[int]:
        return [round(1500 + 25 * one.mu) for one in self.ratings]

    def count(self, places: Sequence[float]) -> None:
        """Rate one more game, with the seats at these places.

        Since the same three meet each time, each game counts half as much as the one before.
        """
        rated = self.model.rate([[one] for one in self.ratings], ranks=list(places))
        for before, (after,) in zip(self.ratings, rated, strict=True):
            before.mu += self.weight * (after.mu - before.mu)
            variance = before.sigma**2 + self.weight * (after.sigma**2 - before.sigma**2)
            before.sigma = variance**0.5
        self.weight /= 2


def sign_up(person: Person, name: str) -> Person:
    page = person.page
    page.goto("/accounts/signup/?next=/")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Email").or_(page.get_by_label("E-mail")).first.fill(email_of(name))
    page.locator("input[type=password]").first.fill("seven brown tiles")
    page.locator("main").get_by_role("button", name="Sign up").click()
    page.wait_for_url("**/")
    return Person(name, page)


def test_three_players_get_the_ratings_of_openskill(
    visit: Visit, seat_all: Seating, site: Site, shots_dir: Path
) -> None:
    desk, small = visit("", locale="en-GB"), visit("", locale="en-GB", **PHONE)
    desk.page.goto("/rooms/")
    expect(desk.page.get_by_text("Sign up to play rated games.")).to_be_visible()
    people = [
        sign_up(desk, "Moss Rated"),
        sign_up(small, "Heron Rated"),
        sign_up(visit("", locale="en-GB"), "Sedge Rated"),
    ]
    table = seat_all(Plan("Three are rated", seats=3), people, rated=True, clock="180")
    for page in table.pages:
        expect(page.page.locator(".title")).to_contain_text("rated")
        expect(page.page.get_by_role("region", name="Scores")).to_contain_text("1500?")

    places, scale = play(table), ExpectedRatings()
    scale.count(places)
    assert sorted(places) == [1, 2, 3]
    for page in table.pages:
        expect_changes(page.result, table.names, scale.points)
    for person in people:
        save_screenshot(person.page, shots_dir / f"rated-{person.name.split()[0]}.png")
    tab = small.page.context.new_page()
    tab.goto(f"/games/{table.pages[0].read_state()['game']}/")
    expect_changes(tab.get_by_role("region", name="Result"), table.names, scale.points)
    for name, points in zip(table.names, scale.points, strict=True):
        check_rating_curve(tab, name, f"Rating after 1 game: {points}?")
    check_opponent_profile(tab, table.names[0], shots_dir)
    tab.goto("/ratings/")
    expect(tab.get_by_text("No one has played enough rated games here yet.")).to_be_visible()

    seats = [SeatClient(page.page, table.link) for page in table.pages]
    for page in table.pages:
        page.page.goto("about:blank")
    for game in range(1, PROVISIONAL_GAMES):
        scale.count(play_again(seats, winner=0 if game % 3 else 1))
    desk.page.goto("/ratings/scrabble/en/live/")
    check_leaderboard(desk.page, table.names, scale.points)
    save_screenshot(desk.page, shots_dir / "rated-leaderboard.png", full_page=True)
    for name, points in zip(table.names, scale.points, strict=True):
        check_rating_curve(tab, name, f"Rating after {PROVISIONAL_GAMES} games: {points} (lowest")
    counted = site.manage("recount_ratings", "--check")  # fails if the command does
    assert "All ratings match the games." in counted


def play(table: Table) -> list[int]:
    """Play a game in which one resigns and the others' scores differ. Returns the places."""
    table.hurry(3)
    gone = table.plan.mover
    table.do(Resign())
    while table.plan.state.phase is not Phase.OVER:
        table.do(Pass())
    seats = table.plan.state.seats
    order = sorted(range(3), key=lambda seat: (seat == gone, -seats[seat].score))
    return [1 + order.index(seat) for seat in range(3)]


def play_again(seats: Sequence[SeatClient], winner: int) -> list[int]:
    """Play another game, in which all pass once and all but one resign. Returns the places."""
    before = seats[0].read_state()["game"]
    for seat in seats:
        seat.post("rematch")
    losers = [seats[person] for person in range(3) if person != winner]
    for turn in range(3):
        act_when_ready(seats, "pass", before, turn)
    for turn, loser in enumerate(losers, 3):
        act_when_ready([loser], "resign", before, turn)
    return [1 if seat == winner else 2 for seat in range(3)]


def act_when_ready(seats: Sequence[SeatClient], verb: str, before: str, turn: int) -> None:
    """Wait until one of the players may do this on turn ``turn`` of a new game, and do it.

    ``before`` is the previous game. A rematch renumbers the seats, so each player's state must say
    whose turn it is.
    """
    found: list[SeatClient] = []

    def look() -> bool:
        for seat in seats:
            state = seat.read_state()
            if state["game"] != before and state["turn"] == turn and verb in state["can"]:
                found.append(seat)
        return bool(found)

    wait_until(look, "the game to reach a player", PATIENCE, poll=0.1)
    seat = found[0]
    seat.post(verb, game=str(seat.read_state()["game"]), turn=str(turn))


def expect_changes(result: Locator, names: list[str], points: list[int]) -> None:
    """Check the table of final scores: a line for each player, followed by their rating."""
    for name, now in zip(names, points, strict=True):
        line = result.locator("tr", has=result.page.locator("th", has_text=name))
        rating = line.locator("xpath=following-sibling::tr[1]")
        sign = "+" if now >= 1500 else "−"
        expect(rating).to_have_text(
            re.compile(rf"Rating 1500\? → {now}\?\s*{re.escape(sign)}{abs(now - 1500)}$"),
            use_inner_text=True,
        )


def check_rating_curve(page: Page, name: str, said: str) -> None:
    """Check the description of the rating curve on a member's page."""
    page.goto(f"/players/{name}/")
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    expect(page.get_by_role("img", name=said)).to_be_visible()


def check_opponent_profile(page: Page, name: str, shots_dir: Path) -> None:
    """Check on a phone the score between the two on an opponent's profile, and follow them."""
    page.goto(f"/players/{name}/")
    expect(page.get_by_role("region", name="Head to head")).to_contain_text("your losses")
    page.get_by_role("button", name="Follow", exact=True).click()
    expect(page.get_by_role("button", name="Unfollow")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    save_screenshot(page, shots_dir / "rated-page-390.png", full_page=True)


def check_leaderboard(page: Page, names: list[str], points: list[int]) -> None:
    """Check the leaderboard of English Scrabble with a clock: best first, without provisional
    ratings.
    """
    expect(page.get_by_role("heading", name="Scrabble · English · live")).to_be_visible()
    best = sorted(zip(points, names, strict=True), reverse=True)
    lines = page.get_by_role("row").filter(has=page.get_by_role("rowheader"))
    expect(lines).to_have_text(
        [
            re.compile(rf"^\s*{place}\s*{name}\s*{now}\s*{PROVISIONAL_GAMES}\s*$")
            for place, (now, name) in enumerate(best, 1)
        ]
    )
