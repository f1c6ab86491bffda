"""Annotated games and broadcasts over sockets and in several processes: what followers get, and
scorekeepers who write at the same moment."""

import re
import time

from websockets.sync.client import connect
from websockets.sync.connection import Connection
from websockets.typing import Origin

from games.live.mailbox import MAX_UNACKNOWLEDGED
from tests.live.client import Answer, Visitor, make_command_key
from tests.live.test_events import open_event, wait_for
from tests.live.test_races import at_once, statuses
from tests.processes import PATIENCE
from tests.site_processes import Site

FORM = {
    "variant": "scrabble",
    "lexicon": "en-open",
    "name_0": "Moss",
    "name_1": "Wren",
    "title": "Live final",
}
PLAY = {"act": "add", "kind": "play", "seat": "0", "square": "G8", "tiles": "QUIT"}
RACK = "QUITJVX"
CROWD = 6


def begin_game(site: Site) -> tuple[Visitor, str]:
    """Begin to keep score; return the scorekeeper and the address for followers."""
    keeper = Visitor(site.web(0), "Keeper L")
    answer = keeper.post("/live/new/", htmx=False, name=keeper.name, key=make_command_key(), **FORM)
    assert answer.status == 302, answer.text[-500:]
    return keeper, answer.headers["Location"].removesuffix("keep/")


def follow(visitor: Visitor, kind: str, code: str) -> Connection:
    return connect(
        f"{visitor.web.ws_url}/ws/{kind}/{code}/?stamp=0",
        origin=Origin(visitor.web.url),
        additional_headers={"Cookie": visitor.cookie_header},
        max_size=None,
        open_timeout=PATIENCE,
    )


def send(keeper: Visitor, path: str, stamp: int, **fields: str) -> Answer:
    form = {"stamp": str(stamp), "key": make_command_key()} | PLAY | fields
    return keeper.post(f"{path}keep/act", htmx=False, **form)


def wait_for_part(socket: Connection, text: str) -> str:
    """Wait for the first update whose HTML contains this text."""
    end = time.monotonic() + PATIENCE
    while True:
        shown = str(socket.recv(timeout=max(end - time.monotonic(), 0.01)))
        if text in shown:
            return shown


def test_followers_in_every_process_get_each_move(site: Site) -> None:
    keeper, path = begin_game(site)
    stranger = Visitor(site.web(1))
    with follow(stranger, "annotated", path.split("/")[2]) as following:
        assert send(keeper, path, 1, rack=RACK).status == 302
        shown = wait_for_part(following, "QUIT")
        assert RACK not in shown
        assert "JVX" not in shown
        for number in range(MAX_UNACKNOWLEDGED + 1):
            kind = {"kind": "pass", "seat": str((number + 1) % 2)}
            assert send(keeper, path, 2 + number, **kind).status == 302
            wait_for_part(following, f'data-stamp="{3 + number}"')
        assert RACK not in stranger.get(path).text


def test_one_of_several_moves_sent_for_the_same_state_counts(site: Site) -> None:
    keeper, path = begin_game(site)
    windows = []
    for number in range(CROWD):
        window = Visitor(site.web(number), keeper.name)
        window.cookies |= keeper.cookies
        window.token = keeper.token
        windows.append(window)
    answers = at_once([lambda window=window: send(window, path, 1) for window in windows])  # type: ignore[misc]
    assert statuses(answers) == {302: 1, 409: CROWD - 1}
    assert keeper.get(path).text.count("G8 across QUIT") == 1

    # Windows that end the game at the same moment make one record. Few are checked at a time.
    end: dict[str, object] = {"act": "end", "left": ["", ""], "overtime": ["", ""], "stamp": "2"}
    finished = at_once([lambda window=window: finish(window, path, end) for window in windows])  # type: ignore[misc]
    counts = statuses(finished)
    assert counts.pop(302) == 1
    assert counts.keys() <= {409, 503}
    records = re.findall(r'href="?/games/([\w-]{36})/', keeper.get("/uploads/").text)
    assert len(set(records)) == 1


def finish(window: Visitor, path: str, fields: dict[str, object]) -> Answer:
    return window.post(f"{path}keep/act", htmx=False, key=make_command_key(), **fields)


def test_a_broadcast_follows_the_tables_of_a_round(site: Site) -> None:
    director, amber, jade = (Visitor(site.web(n), f"{name} B") for n, name in enumerate(PEOPLE))
    path = open_event(director, title="Broadcast Cup")
    for visitor in (director, amber, jade):
        visitor.get(path)
    for visitor in (amber, jade):
        visitor.post(f"{path}enter", htmx=False, name=visitor.name, key=visitor.name)
    stranger = Visitor(site.web(1))
    with follow(stranger, "broadcast", path.split("/")[2]) as watching:
        wait_for(watching, "No game is being played right now.")
        for act in ("pair", "start"):
            director.post(f"{path}desk/act", htmx=False, act=act, key=act)
        shown = wait_for(watching, amber.name)
        assert "/embed/" in shown


PEOPLE = ("Director", "Amber", "Jade")
