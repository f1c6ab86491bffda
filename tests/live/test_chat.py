"""Chat over real connections on both kinds of site: messages arrive at once, once, and only at
their readers.
"""

import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from websockets.sync.client import connect
from websockets.sync.connection import Connection
from websockets.typing import Origin

from games.rules.plays.acts import Resign
from tests.live.client import Answer, Visitor, make_command_key
from tests.live.live_table import Table
from tests.processes import PATIENCE

LayTable = Callable[..., Table]


class ChatSocket:
    """A chat's socket; ``known`` holds the messages of the newest update, by number."""

    def __init__(self, socket: Connection) -> None:
        self.socket = socket
        self.known: dict[int, str] = {}
        self.ever: set[str] = set()
        self.stamp = 0

    def receive(self, limit: float) -> bool:
        try:
            text = str(self.socket.recv(timeout=max(limit, 0.01)))
        except TimeoutError:
            return False
        stamp = re.search(r'id="_chat" data-stamp="(\d+)"', text)
        if stamp:
            found = re.findall(r'<li id="m(\d+)".*?<p dir="auto">(.*?)</p>', text)
            self.known = {int(number): said for number, said in found}
            assert int(stamp[1]) > self.stamp, "stamps only grow"
            self.stamp = int(stamp[1])
            self.ever |= set(self.known.values())
        return True

    def wait_for(self, *texts: str) -> None:
        end = time.monotonic() + PATIENCE
        while not set(texts) <= set(self.known.values()):
            assert self.receive(end - time.monotonic()), f"waited for {texts}, have {self.known}"


@contextmanager
def listening(visitor: Visitor, table: Table, stamp: int = 0) -> Iterator[ChatSocket]:
    with connect(
        f"{visitor.web.ws_url}/ws/chat/{table.code}/?stamp={stamp}",
        origin=Origin(visitor.web.url),
        additional_headers={"Cookie": visitor.cookie_header},
        open_timeout=PATIENCE,
    ) as socket:
        yield ChatSocket(socket)


def say(visitor: Visitor, table: Table, text: str, channel: str, key: str = "") -> Answer:
    path = f"{table.path}chat/send"
    return visitor.post(path, text=text, channel=channel, key=key or make_command_key())


def test_players_and_spectators_receive_their_messages_at_once(lay_table: LayTable) -> None:
    table = lay_table()
    spectator, other = table.spectator(0), table.spectator(1)
    for one in (spectator, other):
        one.get(table.path)
    amber, cobalt = table.people
    with (
        listening(amber, table) as first,
        listening(cobalt, table) as second,
        listening(spectator, table) as third,
        listening(other, table) as fourth,
    ):
        assert say(amber, table, "of players", "players").status == 200
        assert say(spectator, table, "of watchers", "watchers").status == 200
        assert say(cobalt, table, "answer", "players").status == 200
        assert say(other, table, "last", "watchers").status == 200
        for ear in (first, second):
            ear.wait_for("of players", "answer")
        for ear in (third, fourth):
            ear.wait_for("of watchers", "last")
        while any(ear.receive(0.3) for ear in (first, second, third, fourth)):
            pass
        assert first.ever == second.ever == {"of players", "answer"}
        assert third.ever == fourth.ever == {"of watchers", "last"}


def test_a_reconnect_brings_missed_messages_and_a_key_counts_once(lay_table: LayTable) -> None:
    table = lay_table()
    amber, cobalt = table.people
    with listening(cobalt, table) as ear:
        say(amber, table, "one", "players")
        ear.wait_for("one")
        stamp = ear.stamp
    key = make_command_key()
    with ThreadPoolExecutor(4) as pool:
        sent = [pool.submit(say, amber, table, "two", "players", key) for _ in range(4)]
        assert {one.result().status for one in sent} == {200}
    with listening(cobalt, table, stamp) as ear:
        ear.wait_for("one", "two")
        assert sorted(ear.known.values()) == ["one", "two"]


def test_messages_sent_at_once_arrive_in_one_order(lay_table: LayTable) -> None:
    table = lay_table(seats=4)
    with listening(table.people[0], table) as one, listening(table.people[3], table) as other:
        with ThreadPoolExecutor(4) as pool:
            sent = [
                pool.submit(say, person, table, f"{seat} says {n}", "players")
                for seat, person in enumerate(table.people)
                for n in range(4)
            ]
            assert {answer.result().status for answer in sent} == {200}
        texts = [f"{seat} says {n}" for seat in range(4) for n in range(4)]
        for ear in (one, other):
            ear.wait_for(*texts)
            assert len(ear.known) == 16
        assert one.known == other.known


def test_a_seated_player_receives_no_spectator_message_on_any_socket(lay_table: LayTable) -> None:
    table = lay_table(started=False, empty=1)
    late, spectator = table.spectator(1), table.spectator(0)
    for one in (late, spectator):
        one.get(table.path)
    with listening(late, table) as ear:
        answer = late.post(table.path + "sit", seat=1, name=f"late {make_command_key()[:8]}")
        assert answer.status == 200
        table.people.append(late)
        table.start()
        assert say(spectator, table, "a bingo at H8", "watchers").status == 200
        assert say(table.people[0], table, "good luck", "players").status == 200
        ear.wait_for("good luck")
        while ear.receive(0.5):
            pass
        assert "a bingo at H8" not in ear.ever
    assert "bingo" not in late.get(table.path + "chat").text
    assert "bingo" not in late.get(table.path + "chat?before=999999").text


def test_after_the_end_everyone_reads_every_message(lay_table: LayTable) -> None:
    table = lay_table()
    spectator = table.spectator(1)
    spectator.get(table.path)
    with listening(spectator, table) as ear, listening(table.people[0], table) as other:
        say(table.people[0], table, "of players", "players")
        table.do(table.mover, Resign())
        assert say(spectator, table, "well played", "room").status == 200
        for one in (ear, other):
            one.wait_for("well played")
        assert "of players" not in ear.ever


def test_a_chat_message_pushes_no_board(lay_table: LayTable) -> None:
    table = lay_table()
    stamp = table.people[0].get(table.path + "bundle").bundle.stamp
    with table.people[1].open(table.code) as page:
        page.bundle(stamp)
        received = len(page.received)
        with listening(table.people[1], table) as ear:
            say(table.people[0], table, "hello", "players")
            ear.wait_for("hello")
        page.socket.ping().wait(PATIENCE)
        assert not [text for text in page.received[received:] if "_state" in text]
    assert table.people[0].get(table.path + "bundle").bundle.stamp == stamp
