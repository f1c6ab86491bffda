"""Pages in every state that has a look of its own, and who sees them, for ``make screenshots``."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

from games.rules.plays.acts import Resign
from tests.browser.conftest import Person, Seating, Visit, fresh
from tests.browser.duplicate_table import open_duplicate, seat_duplicate
from tests.browser.http_actions import PLAIN_ROOM, post, seat_players
from tests.browser.planned_games import Plan
from tests.browser.test_daily_game import find_game
from tests.browser.test_puzzle import BINGO, open_puzzle
from tests.live.test_swapped_matches import FORM as SWAPPED_MATCH_FORM
from tests.processes import PATIENCE
from tests.site_processes import Site


@dataclass(frozen=True)
class SamplePage:
    """A page, seen by the player of the sample games or by a guest.

    ``press`` are selectors of what is pressed once the page is open: no words, since the page may
    be in any language.
    """

    name: str
    path: str
    by_player: bool = False
    press: tuple[str, ...] = ()

    def open(self, page: Page) -> None:
        page.goto(self.path)
        for selector in self.press:
            page.locator(selector).filter(visible=True).first.click()


@dataclass
class SampleGames:
    """Games in every phase, and browsers that show them in another language."""

    visit: Visit
    player: Person
    pages: list[SamplePage]

    def come(self, language: str, **options: Any) -> tuple[Page, Page]:
        """Return a page of a guest and one of the player, in browsers of this language."""
        state = self.player.page.context.storage_state()
        guest = self.visit("", locale=language, **options).page
        player = self.visit("", locale=language, storage_state=state, **options).page
        post(player, "/settings/language/", htmx=False, language=language)
        return guest, player


def make_sample_pages(site: Site, visit: Visit, seat_all: Seating) -> SampleGames:
    """Begin and end games on the site, and return the pages they give."""
    player = visit("Amber", locale="en-GB")
    others = [visit(name) for name in ("Cobalt", "Jade", "Rust")]
    wanted = PLAIN_ROOM | {"title": fresh("Waiting room"), "seats": "2", "name": player.name}
    waiting = post(player.page, "/rooms/", htmx=False, **wanted).headers["location"]

    ended = seat_all(Plan(fresh("An evening")), [player, others[1]])
    ended.hurry(8)
    ended.do(Resign())
    expect(ended.pages[0].result).to_be_visible()
    review = ended.pages[0].result.locator("a[href*='/games/']").first.get_attribute("href") or ""
    reader = visit("").page  # who plays may not analyse
    reader.goto(review)
    reader.get_by_role("button", name="Analyse this game").click()
    table = seat_all(Plan(fresh("Kitchen table")), [player, others[0]], {"clock": "25+0/5"})
    table.hurry(9)
    four = [player, *others]
    crowded = seat_players([one.page for one in four], [one.name for one in four], fresh("Four"))
    done = "The analysis is complete."
    expect(reader.locator("#_analysis_status")).to_have_text(done, timeout=4000 * PATIENCE)
    waiting_duplicate = open_duplicate(player.page, fresh("Club night"), player.name)
    duplicate, paused = (seat_duplicate(site, four, fresh(title)) for title in ("Noon", "Evening"))
    best, *_, lowest = paused.list_plays()
    paused.pages[0].send(lowest)
    paused.pages[1].send(best)
    paused.end_turn()
    for one in (duplicate, paused):
        one.hurry(3600)  # longer than the screenshots take
    match = post(player.page, "/rooms/swapped-match/", htmx=False, **SWAPPED_MATCH_FORM)
    open_puzzle(site, reader, BINGO)
    puzzle = reader.url

    return SampleGames(
        visit,
        player,
        [
            SamplePage("lobby", "/"),
            SamplePage("lobby-computer", "/", press=("[data-open=computer]",)),
            SamplePage("room-waiting", waiting, by_player=True),
            SamplePage("room-playing", table.link, by_player=True),
            SamplePage("room-menu", table.link, True, ("[data-open=room-menu]",)),
            SamplePage("room-sections", waiting, True, (".sections-button",)),
            SamplePage("room-four", crowded, by_player=True),
            SamplePage("room-spectator", table.link),
            SamplePage("room-ended", ended.link, by_player=True),
            SamplePage("review", f"{review}?move=5"),
            SamplePage("puzzle", puzzle),
            SamplePage("daily-games", "/daily/"),
            SamplePage("duplicate-waiting", f"/duplicate/{waiting_duplicate}/", by_player=True),
            SamplePage("duplicate-turn", duplicate.path, by_player=True),
            SamplePage("duplicate-spectator", duplicate.path),
            SamplePage("duplicate-pause", paused.path, by_player=True),
            SamplePage("duplicate-review", f"{paused.path}review/", by_player=True),
            SamplePage("table-screen", f"{table.link}table/"),
            SamplePage("swapped-match", match.headers["location"]),
            SamplePage("daily", find_game(site)[0], press=("#next-turn",)),
            SamplePage("quiz", "/study/", press=("main form button.primary",)),
            SamplePage("notifications", "/", True, (".bell",)),
            SamplePage("closed-learn", "/learn/", by_player=True),
            SamplePage("closed-dictionaries", "/dictionaries/", by_player=True),
        ],
    )
