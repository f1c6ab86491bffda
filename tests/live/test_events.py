"""Events over sockets and in several processes: what spectators get, and directors' races."""

import time

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.sync.connection import Connection
from websockets.typing import Origin

from games.live.mailbox import MAX_UNACKNOWLEDGED
from games.live.subscribers import CLOSE_UNKNOWN
from tests.events.event_driver import read_text
from tests.live.client import Visitor
from tests.live.test_races import at_once
from tests.processes import PATIENCE
from tests.site_processes import Site

FORM = {
    "title": "Live Cup",
    "variant": "scrabble",
    "lexicon": "en-open",
    "table_size": "2",
    "method": "swiss",
    "rounds": "3",
    "entry": "anyone",
    "challenge": "double",
    "clock": "25+0/5",
}
CROWD = 8
ADD_DIRECTOR = """
from games.events.models import Event, EventDirector
from games.players.models import Player
helper = Player.objects.get(nickname="NAME")
EventDirector.objects.create(event=Event.objects.get(code="CODE"), player=helper)
"""


def open_event(visitor: Visitor, **chosen: str) -> str:
    answer = visitor.post("/events/new/", htmx=False, name=visitor.name, **FORM | chosen)
    assert answer.status == 302, read_text(answer.text)[-500:]
    return answer.headers["Location"].removesuffix("desk/")


def follow(visitor: Visitor, path: str) -> Connection:
    return connect(
        f"{visitor.web.ws_url}/ws/event/{path.split('/')[2]}/?stamp=0",
        origin=Origin(visitor.web.url),
        additional_headers={"Cookie": visitor.cookie_header},
        max_size=None,
        open_timeout=PATIENCE,
    )


def wait_for(socket: Connection, words: str) -> str:
    """Wait for the first update with these words."""
    end = time.monotonic() + PATIENCE
    while True:
        text = str(socket.recv(timeout=max(end - time.monotonic(), 0.01)))
        if words in read_text(text):
            return text


def test_spectators_follow_an_event(site: Site) -> None:
    """Every process sends the same to everyone, and nothing about the viewer."""
    director, amber, jade, stranger = (
        Visitor(site.web(number), name)
        for number, name in enumerate(("Director L", "Amber L", "Jade L", ""))
    )
    path = open_event(director)
    for visitor in (director, amber, jade, stranger):
        visitor.get(path)
    with follow(stranger, path) as watching, follow(amber, path) as playing:
        wait_for(watching, "No one has entered yet.")
        for visitor in (amber, jade):
            answer = visitor.post(f"{path}enter", htmx=False, name=visitor.name, key=visitor.name)
            assert answer.status == 302
            wait_for(watching, visitor.name)
        director.post(f"{path}desk/act", htmx=False, act="pair", key="pair")
        paired = wait_for(watching, "Round 1 of 3 is paired")
        assert "Both have 0 points" in read_text(paired)
        director.post(f"{path}desk/act", htmx=False, act="start", key="start")
        started = wait_for(watching, "Round 1 of 3 is being played")
        assert "Watch" in started
        assert wait_for(playing, "Round 1 of 3 is being played") == started
        assert "Go to your table" not in started
        assert "Go to your table" in amber.get(f"{path}own").text
        director.post(f"{path}desk/act", htmx=False, act="announce", text="Tea", key="tea")
        wait_for(watching, "Tea")


def test_a_page_that_sends_nothing_keeps_up(site: Site) -> None:
    """Pages of events acknowledge nothing, so no number of updates may wait for it."""
    director = Visitor(site.web(0), "Director A")
    path = open_event(director, title="Talkative Cup")
    director.get(path)
    with follow(Visitor(site.web(1)), path) as watching:
        for number in range(MAX_UNACKNOWLEDGED + 2):
            text = f"Tea at table {number}."
            director.post(f"{path}desk/act", htmx=False, act="announce", text=text, key=text)
            wait_for(watching, text)


def test_a_socket_of_an_unknown_event_is_closed(site: Site) -> None:
    visitor = Visitor(site.web(0))
    visitor.get("/events/")
    with pytest.raises(ConnectionClosed), follow(visitor, "/events/nowhere/") as socket:
        socket.recv(timeout=PATIENCE)
    assert socket.close_code == CLOSE_UNKNOWN


def test_one_of_several_directors_at_the_same_moment_pairs(site: Site) -> None:
    """Two directors have several windows each."""
    director, helper = Visitor(site.web(0), "Director R"), Visitor(site.web(1), "Helper R")
    path = open_event(director, on_boards="on", title="Race Cup")
    director.get(path)
    helper.post("/name/", htmx=False, name=helper.name)
    site.run(ADD_DIRECTOR.replace("CODE", path.split("/")[2]).replace("NAME", helper.name))
    for number in range(5):
        name = f"Board {number}"
        director.post(f"{path}desk/act", htmx=False, act="add", name=name, key=name)
    windows = []
    for number in range(CROWD):
        person = (director, helper)[number // 2 % 2]
        window = Visitor(site.web(number), person.name)
        window.cookies |= person.cookies
        window.token = person.token
        windows.append(window)

    def press(window: Visitor, number: int, act: str) -> None:
        at = window.post(f"{path}desk/act", htmx=False, act=act, key=f"{act} {number}")
        assert at.status == 302

    for act, said in (("pair", "Round 1 was paired."), ("start", "Round 1 started.")):
        asks = [
            lambda window=window, number=number, act=act: press(window, number, act)
            for number, window in enumerate(windows)
        ]
        at_once(asks)
        assert read_text(director.get(f"{path}log/").text).count(said) == 1
    event = director.get(f"{path}event.json").text
    assert event.count('"stage": "started"') == 1
    # One act that several windows send is carried out once, and all of them succeed.
    same = [lambda window=window: press(window, 0, "pause") for window in windows]
    at_once(same)
    assert read_text(director.get(f"{path}log/").text).count("The event was paused.") == 1
