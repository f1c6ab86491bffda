"""Pages for other sites and for streams, and the tables of an event side by side."""

import pytest

from games.broadcasts.models import AnnotatedGame
from games.broadcasts.perspective import featured_tables
from games.broadcasts.perspective.featured_tables import read_broadcast_stamps
from games.broadcasts.terms.excitement import rate_excitement
from tests.broadcasts.conftest import Keep
from tests.broadcasts.keeper_driver import KeptGame
from tests.events.conftest import Open
from tests.events.event_driver import EventDriver, open_browser, read_text

pytestmark = pytest.mark.django_db(transaction=True)

FRAMED = "frame-ancestors *"


def policy_of(path: str) -> tuple[str, str]:
    answer = open_browser(None).get(path)
    assert answer.status_code == 200
    return answer.headers["Content-Security-Policy"], answer.headers.get("X-Frame-Options", "")


@pytest.fixture
def played(open_event: Open) -> EventDriver:
    """An event that is played here, with two tables in its first round."""
    driver = open_event(entrants=4, on_boards=None)
    assert driver.pair() == ""
    assert driver.start() == ""
    return driver


def test_other_sites_may_frame_what_is_made_for_it(played: EventDriver, keep_game: Keep) -> None:
    game = keep_game()
    room = f"/r/{played.tables[0].game.room.code}/"
    for path in (f"{room}embed/", f"{game.path}embed/", f"/events/{played.code}/embed/"):
        policy, header = policy_of(path)
        assert FRAMED in policy, path
        assert header == "", path


def test_other_sites_may_frame_nothing_else(played: EventDriver, keep_game: Keep) -> None:
    game = keep_game()
    room = f"/r/{played.tables[0].game.room.code}/"
    event = f"/events/{played.code}/"
    paths = (
        *(room, f"{room}table/", f"{room}stream/", game.path, f"{game.path}stream/"),
        *(event, f"{event}broadcast/", f"{event}stream/", "/", "/live/"),
    )
    for path in paths:
        policy, header = policy_of(path)
        assert "frame-ancestors 'none'" in policy, path
        assert header == "DENY", path


def test_refusals_may_not_be_framed() -> None:
    for path in ("/r/nowhere/embed/", "/live/nowhere/embed/", "/events/nowhere/embed/"):
        answer = open_browser(None).get(path)
        assert answer.status_code == 404
        assert FRAMED not in answer.headers["Content-Security-Policy"]


def test_embedded_pages_have_no_forms(played: EventDriver, keep_game: Keep) -> None:
    room = f"/r/{played.tables[0].game.room.code}/"
    for path in (f"{room}embed/", f"{keep_game().path}embed/", f"/events/{played.code}/embed/"):
        page = open_browser(None).get(path).content.decode()
        assert "<form" not in page, path
        assert "data-post" not in page, path


def test_the_tables_of_a_round_are_offered(played: EventDriver) -> None:
    page = played.page(path="broadcast/")
    for table in played.tables:
        assert table.game is not None
        assert f"/r/{table.game.room.code}/embed/" in page
    assert "Standings" in read_text(page)
    assert "No game is being played" in read_text(open_page_of_new_event(played))


def open_page_of_new_event(other: EventDriver) -> str:
    fresh = EventDriver.open(other.director, other.people, other.clock, title="Later")
    return fresh.page(path="broadcast/")


def test_games_on_real_boards_are_shown_beside_them(open_event: Open) -> None:
    driver = open_event(entrants=4)
    assert driver.pair() == ""
    assert driver.start() == ""
    form = {"event": driver.code, "round": 1, "table": 1, "key": "k"}
    assert driver.browser_of(driver.director).post("/live/new/", form).status_code == 302
    game = KeptGame(
        AnnotatedGame.objects.get().code, driver.director, open_browser(driver.director)
    )
    before = read_broadcast_stamps([driver.code])[driver.code]
    assert game.play(0, "8G", "jack") == ""
    assert read_broadcast_stamps([driver.code])[driver.code] > before
    page = driver.page(path="broadcast/")
    assert f"/live/{game.code}/embed/" in page
    assert "34" in read_text(page)


def test_a_director_downloads_games_written_down_on_real_boards(open_event: Open) -> None:
    driver = open_event(entrants=2)
    assert driver.pair() == ""
    assert driver.start() == ""
    form = {"event": driver.code, "round": 1, "table": 1, "key": "k"}
    assert driver.browser_of(driver.director).post("/live/new/", form).status_code == 302
    page = driver.page(driver.director, "cross-table/")
    assert "all games as GCG" not in page, "none is over"
    written = AnnotatedGame.objects.get()
    game = KeptGame(written.code, driver.director, open_browser(driver.director))
    game.play(0, "8G", "jack")
    assert game.send("end", left=["", ""], overtime=["", ""]) == ""
    assert "all games as GCG" in driver.page(driver.director, "cross-table/")
    assert "all games as GCG" not in driver.page(driver.people[0], "cross-table/")


def test_tables_that_are_being_played_are_listed_first(
    open_event: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(featured_tables, "MAX_TABLES", 2)
    driver = open_event(entrants=6, on_boards=None)
    driver.pair()
    driver.start()
    first, second, third = (f"/r/{one.game.room.code}/embed/" for one in driver.tables if one.game)
    page = driver.page(path="broadcast/")
    assert first in page and second in page and third not in page
    assert "1 more table" in read_text(page)
    assert driver.report(driver.tables[0], 400, 300) == ""
    page = driver.page(path="broadcast/")
    assert second in page and third in page and first not in page


def test_a_close_game_is_more_exciting_than_a_decided_one() -> None:
    assert rate_excitement([400, 396], 12, 100) > rate_excitement([400, 300], 12, 100)
    assert rate_excitement([400, 396], 12, 100) > rate_excitement([40, 36], 80, 100)
    assert rate_excitement([40, 36], 50, 100, 30_000) > rate_excitement([40, 36], 50, 100, 600_000)
    assert rate_excitement([300, 290, 100], 20, 100) > rate_excitement([300, 100, 90], 20, 100)


@pytest.mark.parametrize("boards", ["1", "4", "3", "x", "9" * 40])
def test_odd_numbers_of_boards_are_ignored(played: EventDriver, boards: str) -> None:
    page = played.page(path=f"broadcast/?boards={boards}")
    shown = page.partition("data-boards=")[2].lstrip('"')[0]
    assert shown == (boards if boards in ("1", "4") else "2")
