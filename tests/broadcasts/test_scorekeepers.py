"""Who may write down a game: its scorekeepers, and at an event its directors."""

import re
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest

from games.broadcasts.models import AnnotatedGame, Scorekeeper
from games.broadcasts.services.account_changes import stop_keeping_scores
from games.events.models import EventTable
from games.players.models import Player
from games.uploads.models import UploadedGame
from tests.broadcasts.conftest import Keep
from tests.broadcasts.keeper_driver import KeptGame
from tests.events.conftest import Open, make_member
from tests.events.event_driver import EventDriver, open_browser, read_text

pytestmark = pytest.mark.django_db(transaction=True)


def invite_of(game: KeptGame) -> str:
    found = re.search(rf"{game.path}join/[^/\"]+/", game.page(game.keeper, "keep/"))
    assert found
    return found[0]


def test_only_scorekeepers_write(keep_game: Keep) -> None:
    game, stranger = keep_game(), make_member("Stranger")
    for player in (stranger, None):
        browser = open_browser(player)
        fields = {"act": "add", "seat": 0, "kind": "pass", "stamp": 1, "key": "k"}
        assert browser.post(f"{game.path}keep/act", fields).status_code == 403
        assert browser.post(f"{game.path}keep/preview", fields).status_code == 403
        assert browser.post(f"{game.path}keep/delete").status_code == 403
        assert browser.get(f"{game.path}keep/").status_code == 403
        assert browser.get(game.path).status_code == 200
    assert game.game.moves == []


def test_a_second_scorekeeper_joins_by_the_link(keep_game: Keep) -> None:
    game, second = keep_game(), make_member("Second")
    link = invite_of(game)
    browser = game.browser_of(second)
    assert "Keep score together" in browser.get(link).content.decode()
    assert Scorekeeper.objects.count() == 1, "opening the link is no decision"
    for _again in range(2):
        assert browser.post(link).status_code == 302
    assert Scorekeeper.objects.count() == 2
    assert game.play(0, "8G", "jack", by=second) == ""
    assert browser.post(f"{game.path}keep/delete").status_code == 403, "it is not theirs"
    assert browser.post(f"{game.path}join/wrong/").status_code == 404


def test_a_game_has_a_few_scorekeepers(keep_game: Keep) -> None:
    game = keep_game()
    link = invite_of(game)
    answers = [
        open_browser(make_member(f"Keeper {number}")).post(link).status_code for number in range(5)
    ]
    assert answers == [302, 302, 302, 409, 409]


def test_the_owner_deletes_a_game_with_its_record(keep_game: Keep) -> None:
    game = keep_game()
    assert game.play(0, "8G", "jack") == ""
    assert game.send("end", left=["", ""], overtime=["", ""]) == ""
    assert game.browser.post(f"{game.path}keep/delete").status_code == 302
    assert not AnnotatedGame.objects.exists()
    assert not UploadedGame.objects.exists()


def test_names_are_needed(lexicon: Any, keeper: Player) -> None:
    browser = open_browser(keeper)
    form = {"variant": "scrabble", "lexicon": "few", "name_0": "Amber", "name_1": " "}
    answer = browser.post("/live/new/", form)
    assert answer.status_code == 422
    assert not AnnotatedGame.objects.exists()
    four = {f"name_{number}": f"Seat {number}" for number in range(4)}
    answer = browser.post("/live/new/", form | four | {"variant": "qwibble"})
    assert answer.status_code == 422, "Qwibble is for two"


def test_listed_games_are_found_and_others_are_not(keep_game: Keep) -> None:
    keep_game(title="Club final")
    keep_game(title="Quiet game", listed=None)
    listed = read_text(open_browser(None).get("/live/").content.decode())
    assert "Club final" in listed
    assert "Quiet game" not in listed


def test_the_account_of_a_scorekeeper_is_deleted(keep_game: Keep, keeper: Player) -> None:
    live, over = keep_game(title="Goes on"), keep_game(title="Is over")
    assert over.play(0, "8G", "jack") == ""
    assert over.send("end", left=["", ""], overtime=["", ""]) == ""
    stop_keeping_scores(keeper)
    assert open_browser(None).get(live.path).status_code == 404
    assert open_browser(None).get(over.path).status_code == 200


@pytest.fixture
def event(open_event: Open) -> EventDriver:
    """An event on real boards whose first round is being played at two tables."""
    driver = open_event(entrants=4)
    assert driver.pair() == ""
    assert driver.start() == ""
    return driver


def annotate(event: EventDriver, by: Player | None, table: int = 1) -> Any:
    form = {"event": event.code, "round": 1, "table": table, "key": "annotate"}
    return event.browser_of(by).post("/live/new/", form)


def test_a_director_has_a_table_written_down(event: EventDriver) -> None:
    table = event.tables[0]
    names = [player.nickname for player in event.players_at(table)]
    form = event.browser_of(event.director).get(
        f"/live/new/?event={event.code}&round=1&table={table.number}"
    )
    assert all(name in form.content.decode() for name in names)
    answer = annotate(event, event.director)
    assert answer.status_code == 302
    game = AnnotatedGame.objects.get()
    assert (game.names, game.table, game.title) == (names, table, "Autumn Cup")
    assert game.get_absolute_url() in event.page()
    again = event.browser_of(event.director).post(
        "/live/new/", {"event": event.code, "round": 1, "table": 1, "key": "another form"}
    )
    assert again.headers["Location"] == answer.headers["Location"], "a table has one game"


def test_the_result_of_a_table_counts_in_the_event(event: EventDriver) -> None:
    assert annotate(event, event.director).status_code == 302
    game = KeptGame(AnnotatedGame.objects.get().code, event.director, open_browser(event.director))
    assert game.play(0, "8G", "jack") == ""
    assert game.send("end", left=["", ""], overtime=["", ""]) == ""
    table = EventTable.objects.get(number=1)
    assert table.has_result
    assert [seat.score for seat in table.seats.all()] == [34, 0]
    archive = event.browser_of(event.director).get(f"/events/{event.code}/games.zip")
    files = ZipFile(BytesIO(archive.content))
    assert files.namelist() == ["round-1-table-1.gcg"]
    assert b"8G JACK +34 34" in files.read("round-1-table-1.gcg")


def test_only_directors_have_tables_written_down(event: EventDriver, people: list[Player]) -> None:
    assert annotate(event, people[0]).status_code == 403
    assert annotate(event, event.director, table=99).status_code == 404
    assert not AnnotatedGame.objects.exists()


def test_games_that_are_played_here_are_not_written_down(open_event: Open) -> None:
    driver = open_event(entrants=2, on_boards=None)
    assert driver.pair() == ""
    assert driver.start() == ""
    assert annotate(driver, driver.director).status_code == 409
