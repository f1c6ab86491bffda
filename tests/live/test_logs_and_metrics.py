"""Logs and metrics of a site during play: the log contains no secret, and the metrics add up."""

import json
import re
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from games.rules.flow.game import Phase
from games.rules.plays.acts import Accept, Pass
from tests.live.client import Visitor
from tests.live.live_table import TEST_SEED, Table
from tests.processes import PATIENCE, find_free_port, wait_until
from tests.site_processes import Site

FRONT = "/"
PASSWORD = "seven brown tiles in a row"


class Secrets:
    """Everything that must not appear in a log, collected as it comes up."""

    def __init__(self) -> None:
        self.racks: set[str] = set()
        self.words: set[str] = {PASSWORD, TEST_SEED}

    def note(self, table: Table) -> None:
        self.racks |= {rack for seat in (0, 1) if len(rack := table.rack(seat)) >= 5}
        self.words.add(table.seed.hex())

    def note_person(self, person: Visitor) -> None:
        self.words |= {person.token, *person.cookies.values()}

    def found_in(self, text: str) -> list[str]:
        """Find secrets: words as they are; racks in any order, even with separators."""
        found = [word for word in self.words if word and word in text]
        counts = [(len(rack), Counter(rack)) for rack in self.racks]
        # Up to four characters may separate letters, as in JSON or in a printed list.
        for run in re.findall(r"(?:[A-Z?](?:[\s,\"\'\[\]]{0,4})){4,}", text):
            letters = re.sub(r"[^A-Z?]", "", run)
            for size, count in counts:
                starts = range(len(letters) - size + 1)
                if any(Counter(letters[at : at + size]) == count for at in starts):
                    found.append(run)
        return found


def test_the_search_finds_what_it_looks_for() -> None:
    secrets = Secrets()
    secrets.racks = {"AEINRST"}
    for text in ("the rack is RETAINS", '["S", "T", "A", "I", "N", "E", "R"]', PASSWORD):
        assert secrets.found_in(text), text
    assert not secrets.found_in("REMAIN SOME")


@pytest.fixture
def talkative(make_site: Callable[..., Site]) -> tuple[Site, int]:
    """Return a site that logs as much as it can in JSON, and its metrics port."""
    port = find_free_port()
    site = make_site(
        "scaled",
        webs=1,
        workers=0,
        TEST_SEED=TEST_SEED,
        LOG_LEVEL="DEBUG",
        LOG_FORMAT="json",
        WEB_PROCESSES="2",
        METRICS_PORT=str(port),
    )
    return site, port


def read_figures(port: int) -> dict[str, float]:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE) as answer:
        lines = answer.read().decode().splitlines()
    pairs = [line.rsplit(" ", 1) for line in lines if not line.startswith("#")]
    return {name: float(value) for name, value in pairs}


def sign_up(person: Visitor) -> None:
    fields = {"nickname": "Jade", "email": "jade@tiles.example", "password1": PASSWORD}
    assert person.post("/accounts/signup/", htmx=False, **fields).status == 302


def play_whole_game(table: Table, secrets: Secrets) -> int:
    """Play to the end and return how many acts succeeded."""
    acts = 0
    while table.state.phase is Phase.PLAYING:
        secrets.note(table)
        try:
            table.play()
        except AssertionError as error:
            if "to be found" not in str(error):
                raise
            table.do(table.mover, Pass())
        acts += 1
    if table.state.phase is Phase.FINAL_CHALLENGE:
        assert table.state.pending is not None
        table.do(1 - table.state.pending.seat, Accept())
        acts += 1
    return acts


def test_a_games_metrics_add_up_and_its_log_has_no_secret(
    talkative: tuple[Site, int],
) -> None:
    site, port = talkative
    secrets, table = Secrets(), Table(site, label="watched")
    host, guest = table.people
    sign_up(host)
    host.get(FRONT)  # for a CSRF token after the log-in
    with table.spectator().open(table.code) as page:
        seen = page.bundle().stamp
        moved_on = table.fields(Pass(), turn=0)
        acts = play_whole_game(table, secrets)
        assert page.bundle(seen + 1).turn > 0
        assert host.post(table.path + "pass", **moved_on).status in {409, 422}
        assert guest.get(f"/r/{table.code}/nothing/").status == 404
        assert guest.get(f"/go/{'x' * 60}/").status == 404
        answer = host.ask("GET", FRONT, headers={"X-Request-ID": "0123456789abcdef"})
        assert answer.headers["X-Request-ID"] == "0123456789abcdef"
        answer = host.ask("GET", FRONT, headers={"X-Request-ID": "a b"})
        assert re.fullmatch(r"[0-9a-f]{32}", answer.headers["X-Request-ID"])
        wait_until(lambda: sockets_of(read_figures(port)) >= 1, "the socket to be counted")
    for person in (*table.people, Visitor(site.webs[0])):
        secrets.note_person(person)
    check_log(site, table, secrets)
    check_figures(read_figures(port), acts, table)
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(f"{site.url}/metrics", timeout=PATIENCE)


def sockets_of(figures: dict[str, float]) -> float:
    return sum(value for name, value in figures.items() if name.startswith("tileroom_sockets{"))


def check_log(site: Site, table: Table, secrets: Secrets) -> None:
    lines = [line for line in site.webs[0].log_text().splitlines() if line.startswith("{")]
    entries: list[dict[str, Any]] = [json.loads(line) for line in lines]
    refused = [one for one in entries if one.get("room") == table.code]
    assert refused, "a failed request in this room is logged"
    assert all(re.fullmatch(r"[0-9a-f]{32}", one["request_id"]) for one in refused)
    assert {"time", "level", "logger", "message", "process"} <= refused[0].keys()
    assert not secrets.found_in(site.log_text())
    assert "x" * 60 not in site.log_text(), "a link that lets one in"
    assert not site.tracebacks()


def check_figures(figures: dict[str, float], acts: int, table: Table) -> None:
    assert figures['tileroom_moves_total{player_type="person"}'] == acts
    assert sum(v for k, v in figures.items() if k.startswith("tileroom_refusals_total")) >= 1
    assert figures["tileroom_socket_messages_total"] >= 1
    assert figures["tileroom_delivery_seconds_count"] >= 1
    assert any(name.startswith("tileroom_request_seconds_bucket") for name in figures)
    assert not [name for name in figures if table.code in name]
