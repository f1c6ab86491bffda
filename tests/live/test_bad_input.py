"""Input that none of the site's pages would send gets a clear answer, changes nothing and causes no
server error.
"""

import re
from collections.abc import Callable, Iterator
from urllib.parse import quote

import pytest
from django.urls import resolve

from games.rules.plays.acts import Pass
from tests.live.access_table import ACCESS
from tests.live.client import FORM, Answer, Visitor, make_command_key
from tests.live.crawler import UNKNOWN_VALUES, list_addresses
from tests.live.live_table import Table
from tests.live.play_finder import find_plays
from tests.site_processes import Site

pytestmark = pytest.mark.usefixtures("calm_site")

LayTable = Callable[..., Table]
HUGE = "9" * 5000
ODD = ["", " ", "-1", "1.5", "x", "²", "٣", "1e3", "0x1", "99999999999999999999", HUGE, "\0", "'"]
"""Texts for fields that expect a small number."""
ODD_NAMES = [
    "\0",
    "a\0b",
    "\u202ename",
    "\n\r\t",
    "\ud7ff\ue000",
    "n" * 5000,
    "<b>",
    "%s%(x)s{}",
    "'--",
]
METHODS = ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "NONSENSE")


def check_refused(answer: Answer, *statuses: int) -> None:
    """Check that the input is refused with a visible message."""
    assert answer.status in statuses, f"{answer.status}: {answer.text[:300]}"
    assert answer.message, answer.text[:300]


@pytest.fixture
def table(lay_table: LayTable) -> Iterator[Table]:
    """Yield a table whose game must be unchanged afterwards, whatever the test sent."""
    table = lay_table()
    yield table
    table.check()


NOTATIONS = [
    ("", ""),
    ("8H", ""),
    ("", "AB"),
    ("8", "AB"),
    ("H", "AB"),
    ("0H", "AB"),
    ("16H", "AB"),
    ("8P", "AB"),
    ("8H8", "AB"),
    ("٨H", "AB"),
    ("8H", "[CH"),
    ("8H", "[]"),
    ("8H", "]["),
    ("8H", "A B"),
    ("8H", "Ä"),
    ("8H", "1"),
    ("8H", "?"),
    ("8H", "??"),
    ("8H", "\0"),
    ("8H", "..."),
    ("8H", "." * 119),
    ("8H", "A" * 16),
    ("8H", "A" * 121),
    ("8H", "A" * 10_000),
    ("9" * 100 + "H", "AB"),
    ("8H", "🂡"),
    ("8H", "QQQQQ"),
    ("1A", "."),
]


def test_impossible_plays_are_refused(table: Table) -> None:
    for position, tiles in NOTATIONS:
        sent = table.fields(Pass()) | {"position": position, "tiles": tiles}
        check_refused(table.post(table.mover, "play", **sent), 422)
        preview = table.post(table.mover, "preview", position=position, tiles=tiles)
        assert preview.status in (200, 422), (position, tiles)
        assert 'data-lawful="1"' not in preview.text, (position, tiles)


def test_impossible_exchanges_are_refused(table: Table) -> None:
    for tiles in ("", "?????", "QQ", "[", "\0", "ab", "A" * 200, "ABCDEFGH"):
        check_refused(table.post(table.mover, "exchange", **table.fields(Pass()), tiles=tiles), 422)


@pytest.mark.parametrize("verb", ["play", "exchange", "pass", "challenge", "accept", "resign"])
def test_a_turn_that_is_not_a_number_is_refused(table: Table, verb: str) -> None:
    for turn in ODD:
        sent = {"game": table.game_shown, "turn": turn, "key": make_command_key()}
        check_refused(table.post(table.mover, verb, **sent), 422, 409)


def test_a_hint_for_a_turn_that_is_not_a_number_is_refused(table: Table) -> None:
    for turn in ODD:
        check_refused(table.post(table.mover, "hint", turn=turn, step=1), 422, 403, 409)


def test_seats_and_levels_that_are_not_numbers_are_refused(lay_table: LayTable) -> None:
    table = lay_table(started=False, empty=1)
    guest = table.spectator(1)
    for seat in ODD:
        check_refused(guest.post(table.path + "sit", seat=seat), 422, 404)
        check_refused(table.post(0, "computer", seat=seat, level=1), 422, 404)
        check_refused(table.post(0, "computer", seat=1, level=seat), 422)
        assert table.post(0, "computer/dismiss", seat=seat).status in (200, 422, 404), seat
        assert guest.post("/rooms/computer/", level=seat).status == 422, seat
    bundle = table.people[0].get(table.path + "bundle").bundle
    assert (bundle.phase, bundle.text.count("Open seat") > 0) == ("waiting", True)


@pytest.mark.parametrize("key", ["\0", "k" * 5000, "é\n", "🂡" * 100])
def test_a_malformed_key_is_refused(table: Table, key: str) -> None:
    answer = table.send(table.mover, Pass(), key=key)
    assert answer.status in (200, 422)
    if answer.status == 200:
        table.follow(table.mover, Pass())


def test_a_turn_other_than_the_current_one_is_refused(table: Table) -> None:
    for turn in (1, 2, 999_999):
        answer = table.send(table.mover, Pass(), turn=turn)
        check_refused(answer, 409)
        assert answer.bundle.turn == 0


def test_acts_by_the_wrong_seat_or_at_the_wrong_time_are_refused(table: Table) -> None:
    other, play = 1 - table.mover, find_plays(table.state, table.mover)[0]
    check_refused(table.send(other, Pass()), 422)
    check_refused(table.send(other, play), 422)
    for seat in (0, 1):
        for verb in ("challenge", "accept"):
            check_refused(table.post(seat, verb, **table.fields(Pass())), 422)
        for verb in ("start", "rematch", "stand"):
            check_refused(table.post(seat, verb), 409, 403)


def test_acts_by_people_without_a_seat_are_refused(table: Table) -> None:
    stranger, named = table.spectator(0), table.spectator(1)
    named.post("/name/", htmx=False, name=f"W {make_command_key()[:8]}")
    for visitor in (stranger, named):
        for verb in ("play", "exchange", "pass", "challenge", "accept", "resign", "preview"):
            fields = table.fields(Pass()) | {"position": "8H", "tiles": "AB"}
            check_refused(visitor.post(table.path + verb, **fields), 403)
        for verb in ("start", "stand", "rematch", "invite", "hint", "computer", "decline"):
            fields = {"turn": 0, "seat": 1, "level": 1, "name": "Nobody"}
            check_refused(visitor.post(table.path + verb, **fields), 403, 409)
        check_refused(visitor.post(table.path + "sit", seat=1), 409)


@pytest.mark.sampled("nowhere1")
@pytest.mark.parametrize("code", ["nowhere1", "NOWHERE1", "-", "x" * 300, "a_b-c"])
def test_an_unknown_room_is_not_found(site: Site, code: str) -> None:
    visitor = Visitor(site.web(0))
    game = make_command_key()
    values = {"number": ["1"], "code": [code], "slug": ["none"]}
    values |= {"game_id": [game], "record_id": [game]}
    for path in list_addresses(UNKNOWN_VALUES | values | {"variant": ["chess"], "token": ["-"]}):
        if f"/{code}/" in path or game in path:
            programs_only = path.startswith("/api/")
            name = resolve(path).view_name
            if f"GET {name}" in ACCESS:
                assert visitor.get(path).status in (401 if programs_only else 404, 404), path
            if f"POST {name}" in ACCESS:
                refused = (401,) if programs_only else (404, 422)
                assert visitor.post(path, turn=0, key="k", seat=0).status in refused, path


def test_invalid_numbers_in_addresses_are_refused(table: Table) -> None:
    visitor = table.spectator()
    for number in ("0", "1", "99", "99999999999999999999999", "-1", "x", "9" * 4400):
        assert visitor.get(f"{table.path}moves/{number}/").status == 404
    for stamp in ODD:
        assert visitor.ask("GET", f"{table.path}bundle?stamp={quote(stamp)}").status == 200
    for revision in (*ODD, "1"):
        path = f"/dictionaries/en-open/?revision={quote(revision)}&q={quote(revision)}"
        assert visitor.ask("GET", path).status in (200, 400, 404), revision[:30]


@pytest.mark.sampled(0)
@pytest.mark.parametrize("first", range(len(METHODS)))
def test_wrong_methods_are_refused(table: Table, first: int) -> None:
    """Each address is asked with one of the methods, and with another for each ``first``."""
    values = {
        "number": ["0"],
        "code": [table.code],
        "game_id": [table.game_id],
        "record_id": [table.game_id],
        "slug": ["en-open"],
    }
    addresses = list_addresses(UNKNOWN_VALUES | values)
    own = [path for path in addresses if not path.startswith(("/admin/", "/accounts/"))]
    for number, path in enumerate(own, first):
        method = METHODS[number % len(METHODS)]
        headers = {"X-CSRFToken": table.people[0].token, "Origin": table.people[0].web.url}
        status = table.people[0].ask(method, path, headers=headers).status
        assert 400 <= status < 500 or (method == "OPTIONS" and status < 400), (method, path)


def test_commands_without_the_token_or_from_other_sites_are_refused(table: Table) -> None:
    mover = table.people[table.mover]
    body = b"turn=0&key=k"
    for headers in (
        {},
        {"X-CSRFToken": "x"},
        {"X-CSRFToken": "y" * 64},
        {"X-CSRFToken": mover.token, "Origin": "http://elsewhere.example"},
        {"X-CSRFToken": mover.token, "Origin": "null"},
    ):
        sent = {"Content-Type": FORM, "HX-Request": "true"} | headers
        assert mover.ask("POST", table.path + "pass", body, sent).status == 403


def test_malformed_bodies_are_refused(table: Table) -> None:
    mover = table.people[table.mover]
    for kind, body, statuses in (
        (FORM, b"x" * 70_000, {413}),
        (FORM, b"&".join(b"a%d=1" % n for n in range(600)), {400, 422}),
        (FORM, b"turn=%FF%FE&key=%00", {422}),
        (FORM, b"\xff\xfe=\xff", {422}),
        ("application/json", b'{"turn": 0', {422}),
        ("multipart/form-data; boundary=x", b"--x\r\nnonsense", {400, 422}),
        ("multipart/form-data", b"--x", {400, 422}),
        ("text/plain; charset=nonsense", b"turn=0", {422}),
        (f"{FORM}; charset=nonsense", b"turn=x", {400, 422}),
        (f"{FORM}; charset=utf-16", b"turn=0", {400, 415, 422}),
    ):
        sent = {"Content-Type": kind, "HX-Request": "true", "X-CSRFToken": mover.token}
        status = mover.ask("POST", table.path + "pass", body, sent).status
        assert status in statuses, (kind, body[:20], status)


@pytest.mark.sampled(ODD_NAMES[1], ODD_NAMES[5], ODD_NAMES[8])
@pytest.mark.parametrize("name", ODD_NAMES, ids=range(len(ODD_NAMES)))
def test_unusual_names_are_refused_or_cleaned(site: Site, lay_table: LayTable, name: str) -> None:
    table = lay_table(started=False, empty=1)
    visitor = Visitor(site.web(1))
    assert visitor.post("/name/", htmx=False, name=name).status in (302, 422)
    assert visitor.post("/name/", htmx=False, name="").status == 302
    check_refused(table.post(0, "invite", name=f"{name}!"), 404, 422)
    wanted = {"title": name, "name": name, "opponent": name, "variant": name, "seats": name}
    assert visitor.post("/rooms/", htmx=False, **wanted).status == 422
    lobby = visitor.get("/").text
    assert "<b><" not in lobby
    assert "\0" not in lobby
    assert visitor.get(f"/dictionaries/?q={quote(name)}").status in (200, 400)


def test_impossible_rooms_are_refused(site: Site) -> None:
    host = Visitor(site.web(0))
    fit = {"variant": "scrabble", "seats": 2, "lexicon": "en-open", "challenge": "single"}
    fit |= {"end_rule": "passes", "adjustment": "standard", "exchange_minimum": 7}
    fit |= {"placement": "strict", "public": "on"}
    for field, values in {
        "seats": ["0", "1", "5", "-2", "x", HUGE],
        "variant": ["", "chess", "../x"],
        "lexicon": ["nothing", "1' or '1'='1"],
        "challenge": ["", "quintuple"],
        "exchange_minimum": ["3", "x"],
        "edition": ["tlh", "qwibble-en"],
        "title": ["t" * 61],
    }.items():
        for value in values:
            answer = host.post("/rooms/", htmx=False, **fit | {field: value})
            assert answer.status == 422, (field, value[:20], answer.status)
    named = re.search(
        r'id="guest-name" name="name" maxlength="24" value="([^"]*)"', host.get("/").text
    )
    assert named, "the lobby asks for a name"
    assert named[1] == "", "no player is named for a refused room"


def test_a_forged_session_is_ignored(table: Table) -> None:
    mover = table.people[table.mover]
    for cookie in ("x", "", "a:b:c", "é", mover.cookies["sessionid"][:-1], "." * 3000):
        forged = Visitor(mover.web)
        forged.get("/")
        forged.cookies["sessionid"] = cookie.encode().decode("latin-1")
        check_refused(forged.post(table.path + "pass", **table.fields(Pass())), 403)
