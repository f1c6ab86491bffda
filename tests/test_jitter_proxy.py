"""The bad line of ``make jitter``: its delays, what it carries, and how it is cut."""

import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import islice
from random import Random
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread

import pytest

from tests.jitter_proxy import DOWN, MOST, UP, JitterProxy, draw_delays, hold_line
from tests.processes import find_free_port

LINES = [f"line {number}\n".encode() for number in range(60)]


class Echo(BaseRequestHandler):
    def handle(self) -> None:
        with suppress(ConnectionError):
            while data := self.request.recv(1 << 16):
                self.request.sendall(data)


class EchoServer(ThreadingTCPServer):
    daemon_threads = True


@pytest.fixture
def echo_port() -> Iterator[int]:
    with EchoServer(("127.0.0.1", 0), Echo) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


@pytest.fixture
def proxy(echo_port: int) -> Iterator[JitterProxy]:
    with closing(JitterProxy(echo_port, "slow")) as made:
        yield made


def connect(proxy: JitterProxy) -> socket.socket:
    return socket.create_connection(("127.0.0.1", proxy.port), timeout=60)


def receive_all(line: socket.socket) -> bytes:
    return b"".join(iter(lambda: line.recv(1 << 16), b""))


@pytest.mark.parametrize("mean", [DOWN, UP])
def test_a_seed_gives_the_same_delays_up_to_half_a_second(mean: float) -> None:
    delays = list(islice(draw_delays("a seed", mean), 5000))
    assert delays == list(islice(draw_delays("a seed", mean), 5000))
    assert delays != list(islice(draw_delays("another seed", mean), 5000))
    assert 0 <= min(delays) < max(delays) <= MOST
    assert sum(delays) / len(delays) == pytest.approx(mean, rel=0.1)


def test_data_sent_in_parts_arrives_unchanged_and_in_order(proxy: JitterProxy) -> None:
    with connect(proxy) as line:
        for part in LINES:
            line.sendall(part)
        line.shutdown(socket.SHUT_WR)
        assert receive_all(line) == b"".join(LINES)


def test_many_bytes_arrive_unchanged_both_ways(proxy: JitterProxy) -> None:
    sent = Random(1).randbytes(3_000_000)

    def send(line: socket.socket) -> None:
        line.sendall(sent)
        line.shutdown(socket.SHUT_WR)

    with connect(proxy) as line:
        writing = Thread(target=send, args=[line])
        writing.start()
        assert receive_all(line) == sent
        writing.join()


def test_a_cut_ends_all_connections_and_refuses_new_ones(proxy: JitterProxy) -> None:
    lines = [connect(proxy) for _ in range(3)]
    for line in lines:
        line.sendall(b"here")
        assert line.recv(4)
    with proxy.cut():
        for line in lines:
            with closing(line), suppress(ConnectionResetError):
                assert not receive_all(line)
        with pytest.raises(ConnectionRefusedError):
            connect(proxy)
    with connect(proxy) as line:
        line.sendall(b"back")
        assert line.recv(4)


def test_nothing_is_cut_while_the_line_is_held(proxy: JitterProxy) -> None:
    def cut() -> None:
        with proxy.cut():
            pass

    with connect(proxy) as line:
        with hold_line:
            thread = Thread(target=cut)
            thread.start()
            line.sendall(b"still here")
            line.shutdown(socket.SHUT_WR)
            assert receive_all(line) == b"still here"
            assert thread.is_alive()
        thread.join()


def test_the_proxy_cuts_connections_from_time_to_time(
    echo_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.jitter_proxy.BETWEEN_CUTS", (0.01, 0.02))
    monkeypatch.setattr("tests.jitter_proxy.OUTAGE", 0.01)
    with closing(JitterProxy(echo_port, "cut")) as proxy:
        for _ in range(2):
            with suppress(ConnectionError), connect(proxy) as line:
                assert not receive_all(line), "nothing was sent"


def test_without_a_server_a_connection_ends(proxy: JitterProxy) -> None:
    proxy._server_port = find_free_port()
    with connect(proxy) as line, suppress(ConnectionResetError):
        assert not receive_all(line)
