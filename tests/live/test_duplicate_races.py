"""Commands to a duplicate game that reach several processes at once, on both kinds of site."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.live.client import Answer, Visitor
from tests.live.test_duplicate import FORM, find_best
from tests.live.test_races import at_once, statuses
from tests.processes import wait_until
from tests.site_processes import Site

pytestmark = pytest.mark.usefixtures("calm_site")

WINDOWS = 6
NAMES = ("Amber R", "Jade R", "Cobalt R", "Rust R", "Teal R", "Ochre R")

AUDIT = """
import json
from games.duplicate.models import DuplicateGame, DuplicateSubmission
game = DuplicateGame.objects.get(code="CODE")
plays = DuplicateSubmission.objects.filter(game=game, turn=1)
print(json.dumps({
    "turn": game.turn,
    "stage": game.stage,
    "turns": game.turns.count(),
    "entrants": sorted(entrant.player.nickname for entrant in game.entrants.all()),
    "keys": [key for play in plays for key in play.keys],
    "points": {play.entrant.player.nickname: play.points for play in plays},
}))
"""


def audit(site: Site, code: str) -> dict[str, Any]:
    """Return what the database has of a game."""
    found: dict[str, Any] = json.loads(site.run(AUDIT.replace("CODE", code)).splitlines()[-1])
    return found


def open_windows(site: Site, visitor: Visitor) -> list[Visitor]:
    """Return a visitor in many windows, spread over the web processes."""
    windows = [Visitor(site.web(number), visitor.name) for number in range(WINDOWS)]
    for window in windows:
        window.cookies |= visitor.cookies
        window.token = visitor.token
    return windows


def post_from(
    windows: list[Visitor], path: str, *, htmx: bool = True, **fields: Any
) -> list[Answer]:
    """Send the same form from all windows at the same moment."""

    def send(window: Visitor) -> Callable[[], Answer]:
        return lambda: window.post(path, htmx=htmx, **fields)

    return at_once([send(window) for window in windows])


def open_game(site: Site, *names: str) -> tuple[str, list[Visitor]]:
    """Open a game, not started yet, and return its path and the visitors who have entered."""
    people = [Visitor(site.web(number), name) for number, name in enumerate(names)]
    answer = people[0].post("/duplicate/new/", htmx=False, name=names[0], **FORM)
    path = answer.headers["Location"]
    for visitor in people[1:]:
        assert visitor.post(f"{path}enter", htmx=False, name=visitor.name).status == 302
    for visitor in people:
        visitor.get(path)
    return path, people


def get_code(path: str) -> str:
    return path.strip("/").split("/")[-1]


def test_one_form_makes_one_game_and_one_start_begins_it(site: Site) -> None:
    host = Visitor(site.web(0), "Amber R")
    host.get("/duplicate/")
    windows = open_windows(site, host)
    form: dict[str, Any] = {**FORM, "name": "Amber R", "key": "one form"}
    made = post_from(windows, "/duplicate/new/", htmx=False, **form)
    assert statuses(made) == {302: WINDOWS}
    (path,) = {answer.headers["Location"] for answer in made}
    started = post_from(windows, f"{path}start")
    assert statuses(started)[200] >= 1
    assert set(statuses(started)) <= {200, 409}
    find_best(site, get_code(path))
    found = audit(site, get_code(path))
    assert (found["turn"], found["stage"], found["entrants"]) == (1, "turn", ["Amber R"])


def test_a_visitor_enters_once_and_a_play_with_one_key_counts_once(site: Site) -> None:
    path, (host,) = open_game(site, "Amber R")
    late = Visitor(site.web(1), "Jade R")
    late.get(path)
    windows = open_windows(site, late)
    entered = post_from(windows, f"{path}enter", htmx=False, name="Jade R")
    assert statuses(entered) == {302: WINDOWS}
    assert host.post(f"{path}start").status == 200
    best = find_best(site, get_code(path))
    play: dict[str, Any] = {"position": best["position"], "tiles": best["tiles"], "key": "one play"}
    assert statuses(post_from(windows, f"{path}submit", turn=1, **play)) == {200: WINDOWS}
    found = audit(site, get_code(path))
    assert found["entrants"] == ["Amber R", "Jade R"]
    assert found["keys"] == ["one play"]


def test_plays_and_the_end_of_a_turn_at_the_same_moment(site: Site) -> None:
    """Whoever is told that a play was sent has its points; the turn is closed once."""
    path, people = open_game(site, *NAMES)
    assert people[0].post(f"{path}start").status == 200
    code = get_code(path)
    best = find_best(site, code)
    play: dict[str, Any] = {"position": best["position"], "tiles": best["tiles"]}

    def send(visitor: Visitor) -> Callable[[], Answer]:
        return lambda: visitor.post(f"{path}submit", turn=1, key=f"play of {visitor.name}", **play)

    def finish(visitor: Visitor) -> Callable[[], Answer]:
        return lambda: visitor.post(f"{path}done", turn=1)

    commands = [(ask(visitor), visitor.name) for visitor in people for ask in (send, finish)]
    answers = at_once([ask for ask, _name in commands])
    assert set(statuses(answers)) <= {200, 409}
    sent = {
        name
        for (_ask, name), answer in zip(commands, answers, strict=True)
        if answer.status == 200 and "Sent:" in answer.text
    }
    for visitor in people:  # a play that came after "done" has withdrawn it
        visitor.post(f"{path}done", turn=1)
    # The end waits for plays that have arrived and are not stored yet.
    wait_until(lambda: audit(site, code)["turns"] == 1, "the end of the turn", poll=0.3)
    found = audit(site, code)
    assert sent
    worth = {found["points"][name] for name in sent}
    assert len(worth) == 1
    assert 0 not in worth
