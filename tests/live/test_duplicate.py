"""Duplicate games over sockets: what everyone gets, and when."""

import json
import time

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.connection import Connection

from games.live.subscribers import CLOSE_UNKNOWN
from tests.live.bundles import Bundle
from tests.live.client import Visitor
from tests.live.socket_plays import open_socket
from tests.processes import PATIENCE, wait_until
from tests.site_processes import Site

FORM = {"variant": "scrabble", "lexicon": "en-open", "format": "standard", "turn_seconds": "180"}

FIND_BEST = """
import json
from games.duplicate.models import DuplicateGame
game = DuplicateGame.objects.get(code="CODE")
print(json.dumps(game.secret.best if game.secret.best_turn == game.turn else None))
"""


def wait_for(socket: Connection, phase: str) -> str:
    """Wait for the first bundle in this phase."""
    end = time.monotonic() + PATIENCE
    while True:
        text = str(socket.recv(timeout=max(end - time.monotonic(), 0.01)))
        if text.startswith("<script") and f'"phase":"{phase}"' in text:
            socket.send(f"seen {Bundle(text).stamp}")
            return text


def find_best(site: Site, code: str) -> dict[str, str]:
    found: list[dict[str, str]] = []

    def look() -> bool:
        said = json.loads(site.run(FIND_BEST.replace("CODE", code)).splitlines()[-1])
        found.extend([said] if said else [])
        return bool(found)

    wait_until(look, "the best play", PATIENCE, poll=0.3)
    return found[0]


@pytest.mark.full
def test_everyone_follows_a_game_and_learns_of_plays_only_at_the_end(site: Site) -> None:
    """The turn ends in every process once everyone is done."""
    amber, jade, stranger = (Visitor(site.web(number)) for number in range(3))
    answer = amber.post("/duplicate/new/", htmx=False, name="Amber D", **FORM)
    path = answer.headers["Location"]
    code = path.strip("/").split("/")[-1]
    with open_socket(stranger, code) as watching:
        assert '"rack":[]' in wait_for(watching, "waiting")
        assert jade.post(f"{path}enter", htmx=False, name="Jade D").status == 302
        assert "Jade D" in wait_for(watching, "waiting")
        for visitor in (amber, jade):
            visitor.get(path)
        assert amber.post(f"{path}start").status == 200
        running = wait_for(watching, "playing")
        best = find_best(site, code)
        with open_socket(jade, code) as playing:
            shared = wait_for(playing, "playing")
            assert shared == running
        position, tiles = best["position"], best["tiles"]
        sent = amber.post(f"{path}submit", turn=1, position=position, tiles=tiles, key="one")
        assert "Sent:" in sent.text
        other = stranger.get(f"{path}bundle", htmx=True).text
        assert "Sent:" not in other
        assert other.startswith(running)
        for visitor in (amber, jade):
            assert visitor.post(f"{path}done", turn=1).status == 200
        over = wait_for(watching, "pause")
        assert '"turn":1' in over
        assert "Only <bdi>Amber D</bdi> found it." in over
        assert "found the best score" not in over


def test_a_socket_for_an_unknown_game_is_closed(site: Site) -> None:
    visitor = Visitor(site.web(0))
    visitor.get("/")
    with open_socket(visitor, "unknown") as socket, pytest.raises(ConnectionClosed) as closed:
        socket.recv(timeout=PATIENCE)
    assert closed.value.rcvd
    assert closed.value.rcvd.code == CLOSE_UNKNOWN
