"""A program of under a hundred lines plays whole games on a running site,
by the page /api/ alone."""

import inspect
import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from games.api.live.socket_auth import CLOSE_BAD_TOKEN
from games.rules.gcg.reader import read_record
from tests.api.bot import Bot, RefusedError
from tests.live.client import Visitor
from tests.processes import PATIENCE
from tests.site_processes import Site, SiteMaker

pytestmark = [pytest.mark.servers, pytest.mark.timeout(600)]

SECRET = re.compile(r'value="(tileroom_[\w-]{43})"')
EVERY = 5
"""The programs know every fifth word of three letters, since they try each word in turn."""


@pytest.fixture(scope="module")
def site(site_maker: SiteMaker) -> Iterator[Site]:
    made = site_maker.make("embedded", TEST_SEED="programs play", BAG_SEED_TIMEOUT="0")
    yield made
    site_maker.close(made)


@pytest.fixture(scope="module")
def words(site: Site) -> set[str]:
    known = site.manage("export_lexicon", "en-open").split()
    short = [word for word in known if len(word) == 3][::EVERY]
    return {*short, *(word for word in known if len(word) == 2)}


@pytest.fixture(scope="module")
def amber(site: Site) -> Visitor:
    """Amber, with an account."""
    visitor = Visitor(site.web(0), "Amber")
    said = {"nickname": "Amber", "email": "amber@tiles.example", "password1": "seven brown tiles"}
    assert visitor.post("/accounts/signup/", htmx=False, **said).status == 302
    visitor.token = ""  # logging in changed the CSRF token
    return visitor


def make_bot(amber: Visitor, site: Site, words: set[str], name: str) -> Bot:
    said = {"name": f"for {name}", "scopes": "play", "bot": name}
    page = amber.post("/settings/tokens/", htmx=False, **said)
    found = SECRET.search(page.text)
    assert found, page.text
    return Bot(site.url, found[1], words)


def bearer(bot: Bot) -> dict[str, str]:
    return {"Authorization": bot.headers["Authorization"]}


def address(site: Site, code: str) -> str:
    return f"{site.webs[0].ws_url}/ws/r/{code}/"


def test_the_program_has_under_a_hundred_lines() -> None:
    lines = Path(inspect.getfile(Bot)).read_text().splitlines()
    assert len(lines) < 100
    assert max(map(len, lines)) <= 100, "nor are they long"


@pytest.mark.sampled("qwibble")
@pytest.mark.parametrize("variant", ["scrabble", "qwibble"])
def test_two_programs_play_a_whole_game(
    site: Site, amber: Visitor, words: set[str], variant: str
) -> None:
    one, two = (make_bot(amber, site, words, name) for name in ("Umber", "Ochre"))
    room = one.ask("POST rooms", variant=variant, dictionary="en-open", public=True)
    two.ask(f"POST rooms/{room['code']}/sit", seat=1)
    if variant == "scrabble":
        one.ask(f"POST rooms/{room['code']}/start")
    with ThreadPoolExecutor() as both:
        ends = list(both.map(lambda bot: bot.play(room["code"]), (one, two)))
    end = ends[0]["end"]
    assert end == ends[1]["end"]
    assert end["reason"] in {"out", "passes", "scoreless"}
    assert sum(move["kind"] == "play" for move in ends[0]["moves"]) > 10
    assert [seat["name"] for seat in ends[0]["seats"]] == ["Umber (bot)", "Ochre (bot)"]
    assert all(seat["bot"] and not seat["computer"] for seat in ends[0]["seats"])
    record = one.ask(f"GET games/{room['game']}")
    assert record["end"]["scores"] == end["scores"]
    assert len(record["moves"]) == len(ends[0]["moves"])
    listed = one.ask(f"GET games?variant={variant}")["items"]
    assert [game["id"] for game in listed] == [room["game"]]


def test_a_bot_plays_the_computer(site: Site, amber: Visitor, words: set[str]) -> None:
    bot = make_bot(amber, site, words, "Umber")
    room = bot.ask("POST rooms", dictionary="en-open", challenge="void", computer=1)
    ended = bot.play(room["code"])
    assert ended["phase"] == "over"
    assert ended["seats"][1]["computer"]
    gcg = amber.get(f"/api/1/games/{room['game']}/gcg")
    assert gcg.status == 200
    assert "Umber (bot)" in gcg.text
    assert read_record(gcg.text).entries


def test_a_socket_sends_json_and_ends_with_its_token(site: Site, amber: Visitor) -> None:
    bot = make_bot(amber, site, set(), "Sienna")
    code = bot.ask("POST rooms", seats=3)["code"]
    with connect(
        address(site, code), additional_headers=bot.headers, open_timeout=PATIENCE
    ) as socket:
        message = json.loads(socket.recv(timeout=PATIENCE))
        assert message.keys() == {"stamp", "game", "turn", "phase", "to_move", "seat", "can"}
        assert (message["seat"], message["phase"]) == (0, "waiting")
        bot.ask(f"POST rooms/{code}/seed", game=message["game"], added="0f" * 16)
        assert json.loads(socket.recv(timeout=PATIENCE))["stamp"] > message["stamp"]
        page = amber.get("/settings/tokens/").text
        end = re.findall(r"/settings/tokens/\d+/end/", page[page.index("for Sienna") :])[0]
        assert amber.post(end, htmx=False).status == 302
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == CLOSE_BAD_TOKEN
    assert is_closed(address(site, code), bot.headers)
    with pytest.raises(RefusedError, match=r"token\.invalid"):
        bot.ask("GET me")


def test_page_sockets_do_not_accept_tokens(site: Site, amber: Visitor) -> None:
    """Sockets of programs do not accept a cookie either."""
    bot = make_bot(amber, site, set(), "Umber")
    code = bot.ask("POST rooms", seats=3)["code"]
    elsewhere = Origin("https://elsewhere.example")
    for origin, headers in ((elsewhere, bot.headers), (None, {"Cookie": amber.cookie_header})):
        with (
            pytest.raises(InvalidStatus),
            connect(
                address(site, code),
                origin=origin,
                additional_headers=headers,
                open_timeout=PATIENCE,
            ),
        ):
            pass
    wrong = {"Authorization": f"Bearer {bot.headers['Authorization'][7:-1]}"}
    wrong["Cookie"] = amber.cookie_header
    assert is_closed(address(site, code), wrong)


def is_closed(address: str, headers: dict[str, str]) -> bool:
    with (
        connect(address, additional_headers=headers, open_timeout=PATIENCE) as socket,
        pytest.raises(ConnectionClosed) as closed,
    ):
        socket.recv(timeout=PATIENCE)
    return closed.value.rcvd is not None and closed.value.rcvd.code == CLOSE_BAD_TOKEN
