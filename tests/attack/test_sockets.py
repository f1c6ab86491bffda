"""Thousands of messages that none of the site's pages would send, on every kind of socket.

Every kind of visitor sends them. None may cause a server error, and none changes anything.
"""

import asyncio
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from games.live.topics import list_topic_kinds
from games.players.models import Player
from scrabble_site.asgi import application
from scrabble_site.server.protocols import MAX_SOCKET_MESSAGE_BYTES
from scrabble_site.server.uvicorn_server import build_server, open_listening_socket
from tests.attack.raw_connection import (
    BINARY,
    CLOSE,
    CONTINUATION,
    PING,
    PONG,
    TEXT,
    RawConnection,
    build_frame,
)
from tests.attack.test_inputs import INPUTS, MAX_GROWTH, ODD, ROUND, WARM, memory
from tests.live.access_table import GUESTS, WHO
from tests.live.visitors import (
    _known_draws,
    client_of,
    enter,
    hall,
    lexicon,
    match,
    people,
    site_ids,
)
from tests.processes import PATIENCE
from tests.worlds.test_field_coverage import columns

__all__ = ["_known_draws", "client_of", "hall", "lexicon", "match", "people", "site_ids"]

GENERATE = (Phase.generate,)  # shrinking would repeat slow time-outs

BY_ITSELF = {
    "games.memberpresence": "player seen_at",
    "games.seatmember": "seen_at",
    "games.room": "seen_at stamp",
}
"""Columns that change while any page is open, whatever it sends."""

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
LONG = [
    b"x" * (MAX_SOCKET_MESSAGE_BYTES - 1),
    b"x" * (MAX_SOCKET_MESSAGE_BYTES + 1),
    b"seen" * 50_000,
]
PAYLOADS = st.one_of(
    st.sampled_from(KNOWN),
    st.sampled_from(KNOWN),
    st.sampled_from(ODD_TEXTS),
    st.sampled_from(LONG),
    st.binary(max_size=130),
    st.text(max_size=40).map(str.encode),
)
USUAL = st.builds(build_frame, PAYLOADS)
ORDERED = st.builds(
    build_frame,
    PAYLOADS,
    st.sampled_from([TEXT, BINARY, CONTINUATION, PING, PONG, CLOSE, 3, 15]),
    last=st.booleans(),
    masked=st.sampled_from([True, True, True, False]),
)
"""Frames of every kind in any order, such as stray continuations, empty closes and long pings."""
SAYINGS = st.lists(st.one_of(USUAL, USUAL, ORDERED, st.binary(max_size=60)), max_size=6)


@contextmanager
def served() -> Iterator[int]:
    """Serve the site in a thread of this process, and yield the port it listens on."""
    listening, loop = open_listening_socket("127.0.0.1", 0), asyncio.new_event_loop()
    server = build_server(application, [])
    thread = threading.Thread(target=loop.run_until_complete, args=(server._serve([listening]),))
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive(), "the server does not end"
        loop.close()


def cookie_of(who: str, client_of: Callable[..., Client]) -> str:
    client = client_of(Player.objects.get(nickname=GUESTS[who]) if who in GUESTS else None)
    enter(client, who)
    client.get("/settings/")
    return client.cookies.output(attrs=[], header="", sep=";").strip()


def addresses(code: str) -> list[str]:
    """Return one socket address of each kind, and some that do not exist."""
    kinds = [f"/ws/{kind.address.replace('<slug:key>', code)}" for kind in list_topic_kinds()]
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
def test_no_message_causes_an_error_or_changes_anything(
    site_ids: dict[str, str], client_of: Callable[..., Client], caplog: pytest.LogCaptureFixture
) -> None:
    cookies = {who: cookie_of(who, client_of) for who in WHO}
    paths, before, sent, warm = addresses(site_ids["code"]), stored(), 0, 0

    @settings(
        max_examples=min(INPUTS, ROUND),
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=GENERATE,
    )
    @given(who=st.sampled_from(WHO), path=st.sampled_from(paths), sayings=SAYINGS)
    def talk(who: str, path: str, sayings: list[bytes]) -> None:
        """Check that the server keeps answering or closes, whatever it received."""
        nonlocal sent
        with RawConnection(port) as wire:
            answer = wire.greet(path, cookies[who])
            assert b" 101 " in answer, answer
            wire.say(b"".join(sayings) + build_frame(ASKED))
            wire.read_end()
        sent += 1

    with caplog.at_level(logging.WARNING), served() as port:
        for number in range(0, INPUTS, ROUND):
            talk()
            if number == WARM:
                warm = memory()
        with RawConnection(port) as wire:
            wire.greet(paths[0])
            wire.say(build_frame(ASKED))
            assert ANSWERED in wire.read_until(ANSWERED)
    assert sent >= INPUTS * 0.9, "Hypothesis has given up"
    assert not warm or memory() < warm + MAX_GROWTH
    assert not [one for one in caplog.records if one.exc_info or one.levelno >= logging.ERROR]
    assert stored() == before
