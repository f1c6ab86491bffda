"""The serving process from outside: its address, limits, headers and shutdown."""

import http.client
import os
import re
import signal
import sys
import urllib.parse
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.sync.connection import Connection
from websockets.typing import Origin

from tests.processes import PATIENCE, Process, find_free_port, minimal_env, wait_until
from tests.site_processes import Site

pytestmark = pytest.mark.servers


def ask(
    site: Site, path: str, method: str = "GET", body: bytes | None = None, **headers: str
) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", site.webs[0].port, timeout=PATIENCE)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    chunked = named.get("Transfer-Encoding") == "chunked"
    content = iter([body]) if chunked and body is not None else body
    connection.request(method, path, content, named, encode_chunked=chunked)
    answer = connection.getresponse()
    return answer, answer.read()


def open_room(url: str) -> str:
    """Create a room through the lobby, as a page would, and return its code."""
    visitor = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    page = visitor.open(f"{url}/").read().decode()
    token = re.search(r'csrfmiddlewaretoken" value="([^"]+)', page)
    assert token, "the lobby holds no form"
    fields = {
        "variant": "scrabble",
        "seats": "2",
        "lexicon": "en-open",
        "challenge": "single",
        "end_rule": "passes",
        "adjustment": "standard",
        "exchange_minimum": "7",
        "placement": "strict",
        "csrfmiddlewaretoken": token[1],
    }
    answer = visitor.open(f"{url}/rooms/", urllib.parse.urlencode(fields).encode())
    return str(answer.url.rstrip("/").split("/")[-1])


def test_the_server_prints_its_address(site: Site) -> None:
    assert f"Tileroom is open at http://localhost:{site.webs[0].port}/" in site.webs[0].log_text()


def test_the_server_is_alive_and_ready(site: Site) -> None:
    answer, text = ask(site, "/healthz")
    assert (answer.status, text) == (200, b"ok\n")
    answer, text = ask(site, "/readyz")
    assert answer.status == 200, text


def test_a_taken_port_is_reported_in_plain_words(embedded_site: Site, tmp_path: Path) -> None:
    port = str(embedded_site.webs[0].port)
    command = [sys.executable, "manage.py", "serve", "--port", port]
    second = Process("second", command, tmp_path / "log", lambda: False, env=embedded_site.env)
    second.launch()
    wait_until(lambda: not second.running, "the second server to give up")
    assert second.stop() == 1
    assert "Cannot listen" in second.log_text()
    assert "Traceback" not in second.log_text()


def wait_for_close(socket: Connection) -> int | None:
    """Return the code with which the server closes the socket; ignore everything before it."""
    with suppress(ConnectionClosed):
        while True:
            socket.recv(timeout=PATIENCE)
    return socket.close_code


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_server_shuts_down_cleanly_with_open_sockets(
    embedded_site: Site, number: signal.Signals
) -> None:
    web = embedded_site.webs[0]
    room_code = open_room(web.url)

    with connect(
        f"{web.ws_url}/ws/r/{room_code}/", origin=Origin(web.url), open_timeout=PATIENCE
    ) as socket:
        os.kill(web.pid, number)
        assert wait_for_close(socket) == 1012
    wait_until(lambda: not web.running, f"the server to end after {number.name}", limit=PATIENCE)
    assert web.stop() == 0
    assert "Traceback" not in web.log_text()


def test_the_database_survives_a_restart(site: Site) -> None:
    code = "from django.contrib.auth.models import Group; print(Group.objects.{})"
    site.run(code.format("create(name='kept')"))
    site.restart()
    count = site.run(code.format("filter(name='kept').count()"))
    assert count.strip().endswith("1")


@pytest.mark.parametrize("encoding", [{}, {"Transfer_Encoding": "chunked"}])
def test_an_oversized_body_is_refused(embedded_site: Site, encoding: dict[str, str]) -> None:
    answer, text = ask(embedded_site, "/healthz", "POST", b"x" * 100_000, **encoding)
    assert (answer.status, text) == (413, b"This request is too large.\n")


def test_the_admin_accepts_larger_bodies_only_from_editors(embedded_site: Site) -> None:
    answer, _ = ask(embedded_site, "/admin/login/", "POST", b"x" * 100_000)
    assert answer.status == 413
    code = (
        "from django.contrib.auth.models import User; from django.test import Client;"
        "editor = User.objects.create_superuser('editor'); browser = Client();"
        "browser.force_login(editor); print(browser.cookies['sessionid'].value)"
    )
    session = embedded_site.run(code).split()[-1]
    cookie = {"Cookie": f"sessionid={session}"}
    answer, _ = ask(embedded_site, "/admin/", "POST", b"x" * 100_000, **cookie)
    assert answer.status == 403  # it was read, but lacks a CSRF token


def test_a_foreign_host_name_is_refused(embedded_site: Site) -> None:
    answer, _ = ask(embedded_site, "/", Host="tiles.example")
    assert answer.status == 400


def test_an_unknown_socket_is_closed_with_its_code(site: Site) -> None:
    web = site.webs[0]
    with connect(
        f"{web.ws_url}/ws/nothing/", origin=Origin(web.url), open_timeout=PATIENCE
    ) as socket:
        assert wait_for_close(socket) == 4404


def test_a_socket_from_another_site_is_refused(site: Site) -> None:
    origin = "http://elsewhere.example"
    with pytest.raises(InvalidStatus) as refused:
        connect(f"{site.webs[0].ws_url}/ws/nothing/", origin=Origin(origin), open_timeout=PATIENCE)
    assert refused.value.response.status_code == 403


def test_a_socket_from_another_port_of_the_same_host_is_refused(embedded_site: Site) -> None:
    origin = f"http://127.0.0.1:{find_free_port()}"
    with pytest.raises(InvalidStatus) as refused:
        connect(
            f"{embedded_site.webs[0].ws_url}/ws/lobby/",
            origin=Origin(origin),
            open_timeout=PATIENCE,
        )
    assert refused.value.response.status_code == 403


def test_pages_carry_the_security_headers(embedded_site: Site) -> None:
    answer, _ = ask(embedded_site, "/admin/login/")
    policy = answer.headers["Content-Security-Policy"]
    assert "script-src 'self';" in policy
    assert "unsafe-eval" not in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"


def test_static_files_are_hashed_compressed_and_kept(embedded_site: Site) -> None:
    _, page = ask(embedded_site, "/admin/login/")
    found = re.search(rb'href="(/static/admin/css/base\.[0-9a-f]{12}\.css)"', page)
    assert found, page
    answer, _ = ask(embedded_site, found[1].decode(), Accept_Encoding="gzip")
    assert answer.status == 200
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_connections_to_the_database_are_kept(embedded_site: Site) -> None:
    def open_files() -> int:
        found = 0
        for link in list(Path(f"/proc/{embedded_site.webs[0].pid}/fd").iterdir()):
            with suppress(FileNotFoundError):  # already closed
                found += os.readlink(link).endswith("db.sqlite3")
        return found

    for _ in range(40):
        ask(embedded_site, "/readyz")
    # One for each thread that runs views, and one each for sockets and the worker's loops.
    assert 1 <= open_files() <= 4 + 3


def test_a_worker_ends_on_a_signal(site: Site) -> None:
    for worker in site.workers:
        assert worker.stop() == 0
        assert "The worker has stopped" in worker.log_text()


def test_port_and_host_come_from_the_environment(embedded_site: Site, tmp_path: Path) -> None:
    port = find_free_port()
    env = minimal_env() | embedded_site.env | {"PORT": str(port), "HOST": "127.0.0.1"}
    command = [sys.executable, "manage.py", "serve"]
    said = f"http://localhost:{port}/"
    web = Process("web", command, tmp_path / "log", lambda: said in web.log_text(), env=env)
    web.start()
    assert web.stop() == 0
