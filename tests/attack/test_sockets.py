"""Thousands of things that no page of ours would say on a socket, on every kind and by everybody:
never a fault of the server, and nothing changes."""

import asyncio
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.contrib.auth.models import User
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from games.live.topics import all_kinds
from games.players.models import Player
from scrabble_site.asgi import application
from scrabble_site.server import listen, make_server
from scrabble_site.wires import SOCKET_MESSAGE_MOST
from tests.attack.raw import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, Wire, frame
from tests.attack.test_inputs import INPUTS, MOST_GROWTH, ODD, ROUND, WARM, memory
from tests.live.access import ACCOUNTS, GUESTS, WHO
from tests.live.test_access import (
    _known_draws,
    client_of,
    hall,
    lexicon,
    match,
    people,
    scene,
)
from tests.worlds.test_fields import columns

__all__ = ["_known_draws", "client_of", "hall", "lexicon", "match", "people", "scene"]

GENERATE = (Phase.generate,)  # what waits in vain is slow to be made shorter

BY_ITSELF = {
    "games.presence": "player seen_at",
    "games.holder": "seen_at",
    "games.room": "seen_at stamp",
}
"""What is noted of whoever looks on, whatever they say."""

ASKED, ANSWERED = b"time 271828", b"time 271828 "
KNOWN = [b"seen", b"seen 7", b"seen 999999999", b"hidden", b"shown", b"time 12"]
ODD_TEXTS = [
    *ODD,
    b"seen -1",
    b"seen 9999999999",
    b"time " + b"9" * 40,
    b'{"type":"seen"}',
    b"Seen",
]
LONG = [b"x" * (SOCKET_MESSAGE_MOST - 1), b"x" * (SOCKET_MESSAGE_MOST + 1), b"seen" * 50_000]
PAYLOADS = st.one_of(
    st.sampled_from(KNOWN),
    st.sampled_from(KNOWN),
    st.sampled_from(ODD_TEXTS),
    st.sampled_from(LONG),
    st.binary(max_size=130),
    st.text(max_size=40).map(str.encode),
)
USUAL = st.builds(frame, PAYLOADS)
ORDERED = st.builds(
    frame,
    PAYLOADS,
    st.sampled_from([TEXT, BINARY, CONTINUATION, PING, PONG, CLOSE, 3, 15]),
    last=st.booleans(),
    masked=st.sampled_from([True, True, True, False]),
)
"""Of every kind and in any order: parts of nothing, farewells that say nothing, too long a ping."""
SAYINGS = st.lists(st.one_of(USUAL, USUAL, ORDERED, st.binary(max_size=60)), max_size=6)


@contextmanager
def served() -> Iterator[int]:
    """The site in a thread of this process, with its own wires; the port it listens on."""
    listening, loop = listen("127.0.0.1", 0), asyncio.new_event_loop()
    server = make_server(application, [])
    thread = threading.Thread(target=loop.run_until_complete, args=(server._serve([listening]),))
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive(), "the server does not end"
        loop.close()


def cookie_of(who: str, client_of: Callable[..., Client]) -> str:
    client = client_of(Player.objects.get(nickname=GUESTS[who]) if who in GUESTS else None)
    if account := ACCOUNTS.get(who):
        client.force_login(User.objects.get(username=account))
        client.get("/settings/")
    return client.cookies.output(attrs=[], header="", sep=";").strip()


def addresses(code: str) -> list[str]:
    """One of each kind, and those of nothing."""
    kinds = [f"/ws/{kind.address.replace('<slug:key>', code)}" for kind in all_kinds()]
    return [*kinds, f"/ws/r/{code}/?stamp=-1", "/ws/r/nowhere1/", "/ws/nothing/"]


def stored() -> dict[str, dict[str, list[str]]]:
    return {
        table: {
            name: values
            for name, values in fields.items()
            if name not in BY_ITSELF.get(table, "").split()
        }
        for table, fields in columns().items()
    }


@pytest.mark.django_db(transaction=True)
def test_nothing_that_is_said_is_a_fault_or_changes_anything(
    scene: dict[str, str], client_of: Callable[..., Client], caplog: pytest.LogCaptureFixture
) -> None:
    cookies = {who: cookie_of(who, client_of) for who in WHO}
    paths, before, sent, warm = addresses(scene["code"]), stored(), 0, 0

    @settings(
        max_examples=min(INPUTS, ROUND),
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=GENERATE,
    )
    @given(who=st.sampled_from(WHO), path=st.sampled_from(paths), sayings=SAYINGS)
    def talk(who: str, path: str, sayings: list[bytes]) -> None:
        """Whatever was said, the server goes on to answer or says goodbye."""
        nonlocal sent
        with Wire(port) as wire:
            answer = wire.greet(path, cookies[who])
            assert b" 101 " in answer, answer
            wire.say(b"".join(sayings) + frame(ASKED))
            wire.hear_end()
        sent += 1

    with caplog.at_level(logging.WARNING), served() as port:
        for number in range(0, INPUTS, ROUND):
            talk()
            if number == WARM:
                warm = memory()
        with Wire(port) as wire:
            wire.greet(paths[0])
            wire.say(frame(ASKED))
            assert ANSWERED in wire.hear_until(ANSWERED)
    assert sent >= INPUTS * 0.9, "Hypothesis has given up"
    assert not warm or memory() < warm + MOST_GROWTH
    assert not [one for one in caplog.records if one.exc_info or one.levelno >= logging.ERROR]
    assert stored() == before
