"""Thousands of inputs that none of the site's pages would send, to every address.

Every kind of visitor sends them. None may cause a server error, and a refused input changes
nothing. ``ATTACK_INPUTS`` is their number; ``make attack`` sends ten thousand.
:mod:`tests.live.test_bad_input` has hand-made cases for real servers.
"""

import ctypes
import gc
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes
from uuid import UUID

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import NoReverseMatch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.live.state_cache import state_cache
from games.play.store.snapshots import clear_snapshot_cache
from games.players.models import Player
from tests.live.access_table import ACCESS, FIELDS, GUESTS, WHO
from tests.live.visitors import (
    _known_draws,
    address_of,
    client_of,
    enter,
    hall,
    lexicon,
    match,
    people,
    site_ids,
)

__all__ = ["_known_draws", "client_of", "hall", "lexicon", "match", "people", "site_ids"]
pytestmark = pytest.mark.django_db

INPUTS = int(os.environ.get("ATTACK_INPUTS", "150"))
ROUND = 500
"""Inputs after which Hypothesis is restarted, since it remembers everything it has sent."""
WARM, MAX_GROWTH = 2000, 32_000_000
"""After ``WARM`` inputs memory may grow by ``MAX_GROWTH`` bytes, however many follow."""

FORM = "application/x-www-form-urlencoded"
NAMES = sorted({one for fields in FIELDS.values() for one in fields} | {"key", "password", "next"})
ODD = [
    b"",
    b"\0",
    b"-1",
    b"1.5",
    b"9" * 5000,
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"' OR 1=1 --",
    b"<script>alert(1)</script>",
    b"../../etc/passwd",
    b"%s%(x)s{}{0}",
    b"\r\nX: y",
    "²٣\u202e\u2066".encode(),
    b"[" * 3000,
    b'[[112,"Q",""],[112,"Q",""],[1e400,null]]',
    b'{"a":' * 500,
    b"A" * 20_000,
]
KINDS = [FORM, FORM, FORM, "application/json", "multipart/form-data; boundary=x", "text/plain", ""]

ODD_VALUES = st.one_of(st.sampled_from(ODD), st.binary(max_size=40))
SMALL = st.integers(-2, 9).map(lambda number: str(number).encode())
PLACES = st.dictionaries(
    st.sampled_from(
        ["code", "game_id", "record_id", "player_id", "slug", "token", "name", "variant"]
    ),
    st.sampled_from(["-", "x" * 300, "0", "%00", "..", "é", str(UUID(int=0))]),
    max_size=1,
)
FORMS = st.dictionaries(st.sampled_from(NAMES), st.one_of(ODD_VALUES, SMALL), max_size=4)


def address(name: str, site_ids: dict[str, str], places: dict[str, str]) -> str:
    """Return an address of the setting, with odd parameters if it can have them."""
    try:
        return address_of(name, site_ids | places)
    except NoReverseMatch:
        return address_of(name, site_ids)


def body(fields: dict[str, bytes]) -> bytes:
    return "&".join(f"{name}={quote_from_bytes(value)}" for name, value in fields.items()).encode()


def dump() -> list[str]:
    """Return all stored rows except guests: a visitor who tries a puzzle becomes one."""
    return [line for line in connection.connection.iterdump() if "'Guest " not in line]


def changes() -> int:
    return int(connection.connection.total_changes)


@contextmanager
def one_browser(who: str) -> Iterator[Client]:
    """Yield a browser of this visitor; its changes are rolled back."""
    with transaction.atomic():
        client = Client(headers={"HX-Request": "true"}, raise_request_exception=False)
        if who in GUESTS:
            session = client.session
            session["player"] = str(Player.objects.get(nickname=GUESTS[who]).pk)
            session.save()
            client.cookies["sessionid"] = session.session_key or ""
        enter(client, who)
        yield client
        transaction.set_rollback(True)
    state_cache.forget()
    clear_snapshot_cache()


def memory() -> int:
    """Return the bytes of memory in use, after the C library has returned its free memory."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def test_no_input_causes_an_error_or_an_unauthorised_change(
    site_ids: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR, "django.request")  # fewer lines for pytest to keep
    sent, warm = 0, 0

    @settings(
        max_examples=min(INPUTS, ROUND), deadline=None, suppress_health_check=list(HealthCheck)
    )
    @given(
        what=st.sampled_from(sorted(ACCESS)),
        who=st.sampled_from(WHO),
        fields=FORMS,
        places=PLACES,
        kind=st.sampled_from(KINDS),
        raw=st.one_of(st.none(), ODD_VALUES),
    )
    def send(what: str, who: str, kind: str, raw: bytes | None, **rest: dict[str, Any]) -> None:
        nonlocal sent
        method, name = what.split()
        known = {key: str(text).format(**site_ids) for key, text in FIELDS.get(name, {}).items()}
        fields = {key: text.encode() for key, text in known.items()} | rest["fields"]
        data = body(fields) if raw is None or kind == FORM else raw
        path = address(name, site_ids, rest["places"])
        with one_browser(who) as client:
            before, count = transaction.savepoint(), changes()
            if method == "GET":
                answer = client.generic("GET", path, QUERY_STRING=data.decode("latin-1"))
            else:
                answer = client.generic("POST", path, data, content_type=kind)
            assert answer.status_code < 500, (answer.status_code, path, answer.content[-2000:])
            if answer.status_code >= 400 and changes() != count:
                found = dump()
                transaction.savepoint_rollback(before)
                assert found == dump(), (answer.status_code, path)
        sent += 1

    for number in range(0, INPUTS, ROUND):
        send()
        if number == WARM:
            warm = memory()
    assert sent >= INPUTS * 0.9, "Hypothesis has given up"
    assert not warm or memory() < warm + MAX_GROWTH
