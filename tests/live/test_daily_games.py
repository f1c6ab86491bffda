"""The daily game in several processes: one clock, one attempt, one result, also after a crash."""

import json

import pytest

from tests.events.event_driver import read_text
from tests.live.client import Answer, Visitor
from tests.live.test_duplicate_races import open_windows
from tests.live.test_races import at_once
from tests.site_processes import Site

pytestmark = pytest.mark.usefixtures("calm_site")

STORE = """
import json
from django.utils import timezone
from games.daily.models import DailyGame
from games.daily.services.daily_games import list_missing_games, save_daily_game
from games.puzzles.services.daily_puzzles import get_puzzle_day
from games.rules.equipment.fair_shuffle import hash_secret
from tests.daily.handmade_games import SECRET, TURNS
now = timezone.now()
day = get_puzzle_day(now)
made = DailyGame.objects.filter(day=day, language="en")
made.exclude(seed_hash=hash_secret(SECRET)).delete()
for wanted in list_missing_games([day]):
    if wanted.language == "en":
        save_daily_game(wanted, SECRET, TURNS, now)
print(json.dumps(made.get().get_absolute_url()))
"""
BEST, WEAK, LATER = ("8D", "RAVEN"), ("8G", "VAN"), ("9E", "IONIZES")


def find_game(site: Site) -> str:
    """Return the address of today's English game, which has two turns with known best plays."""
    return str(json.loads(site.run(STORE).splitlines()[-1]))


def send(window: Visitor, address: str, turn: int, play: tuple[str, str]) -> Answer:
    position, tiles = play
    return window.post(f"{address}play", turn=turn, position=position, tiles=tiles)


def test_a_game_is_played_in_windows_of_several_processes(site: Site) -> None:
    """Turns are started, played and ended once, whichever window asks and however often."""
    address = find_game(site)
    amber = Visitor(site.web(0), "Amber Daily")
    assert amber.post("/name/", htmx=False, name=amber.name).status == 302
    windows = open_windows(site, amber)[:4]

    def press(verb: str, **fields: object) -> list[Answer]:
        asks = [
            lambda window=window: window.post(f"{address}{verb}", **fields) for window in windows
        ]
        answers = at_once(asks)
        assert {answer.status for answer in answers} <= {200, 409}
        return answers

    press("start", turn=1)
    assert all("Turn 1" in read_text(window.get(address).text) for window in windows)
    for window, play in zip(windows, (BEST, WEAK, WEAK, BEST), strict=True):
        sent = send(window, address, 1, play)
        assert "Sent." in sent.text, "the last play counts"
    press("end", turn=1)
    for window in windows:
        assert "You found a best play" in read_text(window.get(address).text)
    press("start", turn=2)
    assert send(windows[1], address, 2, LATER).status == 200

    # What was acknowledged is there after a crash, and the turn still runs.
    site.kill()
    site.start()
    assert "IONIZES" in read_text(windows[0].get(address).text)
    press("end", turn=2)
    for window in windows:
        shown = read_text(window.get(address).text)
        assert "18 of 107 points" in shown, "the second word is not in the dictionary"
        assert "1 of 2 best plays" in shown
        results = read_text(window.get(f"{address}results").text)
        assert amber.name in results
        assert "18" in results


def test_nobody_sees_the_plays_of_others_before_they_have_finished(site: Site) -> None:
    address = find_game(site)
    jade, rust = (Visitor(site.web(n), f"{name} Daily") for n, name in enumerate(("Jade", "Rust")))
    for visitor in (jade, rust):
        visitor.post("/name/", htmx=False, name=visitor.name)
        assert visitor.post(f"{address}start", turn=1).status == 200
    assert send(jade, address, 1, BEST).status == 200
    assert jade.post(f"{address}end", turn=1).status == 200
    assert "RAVEN" in jade.get(address).text
    for path in (address, f"{address}results", f"{address}draws", f"{address}draws.json"):
        shown = read_text(rust.get(path).text)
        assert "RAVEN" not in shown
        assert jade.name not in shown
