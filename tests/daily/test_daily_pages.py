"""The pages of daily games over HTTP: who sees what, and when."""

import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from games.daily.models import DailyAttempt, DailyGame, DailyPlay
from games.daily.terms.turn_clock import TURN_TIME, get_publication
from games.daily.views import turns
from games.players.models import Player
from tests.daily.handmade_games import (
    BEST,
    FIRST,
    GOOD,
    LATER_BEST,
    PHONY,
    SECOND,
    SECRET,
)
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]
Clock = Callable[[datetime], None]
DAY = timedelta(days=1)
ADDRESS = "/daily/2026-05-01/en/"


@pytest.fixture(autouse=True)
def _noon(set_clock: Clock) -> None:
    set_clock(NOON)


def text_of(answer: Any) -> str:
    return re.sub(r"\s+", " ", str(answer.content.decode()))


def state_of(answer: Any) -> dict[str, Any]:
    found = re.search(r'id="_state"[^>]*>(.*?)</script>', answer.content.decode())
    assert found, "the answer has no state"
    state: dict[str, Any] = json.loads(found[1])
    return state


def start(browser: Client, turn: int = 1) -> Any:
    return browser.post(f"{ADDRESS}start", {"turn": turn})


def send(browser: Client, play: tuple[str, str], turn: int = 1) -> Any:
    return browser.post(f"{ADDRESS}play", {"turn": turn, "position": play[0], "tiles": play[1]})


def end(browser: Client, turn: int = 1) -> Any:
    return browser.post(f"{ADDRESS}end", {"turn": turn})


def rack_of(answer: Any) -> str:
    return "".join(face for face, _value in state_of(answer)["rack"])


@pytest.mark.usefixtures("game")
def test_a_whole_game_over_http(people: list[Player], client_of: Browse) -> None:
    """Each answer has the state of the moment: the rack while the clock runs, then the result."""
    browser = client_of(people[0])
    page = browser.get(ADDRESS)
    assert "Start the clock" in text_of(page)
    assert rack_of(page) == ""
    started = start(browser)
    assert (rack_of(started), state_of(started)["left"]) == (FIRST.rack, 120_000)
    sent = send(browser, GOOD)
    assert "Sent.</div>" in text_of(sent)
    assert "G8 across VAN" in text_of(sent)
    closed = end(browser)
    assert "6 points short of the best" in text_of(closed)
    assert "D8 across RAVEN" in text_of(closed)
    assert "So far: 12 of 18 points" in text_of(closed)
    assert rack_of(closed) == ""
    assert rack_of(start(browser, 2)) == SECOND.rack
    send(browser, LATER_BEST, 2)
    over = end(browser, 2)
    assert state_of(over)["phase"] == "over"
    assert "of 107 points (94%)" in text_of(over)
    assert "You found 1 of 2 best plays" in text_of(over)
    assert "Streak: 1 day" in text_of(over)
    shared = re.search(r'<textarea id="shared".*?>(.*?)</textarea>', over.content.decode(), re.S)
    assert shared
    assert shared[1].splitlines() == [
        "Tileroom · Daily game · English · 1 May 2026",
        "101 of 107 points (94%), 1 of 2 best plays",
        "🟨🟩",
    ]


@pytest.mark.usefixtures("game")
def test_nothing_of_a_later_turn_is_shown(people: list[Player], client_of: Browse) -> None:
    browser = client_of(people[0])
    hidden = {FIRST.rack, SECOND.rack, "RAVEN", "IONIZES", SECRET.hex()}

    def find(answer: Any) -> set[str]:
        text = text_of(answer) + rack_of(answer)
        return {one for one in hidden if one in text}

    assert find(browser.get(ADDRESS)) == set()
    assert find(start(browser)) == {FIRST.rack}
    assert find(send(browser, GOOD)) == {FIRST.rack}
    assert find(end(browser)) == {"RAVEN"}
    assert find(browser.get(ADDRESS)) == {"RAVEN"}
    assert find(start(browser, 2)) == {SECOND.rack}


@pytest.mark.usefixtures("game")
def test_an_invalid_word_is_named_only_afterwards(people: list[Player], client_of: Browse) -> None:
    browser = client_of(people[0])
    start(browser)
    sent, valid = text_of(send(browser, PHONY)), text_of(send(browser, GOOD))
    assert "not in the dictionary" not in sent
    assert re.sub("XNV|>26<", "", sent) == re.sub("VAN|>12<", "", valid)
    preview = browser.post(f"{ADDRESS}preview", {"position": PHONY[0], "tiles": PHONY[1]})
    assert "Words are checked when you play" in text_of(preview)
    send(browser, PHONY)
    assert "XNV is not in the dictionary" in text_of(end(browser))


@pytest.mark.usefixtures("game")
def test_a_preview_needs_a_running_turn(people: list[Player], client_of: Browse) -> None:
    fields = {"position": BEST[0], "tiles": BEST[1]}
    for browser in (client_of(None), client_of(people[0])):
        refused = text_of(browser.post(f"{ADDRESS}preview", fields))
        assert "The time for this turn is over" in refused
        assert "RAVEN" not in refused
    start(browser)
    assert "18" in text_of(browser.post(f"{ADDRESS}preview", fields))
    off = browser.post(f"{ADDRESS}preview", {"position": "1A", "tiles": "VAN"})
    assert "must cover the centre" in text_of(off) or 'data-lawful="0"' in text_of(off)
    assert browser.post(f"{ADDRESS}preview", {"tiles": "x" * 200}).status_code == 422
    end(browser)
    assert "The time for this turn is over" in text_of(browser.post(f"{ADDRESS}preview", fields))


@pytest.mark.usefixtures("game")
def test_late_and_wrong_requests_are_answered_with_the_current_state(
    people: list[Player], client_of: Browse, set_clock: Clock
) -> None:
    browser = client_of(people[0])
    assert send(browser, BEST).status_code == 409
    assert end(client_of(None)).status_code == 409
    start(browser)
    refused = send(browser, ("8H", "QUIZ"))
    assert refused.status_code == 422
    assert not DailyPlay.objects.exists()
    set_clock(NOON + TURN_TIME + timedelta(seconds=2))
    late = send(browser, BEST)
    assert late.status_code == 409
    assert "The time for this turn is over" in text_of(late)
    assert "You sent no play" in text_of(late)
    assert start(browser, 7).status_code == 409
    assert browser.post(f"{ADDRESS}start", {"turn": "x"}).status_code == 422
    assert DailyAttempt.objects.get().turn_points == [0]


@pytest.mark.usefixtures("game")
def test_a_play_that_waited_on_a_busy_server_is_answered_with_the_result(
    people: list[Player], client_of: Browse, set_clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It arrived in time, and counts even if it is read after the end of the turn."""
    browser = client_of(people[0])
    start(browser)
    monkeypatch.setattr(turns, "get_arrival_time", lambda _request: NOON + timedelta(seconds=119))
    set_clock(NOON + TURN_TIME + timedelta(seconds=3))
    answer = send(browser, BEST)
    assert answer.status_code == 200
    assert "You found a best play" in text_of(answer)
    assert state_of(answer)["stage"] == "closed"


@pytest.mark.usefixtures("game")
def test_a_reload_keeps_the_turn_and_its_clock(
    people: list[Player], client_of: Browse, set_clock: Clock
) -> None:
    browser, other = client_of(people[0]), client_of(people[0])
    start(browser)
    send(browser, GOOD)
    set_clock(NOON + timedelta(seconds=50))
    page = other.get(ADDRESS)
    assert (state_of(page)["left"], rack_of(page)) == (70_000, FIRST.rack)
    assert "G8 across VAN" in text_of(page)
    assert state_of(start(other))["left"] == 70_000


@pytest.mark.usefixtures("game")
def test_a_stranger_becomes_a_guest_by_starting(client_of: Browse) -> None:
    browser = client_of(None)
    browser.get(ADDRESS)
    assert start(browser, 5).status_code == 409
    assert not Player.objects.exists()
    start(browser)
    send(browser, BEST)
    assert "You found a best play" in text_of(end(browser))
    assert DailyAttempt.objects.get().player == Player.objects.get()


@pytest.mark.usefixtures("game")
def test_without_scripts_the_forms_lead_back_to_the_page(
    people: list[Player], client_of: Browse
) -> None:
    browser = client_of(people[0])
    plain = {"HX-Request": ""}
    started = browser.post(f"{ADDRESS}start", {"turn": 1}, headers=plain)
    assert started["Location"] == ADDRESS
    refused = browser.post(f"{ADDRESS}start", {"turn": 5}, headers=plain)
    assert refused.status_code == 409
    assert "continued this game elsewhere" in text_of(refused)


def test_the_secret_is_published_when_the_day_is_over(
    game: DailyGame, people: list[Player], client_of: Browse, set_clock: Clock
) -> None:
    browser, published = client_of(people[0]), get_publication(game.day)
    assert game.seed_hash in text_of(browser.get(ADDRESS))
    set_clock(published - timedelta(seconds=1))
    for part in ("draws", "draws.json"):
        assert browser.get(f"{ADDRESS}{part}").status_code == 404
    set_clock(published)
    assert "Verify the draws" in text_of(browser.get(ADDRESS))
    assert "Fair-draw proof" in text_of(browser.get(f"{ADDRESS}draws"))
    data = browser.get(f"{ADDRESS}draws.json").json()
    assert (data["secret"], data["hash"]) == (SECRET.hex(), game.seed_hash)
    laid = {"laid": list("RAVEN"), "blanks": []}
    assert data["turns"][0] == {"number": 1, "rack": list(FIRST.rack), **laid}


@pytest.mark.usefixtures("game")
def test_too_many_requests_are_refused_for_a_while(
    people: list[Player], client_of: Browse, limited: Callable[..., None]
) -> None:
    limited(daily="2/1 hour | ")
    browser = client_of(people[0])
    answers = [start(browser), send(browser, GOOD), send(browser, BEST)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[2]["Retry-After"]) > 0
    assert DailyPlay.objects.get().tiles == GOOD[1]
