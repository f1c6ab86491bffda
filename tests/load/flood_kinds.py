"""The kinds of floods: which visitors repeat which requests from one address."""

import http.client
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any
from urllib.parse import urlencode

from tests.live.client import FORM, Visitor, make_command_key
from tests.live.live_table import Table
from tests.live.play_finder import find_plays
from tests.load.flood_client import FloodRequest
from tests.site_processes import Site, WebServer
from tests.uploads.sample_records import WHOLE

PEOPLE = 6
"""Guests at the address of a flood, since several together are allowed more than one."""


class FloodVisitor(Visitor):
    """A browser at the address of a flood."""

    def __init__(self, web: WebServer, address: str) -> None:
        super().__init__(web)
        self.address = address

    @contextmanager
    def connected(self) -> Iterator[http.client.HTTPConnection]:
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.web.port, timeout=30, source_address=(self.address, 0)
        )
        with closing(connection):
            yield connection

    def asks(self, path: str) -> FloodRequest:
        return FloodRequest("GET", path, {"Cookie": self.cookie_header})

    def posts(self, path: str, **fields: str) -> FloodRequest:
        if not self.token:
            self.get("/")
        said = {"Cookie": self.cookie_header, "X-CSRFToken": self.token, "Content-Type": FORM}
        said |= {"Origin": self.web.url, "HX-Request": "true"}
        return FloodRequest("POST", path, said, urlencode(fields, safe="{}"))


class FloodTarget:
    """The targets of floods: the measured table, one where the flood has a seat, and a record."""

    def __init__(self, table: Table) -> None:
        self.table, self.site = table, table.site
        self.own, ended = Table(self.site), Table(self.site)
        bundle = ended.people[0].get(ended.path + "bundle").bundle
        fields: dict[str, Any] = {
            "game": bundle.game,
            "turn": bundle.turn,
            "key": make_command_key(),
        }
        assert ended.people[0].post(ended.path + "resign", **fields).status == 200
        self.record = bundle.game

    def people(self, address: str) -> list[FloodVisitor]:
        return [FloodVisitor(self.site.web(number), address) for number in range(PEOPLE)]


def pages(ground: FloodTarget, _people: list[FloodVisitor]) -> list[FloodRequest]:
    paths = ("/", "/about/rules/scrabble/", ground.table.path, "/dictionaries/", "/ratings/")
    return [FloodRequest("GET", path) for path in paths]


def logins(_ground: FloodTarget, people: list[FloodVisitor]) -> list[FloodRequest]:
    fields = {"login": "m{n}@tiles.example", "password": "seven brown tiles"}
    return [one.posts("/accounts/login/", **fields) for one in people]


def uploads(_ground: FloodTarget, people: list[FloodVisitor]) -> list[FloodRequest]:
    small = [one.posts("/uploads/new/", text=WHOLE) for one in people]
    large = [one.posts("/uploads/new/", text=WHOLE + "#note x\n" * 12_000) for one in people[:2]]
    return small + large


def searches(_ground: FloodTarget, _people: list[FloodVisitor]) -> list[FloodRequest]:
    asked = ("letters=AEINRST%3F", "contains=QU", "pattern=%3F%3FA%3F%3FE", "letters=RETAIN{n}")
    return [FloodRequest("GET", f"/dictionaries/en-open/search/?{one}") for one in asked]


def sockets(ground: FloodTarget, _people: list[FloodVisitor]) -> list[FloodRequest]:
    codes = (ground.table.code, ground.own.code)
    paths = ["/ws/lobby/", *(f"/ws/r/{code}/" for code in codes)]
    return [FloodRequest("GET", path, socket=True) for path in paths]


def rooms(_ground: FloodTarget, people: list[FloodVisitor]) -> list[FloodRequest]:
    fields = {"variant": "scrabble", "seats": "2", "lexicon": "en-open", "challenge": "single"}
    fields |= {"end_rule": "passes", "adjustment": "standard", "exchange_minimum": "7"}
    fields |= {"placement": "strict", "public": "on", "title": "Room {n}", "name": "Flood"}
    return [one.posts("/rooms/", **fields) for one in people]


def chat(ground: FloodTarget, people: list[FloodVisitor]) -> list[FloodRequest]:
    """Flood the chat of the measured table, as its spectators."""
    fields = {"text": "hello {n}", "channel": "watchers", "key": "flood-{n}"}
    return [one.posts(ground.table.path + "chat/send", **fields) for one in people]


def api(ground: FloodTarget, _people: list[FloodVisitor]) -> list[FloodRequest]:
    below = (
        "games",
        f"games/{ground.record}",
        "dictionaries",
        "dictionaries/en-open/words/tile",
        f"rooms/{ground.table.code}",
    )
    return [FloodRequest("GET", f"/api/1/{path}") for path in below]


def previews(ground: FloodTarget, people: list[FloodVisitor]) -> list[FloodRequest]:
    """Flood previews, as a seated player and as strangers."""
    own = ground.own
    seated = FloodVisitor(own.people[0].web, people[0].address)
    seated.cookies, seated.token = dict(own.people[0].cookies), own.people[0].token
    fields = own.fields(find_plays(own.state, own.mover)[0], None, None)
    return [one.posts(own.path + "preview", **fields) for one in (seated, seated, *people)]


def pictures(ground: FloodTarget, _people: list[FloodVisitor]) -> list[FloodRequest]:
    return [FloodRequest("GET", f"/games/{ground.record}/{number}.png") for number in (0, 1)]


FloodKind = Callable[[FloodTarget, list[FloodVisitor]], list[FloodRequest]]
FLOOD_KINDS: tuple[FloodKind, ...] = (
    *(pages, logins, uploads, searches, sockets),
    *(rooms, chat, api, previews, pictures),
)


def get_flood_address(kind: FloodKind, number: int) -> str:
    """Return an unused address, since each flood must start with its limits unspent."""
    return f"127.1.{number}.{FLOOD_KINDS.index(kind) + 1}"


def get_flood_ports(site: Site) -> list[int]:
    return [web.port for web in site.webs]
